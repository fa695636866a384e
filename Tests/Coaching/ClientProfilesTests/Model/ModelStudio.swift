import Accounts
import AsyncHTTPClient
import ContactsTestKit
import Domain
import LanguageModels
import Logging
import Messaging
import MessagingTestKit
import ModelBudgets
import ModelTestKit
import OpenAIClient
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Assistant
@testable import ClientProfiles

/// A trainer, a client and their chat, whose messages a language model behind a real socket reads after the rules.
struct ModelStudio: Sendable {
    let house: ProfileHouse
    let provider: ScriptedProvider
    let script: Script
    let follower: ProfileFollower
    let reader: ProfileModelReader
    let ledger: UsageLedger

    /// What the model answers, which a test may change.
    final class Script: Sendable {
        private let answer: Mutex<@Sendable ([String]) -> ScriptedResponse>
        private let seen = Mutex<[[String]]>([])

        init(_ answer: @escaping @Sendable ([String]) -> ScriptedResponse) { self.answer = Mutex(answer) }

        /// The messages of each request.
        var requests: [[String]] { seen.withLock { $0 } }

        func set(_ new: @escaping @Sendable ([String]) -> ScriptedResponse) { answer.withLock { $0 = new } }

        func respond(to request: ScriptedProvider.Request) -> ScriptedResponse {
            let text = request.json["messages"]?.array?.last?["content"]?.string ?? ""
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("[") }.map { line in
                line.firstRange(of: " | ").map { String(line[$0.upperBound...]) } ?? ""
            }
            seen.withLock { $0.append(lines) }
            return answer.withLock { $0 }(lines)
        }
    }

    static func run(
        budget: BudgetLimits = BudgetLimits(),
        _ answer: @escaping @Sendable ([String]) -> ScriptedResponse,
        _ body: (ModelStudio) async throws -> Void
    ) async throws {
        try await ProfileHouse.run { house in
            let script = Script(answer)
            let provider = try await ScriptedProvider { request, _ in script.respond(to: request) }
            let studio = try ModelStudio(house, provider, script, budget)
            // The model reads what is written from now on.
            try await studio.follower.readPending()
            try await body(studio)
            await provider.stop()
        }
    }

    /// - Parameter wrap: puts something around the model.
    init(
        _ house: ProfileHouse,
        _ provider: ScriptedProvider,
        _ script: Script,
        _ budget: BudgetLimits = BudgetLimits(),
        wrap: (any ProfileModel) -> any ProfileModel = { $0 }
    ) throws {
        let fixture = house.fixture
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        self.house = house
        self.provider = provider
        self.script = script
        ledger = UsageLedger(
            database: fixture.database,
            clock: fixture.clock,
            ids: UUIDv7Source(clock: fixture.clock),
            standard: budget
        )
        let model = try RemoteLanguageModel(
            configuration: .init(baseURL: provider.baseURL, model: "scripted", retry: .never),
            httpClient: .shared
        )
        let claims = ProfileClaimReader(model: model, meter: ModelMeter(ledger: ledger, logger: logger)) { _ in
            try await Task.sleep(for: .seconds(3_600))
        }
        let queue = ProfileModelQueue(clock: fixture.clock)
        follower = ProfileFollower(database: fixture.database, modelQueue: queue, logger: logger)
        reader = ProfileModelReader(database: fixture.database, model: wrap(claims), queue: queue, logger: logger)
    }

    /// The same after a restart, or with something around the model.
    func restarted(wrap: (any ProfileModel) -> any ProfileModel = { $0 }) throws -> ModelStudio {
        try ModelStudio(house, provider, script, ledger.standard, wrap: wrap)
    }

    /// The client writes to the trainer, and the rules read it.
    @discardableResult
    func say(_ text: String, _ id: String) async throws -> MessageID {
        house.fixture.clock.advance(milliseconds: 60_000)
        let sent = try await house.fixture.send(text, id, to: house.chat, by: house.client)
        try await follower.readPending()
        return sent.message.id
    }

    /// The rules and the model read everything.
    func readAll() async throws {
        try await follower.readPending()
        house.fixture.clock.advance(milliseconds: (ProfileModelQueue.linger + 1) * 1000)
        try await reader.step()
    }

    func waiting() async throws -> Int64 {
        try await house.fixture.count("SELECT count(*) FROM profile_model_queue")
    }

    /// How many statements the model has found.
    func found() async throws -> Int64 {
        try await house.fixture.count("SELECT count(*) FROM profile_statements WHERE origin = 'model'")
    }
}

/// A claim as a model writes it, right or wrong.
func fact(_ message: Int, _ category: String, _ quote: String, _ status: String = "holds") -> JSONValue {
    [
        "message": .integer(message), "category": .string(category), "quote": .string(quote),
        "status": .string(status),
    ]
}

func facts(_ facts: [JSONValue]) -> ScriptedResponse { .text((["facts": .array(facts)] as JSONValue).text) }

/// A model that points at phrases wherever it sees them.
func pointing(at phrases: [(phrase: String, category: String, status: String)])
    -> @Sendable ([String]) -> ScriptedResponse
{
    { lines in
        facts(
            lines.enumerated().flatMap { position, line in
                phrases.filter { line.contains($0.phrase) }.map {
                    fact(position + 1, $0.category, $0.phrase, $0.status)
                }
            }
        )
    }
}

/// Does something after the model has answered, and before the answer is stored.
struct Interposed: ProfileModel {
    let base: any ProfileModel
    let action: @Sendable () async throws -> Void

    var name: String { base.name }

    func claims(in messages: [ProfileModelMessage], for trainer: UserID) async throws -> [ProfileClaim] {
        let claims = try await base.claims(in: messages, for: trainer)
        try await action()
        return claims
    }
}
