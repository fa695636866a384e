import AsyncHTTPClient
import Domain
import LanguageModels
import Logging
import MessagingTestKit
import ModelTestKit
import NIOCore
import SpotterAPI
import Storage
import TestSupport

@testable import ModelBudgets
@testable import ModelProxy

/// Exchanges with a scripted provider that are charged to one user, over a real database.
struct ChargedExchanges: Sendable {
    let provider: ScriptedProvider
    let writes: HeldWrites
    let clock: ManualClock
    let user: UserID
    let running = RunningExchanges()
    private let budgets: ModelBudgets

    static let start = Timestamp(milliseconds: 1_773_000_000_000)
    /// What the provider of ``answer`` says it has used.
    static let used = ModelUsage(inputTokens: 12, outputTokens: 7)
    static let answer = ScriptedResponse.text("Name three stretches", usage: used)

    static func run(
        _ responses: [ScriptedResponse],
        _ body: (ChargedExchanges) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let (clock, user) = (ManualClock(start), UserID(high: 1, low: 1))
        let database = try TestDatabase.open(
            path: "\(folder.path)/db",
            adding: [UsageSchema.ledger] + ModelProxySchema.migrations,
            clock: clock
        )
        _ = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                VALUES ($1, 'a@example.com', 'Alex', 'trainer', 'UTC', '', 0)
                """,
                user
            )
        }
        let (provider, writes) = (try await ScriptedProvider(responses: responses), HeldWrites(database))
        let ids = UUIDv7Source(clock: clock)
        let ledger = UsageLedger(database: writes, clock: clock, ids: ids, standard: BudgetLimits())
        let fixture = ChargedExchanges(
            provider: provider,
            writes: writes,
            clock: clock,
            user: user,
            budgets: ModelBudgets(ledger: ledger, currency: "USD")
        )
        try await body(fixture)
        await fixture.running.shutdown()
        await provider.stop()
        try await database.close()
    }

    private static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    private init(
        provider: ScriptedProvider,
        writes: HeldWrites,
        clock: ManualClock,
        user: UserID,
        budgets: ModelBudgets
    ) {
        self.provider = provider
        self.writes = writes
        self.clock = clock
        self.user = user
        self.budgets = budgets
    }

    /// An exchange for which the most that it can use is reserved.
    func exchange(stream: Bool = true) async throws -> UpstreamExchange {
        let messages: JSONValue = [["role": "user", "content": "Name three stretches."]]
        let request = try CompletionRequest(["stream": .bool(stream), "messages": messages])
        return UpstreamExchange(
            request: request,
            model: try ProxiedModel(name: "a", model: "a", baseURL: provider.baseURL, apiKey: nil),
            use: try await budgets.reserve(request.estimate, to: "a", at: nil, output: 8_192, for: user),
            client: .shared,
            clock: ContinuousClock(),
            running: running,
            logger: Self.silent
        )
    }

    /// The stream with which an exchange answers.
    func stream() async throws -> ForwardedStream {
        guard case .stream(let stream) = try await exchange().answer() else { throw NoStream() }
        return stream
    }

    private struct NoStream: Error {}

    /// What the ledger has.
    func charged() async throws -> ModelUsageTotals { try await budgets.usage(of: user).day }
}

extension ForwardedStream {
    /// Reads on until the text so far holds `end`, or the stream ends.
    func read(until end: String? = nil) async -> String {
        var text = ""
        for await piece in pieces {
            text += String(buffer: piece)
            didSend()
            if let end, text.contains(end) { break }
        }
        return text
    }
}
