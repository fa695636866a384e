import Accounts
import Domain
import LanguageModels
import Logging
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant
@testable import ModelBudgets

/// Users' budgets for the language models, and the ledger of what they used.
@Suite struct BudgetTests {
    private struct Studio {
        let fixture: AssistantFixture
        let coach: Principal
        let assistant: AssistantService

        func ask(_ text: String = "Who is ill?") async throws -> AssistantAnswer {
            try await assistant.query(.init(message: text), by: coach).answer()
        }

        func usage() async throws -> ModelUsageResponse { try await assistant.budgets.usage(of: coach.userId) }
    }

    private func studio(_ model: any LanguageModel, _ budget: BudgetLimits = BudgetLimits()) async throws -> Studio {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        var limits = AssistantLimits(titlesByModel: false)
        limits.concurrentPerUser = 1000
        return Studio(
            fixture: fixture,
            coach: coach,
            assistant: fixture.assistant(models: [model], budget: budget, limits: limits)
        )
    }

    private static func turn(_ text: String, _ usage: ModelUsage?) -> ScriptedModel.Turn {
        .init([.textDelta(text)] + (usage.map { [.usage($0)] } ?? []) + [.finished(.stop)])
    }

    @Test func theOperatorSeesAMonthsTotals() async throws {
        let usage = ModelUsage(inputTokens: 120, outputTokens: 9)
        let studio = try await studio(ScriptedModel { _, _ in Self.turn("Nobody.", usage) })
        _ = try await studio.ask()
        _ = try await studio.ask()
        let overview = try await studio.assistant.budgets.overview()
        #expect(overview.total.requests == 2 && overview.total.inputTokens == 240 && overview.total.outputTokens == 18)
        #expect(overview.users.map(\.displayName) == ["Alex Moore"] && overview.users.map(\.total) == [overview.total])
        #expect(overview.models.map(\.model) == ["scripted"])
        let before = try await studio.assistant.budgets.overview(
            at: AssistantFixture.start.adding(seconds: -40 * 86_400)
        )
        #expect(before.users.isEmpty && before.total.requests == 0)
        // What is older than a year and a month goes.
        studio.fixture.clock.advance(milliseconds: 401 * 86_400_000)
        try await studio.assistant.budgets.deleteOld()
        #expect(try await studio.assistant.budgets.overview(at: AssistantFixture.start).total.requests == 0)
    }

    @Test func theLedgerIsExactToTheToken() async throws {
        let model = PricedModel { _, position in
            let usage = ModelUsage(inputTokens: 100 + position, cachedInputTokens: 40, outputTokens: 7)
            return Self.turn("Nobody is.", usage)
        }
        let studio = try await studio(model)
        for _ in 0..<5 { _ = try await studio.ask() }
        let used = try await studio.usage()
        #expect(used.day == used.month && used.models.map(\.model) == ["scripted"])
        #expect(used.day.requests == 5 && used.day.inputTokens == 510 && used.day.cachedInputTokens == 200)
        #expect(used.day.outputTokens == 35)
        // 310 at 2.50, 200 at 0.25 and 35 at 10 a million.
        #expect(used.day.cost == 0.001175)
        studio.fixture.clock.advance(milliseconds: 86_400_000)
        let tomorrow = try await studio.usage()
        #expect(tomorrow.day == ModelUsageTotals() && tomorrow.month == used.month)
        studio.fixture.clock.advance(milliseconds: 31 * 86_400_000)
        #expect(try await studio.usage().month == ModelUsageTotals())
    }

    @Test func aBudgetIsUsedUpAndBeginsAnew() async throws {
        let model = PricedModel { _, _ in Self.turn("Nobody is.", ModelUsage(inputTokens: 900, outputTokens: 100)) }
        let studio = try await studio(model, BudgetLimits(day: .init(requests: 2)))
        for _ in 0..<2 { _ = try await studio.ask() }
        let error = await #expect(throws: SpotterError.self) { try await studio.ask() }
        #expect(error?.code == .quotaExceeded && error?.message.contains("built-in") == true)
        // It is 13:00 UTC.
        #expect(error?.retryAfterMs == 11 * 3_600_000)
        #expect(model.requests.count == 2)
        let builtIn = AssistantQuery(message: "Who is ill?", model: "built-in")
        _ = try await studio.assistant.query(builtIn, by: studio.coach).answer()
        studio.fixture.clock.advance(milliseconds: 11 * 3_600_000)
        _ = try await studio.ask()
    }

    /// Whatever a provider reports or leaves out, and however it behaves.
    @Test(arguments: [
        BudgetLimits(day: .init(tokens: 20_000)), BudgetLimits(day: .init(cost: 100_000)),
        BudgetLimits(day: .init(requests: 9), month: .init(tokens: 30_000)),
    ])
    func parallelRequestsNeverExceedABudget(budget: BudgetLimits) async throws {
        let random = SeededNumbers(seed: 5)
        let model = PricedModel { _, _ in
            let word = String(repeating: "word ", count: Int(random.next() % 3_000))
            switch random.next() % 6 {
            case 0: return Self.turn(word, nil)
            case 1: return Self.turn(word, ModelUsage(inputTokens: 0, outputTokens: 0))
            case 2: return Self.turn(word, ModelUsage(inputTokens: .max, outputTokens: .max))
            case 3: return .init([.textDelta(word)], error: ModelError(.interrupted, "gone"))
            case 4: return .init([], error: ModelError(.rateLimited(retryAfter: nil), "slow down"))
            default: return Self.turn(word, ModelUsage(inputTokens: 800, outputTokens: 200))
            }
        }
        let studio = try await studio(model, budget)
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<120 {
                group.addTask {
                    do { _ = try await studio.ask() } catch let error as SpotterError {
                        return error.code == .quotaExceeded
                    } catch { return false }
                    return false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused > 0)
        let used = try await studio.usage()
        for (sum, limit) in [(used.day, budget.day), (used.month, budget.month)] {
            #expect(sum.requests <= limit.requests ?? .max)
            #expect(sum.inputTokens + sum.outputTokens <= limit.tokens ?? .max)
            #expect(sum.cost <= limit.cost.map { Double($0) / 1_000_000 } ?? .infinity)
        }
        let open = try await studio.fixture.database.read {
            try $0.exists("SELECT 1 FROM model_usage WHERE state = 'reserved'")
        }
        #expect(!open)
        // What the model is allowed to say fits into what is left.
        #expect(budget.day.tokens == nil || model.requests.allSatisfy { $0.maxOutputTokens ?? .max <= 20_000 })
    }

    @Test func aProviderThatTellsNothingIsEstimatedOneThatLiesIsBounded() async throws {
        let text = String(repeating: "three short words ", count: 100)
        let reports: [ModelUsage?] = [
            nil, ModelUsage(inputTokens: 0, outputTokens: 0),
            ModelUsage(inputTokens: 1_000_000, outputTokens: 1_000_000),
        ]
        let model = PricedModel { _, position in Self.turn(text, reports[position]) }
        let studio = try await studio(model, BudgetLimits(day: .init(tokens: 1_000_000)))
        var before = ModelUsageTotals()
        for report in reports {
            _ = try await studio.ask()
            let now = try await studio.usage().day
            let (input, output) = (now.inputTokens - before.inputTokens, now.outputTokens - before.outputTokens)
            before = now
            #expect((300...10_000).contains(input))
            // 300 words; at most what was reserved.
            let most = report?.outputTokens == 1_000_000 ? ModelMeter.standardOutput : 600
            #expect((300...most).contains(output))
        }
    }

    @Test func anEndlessAnswerIsCutOffAtWhatWasReserved() async throws {
        let model = FedModel()
        let studio = try await studio(model, BudgetLimits(day: .init(tokens: 5_000)))
        let generation = try await studio.assistant.query(.init(message: "Who is ill?"), by: studio.coach)
        await model.asked()
        for _ in 0..<5_000 { model.say("word ") }
        let answer = try await generation.answer()
        #expect(answer.text.hasSuffix("your budget for the language models is used up.)"))
        let used = try await studio.usage().day
        #expect(used.inputTokens + used.outputTokens <= 5_000)
    }

    @Test func aStoppedAnswerIsChargedForWhatCame() async throws {
        let model = FedModel()
        let studio = try await studio(model)
        let generation = try await studio.assistant.query(.init(message: "Who is ill?"), by: studio.coach)
        await model.asked()
        model.say("Nobody that I know of, ")
        for await event in generation.events() { if case .textDelta = event { break } }
        _ = try await studio.assistant.stop(generation.messageId, by: studio.coach)
        let used = try await studio.usage().day
        #expect(used.requests == 1 && used.outputTokens > 3 && used.inputTokens > 200)
    }

    @Test func whatACrashLeftReservedIsChargedOnce() async throws {
        let studio = try await studio(PricedModel { _, _ in .text("Hm") })
        let ledger = studio.assistant.budgets.ledger
        let model = PricedModel { _, _ in .text("Hm") }
        let reservation = try await ledger.reserve(model, for: studio.coach.userId, input: 100, output: 50)
        try await studio.assistant.recover()
        try await ledger.settle(reservation, ModelUsage(inputTokens: 1, outputTokens: 1), isEstimate: false)
        let used = try await studio.usage().day
        #expect(used.inputTokens == 100 && used.outputTokens == 50)
    }

    /// The disk is full when an answer ends, and has room again later.
    @Test func whatCanNotBeWrittenIsWrittenLater() async throws {
        let usage = ModelUsage(inputTokens: 120, outputTokens: 9)
        let model = PricedModel { _, position in
            position == 1
                ? .init([], error: ModelError(.rateLimited(retryAfter: nil), "slow")) : Self.turn("No.", usage)
        }
        let studio = try await studio(model, BudgetLimits(day: .init(requests: 2)))
        let database = studio.fixture.database
        try await database.write { connection in
            for change in ["UPDATE", "DELETE"] {
                try connection.execute(
                    "CREATE TRIGGER full_\(change) BEFORE \(change) ON model_usage BEGIN SELECT RAISE(ABORT, 'full'); END"
                )
            }
        }
        _ = try await studio.ask()
        await #expect(throws: SpotterError.self) { try await studio.ask() }
        let reserved = try await studio.usage().day
        #expect(reserved.requests == 2 && reserved.outputTokens == 2 * ModelMeter.standardOutput)
        try await database.write { connection in
            for change in ["UPDATE", "DELETE"] { try connection.execute("DROP TRIGGER full_\(change)") }
        }
        // The refused request has used nothing, so there is room for this one.
        _ = try await studio.ask()
        let used = try await studio.usage().day
        #expect(used.requests == 2 && used.inputTokens == 240 && used.outputTokens == 18)
    }

    @Test func whoLeavesBeforeTheModelIsAskedIsChargedNothing() async throws {
        let model = PricedModel { _, _ in .text("Hm") }
        let studio = try await studio(model)
        let meter = ModelMeter(ledger: studio.assistant.budgets.ledger, logger: Logger(label: "test"))
        let asking = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let request = ModelRequest(messages: [.user("Who is ill?")])
            try await meter.ask(model, request, for: studio.coach.userId, didSettle: { _ in }) { _, _ in }
        }
        await #expect(throws: CancellationError.self) { try await asking.value }
        #expect(try await studio.usage().day.requests == 0)
        #expect(model.requests.isEmpty)
    }

    @Test func theOperatorsLimitsForAUserCountInsteadOfTheServers() async throws {
        let model = PricedModel { _, _ in Self.turn("Hm", ModelUsage(inputTokens: 10, outputTokens: 1)) }
        let studio = try await studio(model, BudgetLimits(day: .init(requests: 1)))
        let budgets = studio.assistant.budgets
        let admin = AdminActor.folder
        try await budgets.change(studio.coach.userId, .init(requestsPerDay: .set(-1), costPerDay: .set(0.5)), by: admin)
        for _ in 0..<3 { _ = try await studio.ask() }
        var budget = try await studio.usage().budget
        #expect(budget == ModelBudget(costPerDay: 0.5))
        try await budgets.change(studio.coach.userId, .init(requestsPerDay: .cleared, costPerDay: .cleared), by: admin)
        budget = try await studio.usage().budget
        #expect(budget == ModelBudget(requestsPerDay: 1))
        await #expect(throws: SpotterError.self) { try await studio.ask() }
        try await budgets.change(studio.coach.userId, .init(tokensPerMonth: .set(0)), by: admin)
        let wrong = ModelBudgetRequest(costPerDay: .set(.infinity))
        await #expect(throws: SpotterError.self) { try await budgets.change(studio.coach.userId, wrong, by: admin) }
        try await studio.assistant.erase(studio.coach.userId)
        let isErased = try await studio.fixture.database.read {
            try ModelBudgets.isErased(studio.coach.userId, on: $0)
        }
        #expect(isErased)
    }
}

/// A scripted model with a price.
struct PricedModel: LanguageModel {
    private let scripted: ScriptedModel
    let profile: ModelProfile

    init(
        _ profile: ModelProfile = ModelProfile(
            price: ModelPrice(input: 2_500_000, cachedInput: 250_000, output: 10_000_000)
        ),
        name: String = "scripted",
        respond: @escaping @Sendable (ModelRequest, Int) -> ScriptedModel.Turn
    ) {
        scripted = ScriptedModel(name: name, respond: respond)
        self.profile = profile
    }

    var name: String { scripted.name }
    var requests: [ModelRequest] { scripted.requests }

    func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error> { scripted.stream(request) }
}
