import Accounts
import Assistant
import Domain
import LanguageModels
import Messaging
import ModelBudgets
import ModelTestKit
import SpotterAPI
import Testing

/// Summaries whose points a model writes.
@Suite struct ModelSummaryTests {
    /// A coach, a client, their chat and its lines in the order in which a model sees them.
    struct World {
        let fixture: AssistantFixture
        let coach: Principal
        let sara: Principal
        let chat: ChatID
        var lines: [VisibleMessage] = []

        init() async throws {
            fixture = try await AssistantFixture()
            coach = try await fixture.person("Alex Moore", .trainer)
            (sara, chat) = try await fixture.client("Sara Chen", of: coach)
            _ = try await fixture.say("My knee hurts since the run of 14 km on Sunday", sara, in: chat, daysAgo: 4)
            _ = try await fixture.say("Then rest the knee until Thursday and swim", coach, in: chat, daysAgo: 3)
            _ = try await fixture.say("The knee is fine again, I swam 40 minutes", sara, in: chat, daysAgo: 1)
        }

        func summary(_ model: any LanguageModel, _ request: SummaryRequest = .init()) async throws -> ChatSummary {
            try await fixture.assistant(models: [model]).summary(of: chat, request, by: coach)
        }
    }

    @Test func pointsCiteTheLinesThatTheyAreFrom() async throws {
        let world = try await World()
        let model = ScriptedModel(turns: [
            .text("- Sara's knee hurt after 14 km, and is fine again [1][3].\n2. You told Sara to rest and swim [2]")
        ])
        let summary = try await world.summary(model)
        #expect(summary.model == "scripted" && summary.notice == nil && summary.messages == 3)
        #expect(
            summary.points.map(\.text) == [
                "Sara's knee hurt after 14 km, and is fine again.", "You told Sara to rest and swim",
            ]
        )
        #expect(summary.points.map { $0.citations.map(\.senderName) } == [["Sara Chen", "Sara Chen"], ["Alex Moore"]])
        #expect(summary.text.contains("Sara's knee hurt after 14 km, and is fine again. [1]"))
        let request = try #require(model.requests.first)
        #expect(request.tools.isEmpty && request.temperature == 0)
        guard case .user(let asked, _) = request.messages.last else { return #expect(Bool(false)) }
        #expect(asked.contains("[1]") && asked.contains("14 km") && asked.contains("Alex Moore (the user)"))
    }

    @Test(arguments: [
        "Sara's knee hurts.", "Sara ran 15 km [1]", "Sara is fine [9]", "You told them to rest [1], says Alex",
        "I have sent Sara the plan [2]", "[1]", "",
    ])
    func whatCannotBeLookedUpIsLeftOut(_ line: String) async throws {
        let world = try await World()
        let summary = try await world.summary(ScriptedModel(turns: [.text(line)]))
        #expect(summary.model == "built-in" && summary.notice?.isEmpty == false)
        #expect(summary.points.contains { $0.text.contains("14 km") })
    }

    @Test func noLinkComesThrough() async throws {
        let world = try await World()
        let text = "See ![knee](https://evil.example/?q=knee) about the knee [1]"
        let summary = try await world.summary(ScriptedModel(turns: [.text(text)]))
        #expect(summary.model == "scripted" && !summary.text.contains("evil"))
    }

    @Test func aModelThatIsDownIsReplacedAndNamed() async throws {
        let world = try await World()
        let model = ScriptedModel(turns: [.init([], error: ModelError(.unavailable, "The model is down."))])
        let summary = try await world.summary(model)
        #expect(summary.model == "built-in" && summary.notice == "The model is down.")
        #expect(!summary.points.isEmpty)
    }

    @Test func aModelThatStallsIsReplaced() async throws {
        let world = try await World()
        let assistant = world.fixture.assistant(models: [SilentModel()], sleep: { _ in })
        let summary = try await assistant.summary(of: world.chat, .init(), by: world.coach)
        #expect(summary.model == "built-in" && summary.notice?.contains("too long") == true)
    }

    @Test func theBuiltInOneCanBeAskedFor() async throws {
        let world = try await World()
        let model = ScriptedModel(turns: [])
        let summary = try await world.summary(model, .init(model: "built-in"))
        #expect(summary.model == "built-in" && summary.notice == nil && model.requests.isEmpty)
        await #expect(throws: SpotterError.self) { try await world.summary(model, .init(model: "gpt-0")) }
    }

    @Test func itIsWrittenOnceUntilSomethingIsSaid() async throws {
        let world = try await World()
        let model = ScriptedModel { _, number in .text("Summary number \(number == 0 ? "one" : "two") of the knee [1]")
        }
        let assistant = world.fixture.assistant(models: [model])
        let first = try await assistant.summary(of: world.chat, .init(), by: world.coach)
        let again = try await assistant.summary(of: world.chat, .init(), by: world.coach)
        #expect(first == again && model.requests.count == 1)
        _ = try await world.fixture.say("The knee hurts again after 3 km", world.sara, in: world.chat, daysAgo: 0)
        let later = try await assistant.summary(of: world.chat, .init(), by: world.coach)
        #expect(model.requests.count == 2 && later.points.first?.text.contains("two") == true)
    }

    @Test func aDeletedMessageLeavesTheNextRequest() async throws {
        let world = try await World()
        let model = ScriptedModel { _, _ in .text("The knee is a topic [1]") }
        let assistant = world.fixture.assistant(models: [model])
        _ = try await assistant.summary(of: world.chat, .init(), by: world.coach)
        let secret = try await world.fixture.say("The knee surgery is 4711", world.sara, in: world.chat, daysAgo: 0)
        _ = try await assistant.summary(of: world.chat, .init(), by: world.coach)
        try await world.fixture.messaging.messages.delete(secret.id, in: world.chat, by: world.sara.actor)
        _ = try await assistant.summary(of: world.chat, .init(), by: world.coach)
        let asked = model.requests.map { "\($0.messages)" }
        #expect(
            asked.map { $0.contains("4711") } == [false, true]
                || asked.map { $0.contains("4711") } == [false, true, false]
        )
    }

    @Test func theBudgetCounts() async throws {
        let world = try await World()
        let model = ScriptedModel { _, _ in
            .init([.textDelta("The knee [1]"), .usage(.init(inputTokens: 300, outputTokens: 20)), .finished(.stop)])
        }
        var budget = BudgetLimits()
        budget.day.requests = 1
        let assistant = world.fixture.assistant(models: [model], budget: budget)
        _ = try await assistant.summary(of: world.chat, .init(), by: world.coach)
        #expect(try await assistant.budgets.usage(of: world.coach.userId).day.inputTokens == 300)
        _ = try await world.fixture.say("The knee hurts again after 3 km", world.sara, in: world.chat, daysAgo: 0)
        let second = try await assistant.summary(of: world.chat, .init(), by: world.coach)
        #expect(second.model == "built-in" && second.notice?.contains("budget") == true)
    }

    @Test func aQuestionForASummaryGetsTheChatsLines() async throws {
        let world = try await World()
        let model = ScriptedModel(turns: [.text("The knee is fine again [3].")])
        let assistant = world.fixture.assistant(models: [model])
        let answer = try await assistant.query(.init(message: "Summarise my chat with Sara"), by: world.coach).answer()
        #expect(answer.citations.map(\.quote) == ["The knee is fine again, I swam 40 minutes"])
        let asked = "\(try #require(model.requests.first).messages)"
        #expect(asked.contains("14 km") && asked.contains("rest the knee"))
    }
}

/// Never says anything.
private struct SilentModel: LanguageModel {
    let name = "silent"

    func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error> {
        AsyncThrowingStream { _ in }
    }
}
