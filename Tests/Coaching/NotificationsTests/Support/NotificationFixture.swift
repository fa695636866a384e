import Accounts
import Contacts
import ContactsTestKit
import Crypto
import Domain
import Foundation
import Live
import Logging
import MediaStore
import Messaging
import MessagingTestKit
import NIOCore
import NIOPosix
import Scheduling
import SpotterAPI
import Storage
import Synchronization
import TestSupport

@testable import Notifications

/// Messaging with notifications over a real database, with a manual clock and a simulated network.
struct NotificationFixture: Sendable {
    static let start = Timestamp(milliseconds: 1_773_000_000_000)
    static let hook = "https://hooks.example.com/in"

    let folder: TemporaryFolder
    let clock: ManualClock
    let database: any Database
    let messaging: MessagingServices
    let live: LiveServices
    let notifications: NotificationServices
    let network: PlayedNetwork
    let mail: PlayedMail
    let loop: any EventLoop

    static func run(
        _ network: PlayedNetwork = PlayedNetwork(),
        mail: PlayedMail = PlayedMail(),
        configure: (inout NotificationSettings) -> Void = { _ in },
        _ body: (NotificationFixture) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let clock = ManualClock(start)
        let world = try await NotificationFixture(folder, clock, network, mail, configure)
        try await body(world)
        try? await world.database.close()
    }

    /// The state after a restart: the same files, and nothing in memory.
    func reopened() async throws -> NotificationFixture {
        try await database.close()
        let settings = notifications.settings
        return try await NotificationFixture(folder, clock, network, mail) { $0 = settings }
    }

    private init(
        _ folder: TemporaryFolder,
        _ clock: ManualClock,
        _ network: PlayedNetwork,
        _ mail: PlayedMail,
        _ configure: (inout NotificationSettings) -> Void
    ) async throws {
        self.folder = folder
        self.clock = clock
        self.network = network
        self.mail = mail
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        database = try TestDatabase.open(
            path: "\(folder.path)/spotter.db",
            adding: SchedulingSchema.migrations + NotificationsSchema.migrations,
            clock: clock
        )
        loop = MultiThreadedEventLoopGroup.singleton.next()
        let signal = NewMessageSignal()
        let ids = UUIDv7Source(clock: clock)
        let states = ChatStateCache()
        live = LiveServices(
            database: database,
            clock: clock,
            states: states,
            hub: Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
        )
        messaging = MessagingServices(
            database: database,
            clock: clock,
            ids: ids,
            hasher: PasswordHasher(cost: .minimal),
            states: states,
            publisher: live,
            messageObserver: signal,
            prospectObserver: EventCalendar(database: database, clock: clock, ids: ids),
            media: StoredMediaCatalog(),
            registration: .open
        )
        var settings = NotificationSettings()
        settings.origins = [try Origin.made("https://hooks.example.com")]
        settings.ntfy = .init(url: try Endpoint.made("https://ntfy.example.com"), token: Secret("ntfy-token"))
        settings.smtp = .init(
            host: "localhost",
            port: 25,
            security: .none,
            from: try MailAddress.made("spotter@example.com")
        )
        configure(&settings)
        notifications = try await NotificationServices(
            database: database,
            ids: ids,
            messages: messaging.messages,
            presence: live.presence,
            signal: signal,
            settings: settings,
            transport: network,
            mailTransport: mail,
            timing: Timing(
                clock: clock,
                sleep: { duration in
                    network.slept(duration)
                    clock.advance(milliseconds: duration.components.seconds * 1000)
                },
                jitter: { 0.5 }
            ),
            logger: logger
        )
        try await notifications.notifier.prune()
    }

    // MARK: People

    func person(_ name: String, _ role: Role = .client) async throws -> Principal {
        let registration = Accounts.Registration(
            email: "\(name.lowercased())@example.com",
            password: Secret("secret-\(name)"),
            displayName: name,
            role: role
        )
        return try await principal(try await messaging.accounts.register(registration))
    }

    /// Another device of the same person.
    func device(of person: Principal) async throws -> Principal {
        try await principal(
            try await messaging.accounts.login(
                email: person.user.email,
                password: Secret("secret-\(person.user.displayName)")
            )
        )
    }

    private func principal(_ credentials: AuthGrant) async throws -> Principal {
        try await messaging.accounts.authenticate(credentials.accessToken)
    }

    /// Alex, a trainer, her client Sara, and their chat.
    func pair() async throws -> (alex: Principal, sara: Principal, chat: ChatID) {
        let alex = try await person("Alex", .trainer)
        let sara = try await person("Sara")
        _ = try await messaging.contacts.addClient(sara.user, by: alex.actor)
        let chat = try await messaging.chats.open(.direct(with: sara.userId), by: alex.actor).chat.id
        return (alex, sara, chat)
    }

    // MARK: Steps

    @discardableResult
    func send(_ text: String, to chat: ChatID, by sender: Principal, media: [MediaID] = []) async throws -> Message {
        let id: MessageID = UUIDv7Source(clock: clock).next()
        return try await messaging.messages.send(
            .init(chatId: chat, sender: sender.actor, clientMessageId: "\(id)", text: text, mediaIds: media)
        ).message
    }

    @discardableResult
    func subscribe(_ json: String, by principal: Principal) async throws -> Subscriptions.AddResult {
        let new = try JSONDecoder().decode(NewSubscription.self, from: Data(json.utf8))
        return try await notifications.subscriptions.add(new, by: principal)
    }

    @discardableResult
    func hook(_ principal: Principal, _ path: String = "") async throws -> Subscriptions.AddResult {
        try await subscribe(#"{"kind":"webhook","url":"\#(Self.hook)\#(path)"}"#, by: principal)
    }

    /// Waits until all notifications have been sent.
    func settle() async throws { try await notifications.notifier.drain() }

    /// The bodies received since the last call.
    func told() async throws -> [String] {
        try await settle()
        return network.take().compactMap { $0.json["body"] as? String }
    }

    func count(_ sql: String) async throws -> Int64 {
        try await database.read { try $0.first(sql) { try $0.int(0) } ?? -1 }
    }
}

/// A simulated network that records requests and returns the responses that a test sets.
final class PlayedNetwork: HTTPTransport {
    struct Posted: Sendable {
        let url: String
        let headers: [String: String]
        let body: [UInt8]

        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        }
    }

    typealias Answer = @Sendable (HTTPTransportRequest, Int) async throws -> HTTPTransportResponse

    private let answer: Answer
    private let state = Mutex((posted: [Posted](), count: 0, sleeps: [Duration]()))

    /// - Parameter answer: gets the request and the number of earlier ones.
    init(_ answer: @escaping Answer = { _, _ in HTTPTransportResponse(status: 201) }) { self.answer = answer }

    func post(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let posted = Posted(
            url: request.url,
            headers: Dictionary(request.headers.map { ($0.name, $0.value) }) { first, _ in first },
            body: request.body
        )
        let number = state.withLock { state in
            state.posted.append(posted)
            state.count += 1
            return state.count - 1
        }
        return try await answer(request, number)
    }

    func take() -> [Posted] {
        state.withLock { state in
            defer { state.posted = [] }
            return state.posted
        }
    }

    func slept(_ duration: Duration) { state.withLock { $0.sleeps.append(duration) } }
    var sleeps: [Duration] { state.withLock { $0.sleeps } }
}

/// Records mails, or fails to send them.
final class PlayedMail: MailTransport {
    private let state = Mutex((mails: [(to: String, text: String)](), error: SMTPError?.none))

    func send(_ content: [UInt8], to: MailAddress) async throws {
        try state.withLock { state in
            if let error = state.error { throw error }
            state.mails.append((to.description, String(decoding: content, as: UTF8.self)))
        }
    }

    var mails: [(to: String, text: String)] { state.withLock { $0.mails } }
    func fail(_ error: SMTPError?) { state.withLock { $0.error = error } }
}

extension Origin {
    static func made(_ text: String) throws -> Origin {
        guard let origin = Origin(text) else { throw SpotterError.invalid(text) }
        return origin
    }
}

extension Endpoint {
    static func made(_ text: String) throws -> Endpoint {
        guard let endpoint = Endpoint(text) else { throw SpotterError.invalid(text) }
        return endpoint
    }
}

extension MailAddress {
    static func made(_ text: String) throws -> MailAddress {
        guard let address = MailAddress(text) else { throw SpotterError.invalid(text) }
        return address
    }
}
