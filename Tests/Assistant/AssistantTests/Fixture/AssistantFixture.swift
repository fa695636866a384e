import Accounts
import Assistant
import AssistantTools
import BuiltInAnswers
import Contacts
import ContactsTestKit
import Domain
import Embedding
import Foundation
import LanguageModels
import Logging
import Messaging
import ModelBudgets
import Retrieval
import Scheduling
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import WebSearch

/// A server without its network: a database in a temporary folder, people, chats, and the assistant.
final class AssistantFixture: Sendable {
    static let start = Timestamp(rfc3339: "2026-03-12T13:00:00Z") ?? .earliest

    let clock = ManualClock(AssistantFixture.start)
    let ids: any IDSource
    let database: any Database
    let messaging: MessagingServices
    let memory: MessageIndexer
    let search: MessageSearch
    let proposalMaker: TestProposalMaker
    let audit: AuditLog
    let derived: DerivedTexts
    /// What the devices of the conversations' owners were told.
    let changes = ToldChanges()
    var path: String { folder.path }
    private let folder = TemporaryFolder()

    init(isSemantic: Bool = true, embedder: (any Embedder)? = nil) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ids = UUIDv7Source(clock: clock, random: SeededNumbers(seed: 7).next)
        database = try AssistantDatabase.open(path: folder.path + "/test.db", clock: clock)
        memory = MessageIndexer(
            database: database,
            embedders: isSemantic ? [embedder ?? BagOfWordsEmbedder()] : [],
            clock: clock,
            logger: logger
        )
        audit = try await AuditLog.open(database, keys: folder.path + "/keys", logger: logger)
        derived = DerivedTexts(clock: clock, ids: ids, audit: audit) { [changes] in changes.add($0, $1) }
        messaging = MessagingServices.withoutClients(
            database: database,
            clock: clock,
            ids: ids,
            hasher: PasswordHasher(cost: .minimal),
            messageObserver: MessageObservers([memory, derived]),
            prospectObserver: ProspectObservers([derived, EventCalendar(database: database, clock: clock, ids: ids)])
        )
        search = MessageSearch(database: database, indexer: memory)
        proposalMaker = TestProposalMaker(database: database, ids: ids, clock: clock)
    }

    deinit { folder.remove() }

    func assistant(
        web: (any WebSearching)? = nil,
        pages: (any WebPageReading)? = nil,
        models: [any LanguageModel] = [],
        calendar: (any CalendarReading)? = nil,
        sources: AnswerSources? = nil,
        resolver: (any ToolResolving)? = nil,
        proposals: (any Proposing)? = nil,
        attachments: (any AttachmentReading)? = nil,
        budget: BudgetLimits = BudgetLimits(),
        limits: AssistantLimits = AssistantLimits(titlesByModel: false),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await Task.sleep(for: .seconds(3600)) },
        derived: DerivedTexts? = nil,
        askOthers: (@Sendable (TurnID) -> Void)? = nil
    ) -> AssistantService {
        AssistantService(
            database: database,
            clock: clock,
            ids: ids,
            search: search,
            resolver: resolver ?? proposalMaker,
            proposals: proposals ?? proposalMaker,
            derived: derived ?? self.derived,
            sources: sources ?? AnswerSources(calendar: calendar),
            attachments: attachments,
            web: web,
            pages: pages,
            models: models,
            budget: budget,
            limits: limits,
            sleep: sleep,
            askOthers: askOthers,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// Proposals that are executed, instead of the test's own.
    func proposals() -> Proposals {
        Proposals(
            database: database,
            clock: clock,
            ids: ids,
            executor: ToolExecutor(
                messages: messaging.messages,
                reminders: Reminders(database: database, clock: clock, ids: ids),
                ids: ids
            ),
            audit: audit
        )
    }

    /// Everything that the assistant's tables hold.
    func storedTexts() async throws -> String {
        try await database.read { connection in
            var all: [String] = []
            for sql in [
                "SELECT title FROM conversations", "SELECT text FROM turns", "SELECT coalesce(answer, '') FROM turns",
                "SELECT arguments || summary FROM proposals", "SELECT coalesce(result, '') FROM proposals",
                "SELECT arguments FROM audit_log", "SELECT coalesce(words, '') FROM audit_log",
            ] { all += try connection.query(sql) { try $0.text(0) } }
            return all.joined(separator: "\n")
        }
    }

    // MARK: People

    /// Creates an account without the cost of hashing a password.
    func person(_ name: String, _ role: Role = .client, timezone: String = "Europe/Stockholm") async throws -> Principal
    {
        let user = User(
            id: ids.next(),
            email: "\(name.lowercased().replacing(" ", with: ".").filter { !"<>()[],;:".contains($0) })@example.com",
            displayName: name,
            role: role,
            timezone: timezone
        )
        let now = clock.now()
        try await database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                VALUES ($1, $2, $3, $4, $5, 'none', $6)
                """,
                user.id,
                user.email,
                user.displayName,
                user.role.rawValue,
                user.timezone,
                now
            )
        }
        return Principal(user: user, sessionId: ids.next())
    }

    /// Adds a client of the trainer, and their chat.
    @discardableResult
    func client(_ name: String, of trainer: Principal) async throws -> (principal: Principal, chat: ChatID) {
        let client = try await person(name)
        _ = try await messaging.contacts.addClient(client.user, by: trainer.actor)
        let chat = try await messaging.chats.open(.direct(with: client.userId), by: trainer.actor).chat
        return (client, chat.id)
    }

    /// Sends a message dated `ago` days before now, and indexes it.
    @discardableResult
    func say(_ text: String, _ sender: Principal, in chat: ChatID, daysAgo: Int64 = 1) async throws -> Message {
        let sent = try await messaging.messages.send(
            .init(
                chatId: chat,
                sender: sender.actor,
                clientMessageId: "\(ids.next(MessageID.self))",
                text: text,
                sentAt: clock.now().adding(seconds: -daysAgo * 86_400)
            )
        )
        try await memory.load()
        while try await memory.indexPending() > 0 {}
        return sent.message
    }
}

/// Frames about conversations, in the order in which they were sent.
final class ToldChanges: Sendable {
    private let list = Mutex<[(change: ConversationChange, owner: UserID)]>([])

    func add(_ change: ConversationChange, _ owner: UserID) { list.withLock { $0.append((change, owner)) } }

    /// Those of an owner since the last call.
    func take(of owner: UserID) -> [ConversationChange] {
        list.withLock { list in
            defer { list.removeAll { $0.owner == owner } }
            return list.filter { $0.owner == owner }.map(\.change)
        }
    }
}

/// Vectors that count a text's stems: two texts are similar if they share words. For tests only.
struct BagOfWordsEmbedder: Embedder {
    let model = EmbeddingModel(name: "bag-of-words", dimension: 512)

    func embed(_ texts: [String]) async throws -> [[Float]] {
        texts.map { text in
            var vector = [Float](repeating: 0, count: model.dimension)
            for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where word.count > 2 {
                var hash: UInt64 = 0xCBF2_9CE4_8422_2325
                for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
                vector[Int(hash % UInt64(model.dimension))] += 1
            }
            let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return length > 0 ? vector.map { $0 / length } : [1] + vector.dropFirst()
        }
    }
}

/// `SeededRandom` behind a lock.
final class SeededNumbers: Sendable {
    private let random: Mutex<SeededRandom>

    init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

    @Sendable func next() -> UInt64 { random.withLock { $0.next() } }
}
