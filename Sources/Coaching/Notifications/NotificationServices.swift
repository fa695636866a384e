public import Accounts
public import Cluster
public import CoreMetrics
import Crypto
public import Domain
public import Live
public import Logging
public import Messaging
public import NIOCore
public import SpotterAPI
public import Storage

/// The notification use cases, wired over one database.
public struct NotificationServices: Sendable {
    public let settings: NotificationSettings
    public let subscriptions: Subscriptions
    public let notifier: Notifier
    private let sender: NotificationSender
    private let clock: any WallClock
    private let testSendLimit = TestSendLimit()
    private let ids: any IDSource

    /// The server's public key, which browsers need to subscribe.
    public var publicKey: String { sender.vapid.publicKey }

    /// The notifications that wait to be sent.
    public var pendingCount: Int { notifier.deliveryWorker.queues.count }

    /// Creates the server's key if there is none.
    ///
    /// - Parameters:
    ///   - signal: `Messaging` calls it after each message.
    ///   - metrics: counts deliveries.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        messaging: MessagingServices,
        live: LiveServices,
        signal: NewMessageSignal,
        settings: NotificationSettings,
        eventLoops: any EventLoopGroup,
        metrics: any MetricsFactory,
        lease: Lease = .alone,
        logger: Logger
    ) async throws {
        try await self.init(
            database: database,
            ids: ids,
            messages: messaging.messages,
            presence: live.presence,
            signal: signal,
            settings: settings,
            transport: AsyncHTTPTransport(),
            mailTransport: settings.smtp.map { SMTPClient($0, eventLoops: eventLoops) },
            timing: Timing(clock: clock),
            metrics: metrics,
            lease: lease,
            logger: logger
        )
    }

    /// For tests, which replace everything that reaches outside.
    package init(
        database: any Database,
        ids: any IDSource,
        messages: Messages,
        presence: PresenceRegistry,
        signal: NewMessageSignal,
        settings: NotificationSettings,
        transport: any HTTPTransport,
        mailTransport: (any MailTransport)?,
        timing: Timing,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        lease: Lease = .alone,
        logger: Logger
    ) async throws {
        self.settings = settings
        self.ids = ids
        clock = timing.clock
        let vapid = VAPID(key: try await Self.key(in: database), contact: settings.contact ?? settings.contactPage)
        sender = NotificationSender(transport: transport, vapid: vapid, settings: settings, clock: timing.clock)
        subscriptions = Subscriptions(
            database: database,
            clock: timing.clock,
            ids: ids,
            settings: settings,
            signal: signal
        )
        let deliveryWorker = DeliveryWorker(
            metrics: DeliveryMetrics(metrics),
            database: database,
            builder: NotificationBuilder(
                database: database,
                clock: timing.clock,
                messages: messages,
                presence: presence,
                settings: settings
            ),
            notices: NoticeOutbox(database: database, presence: presence),
            quietHours: QuietHoursGate(database: database, clock: timing.clock),
            sender: sender,
            timing: timing,
            logger: logger
        )
        var mailDigests: MailDigestSender?
        if let mailTransport, let smtp = settings.smtp {
            mailDigests = MailDigestSender(
                database: database,
                mailTransport: mailTransport,
                from: smtp.from,
                deliveryWorker: deliveryWorker,
                presence: presence,
                settings: settings,
                ids: ids,
                clock: timing.clock,
                logger: logger
            )
        }
        notifier = Notifier(
            deliveryWorker: deliveryWorker,
            mailDigests: mailDigests,
            database: database,
            signal: signal,
            settings: settings,
            timing: timing,
            lease: lease,
            logger: logger
        )
    }

    /// Sends a test notification, with a single attempt. If it succeeds, a disabled subscription is enabled again.
    /// - Throws: `not_found` if the user has no such subscription; `rate_limited` after too many tests.
    public func test(_ id: SubscriptionID, by principal: Principal) async throws -> NotificationTestResult {
        let recipient = try await subscriptions.recipient(id, of: principal)
        try testSendLimit.consume(by: principal.userId, at: clock.now())
        let outcome = await send(to: recipient)
        switch outcome {
        case .delivered:
            try await notifier.deliveryWorker.resetFailures(of: id)
            return NotificationTestResult(delivered: true)
        case .gone(let status):
            try await notifier.deliveryWorker.remove(recipient)
            return NotificationTestResult(
                delivered: false,
                error: "The push service answered \(status): the subscription is gone."
            )
        case .refused(let status):
            return NotificationTestResult(delivered: false, error: "It was refused with status \(status).")
        case .busy(let reason, _):
            return NotificationTestResult(delivered: false, error: "It could not be delivered: \(reason).")
        }
    }

    private func send(to recipient: Recipient) async -> DeliveryOutcome {
        guard case .mail(let address) = recipient.target else {
            return await sender.test(recipient, delivery: ids.next())
        }
        guard let mailDigests = notifier.mailDigests else {
            return .busy(reason: "mail isn't set up", retryAfterSeconds: nil)
        }
        do {
            try await mailDigests.sendMail("Spotter", Notification.testText + "\n", to: address, at: clock.now())
            return .delivered
        } catch {
            return .busy(
                reason: (error as? SMTPError).map(String.init) ?? "\(type(of: error))",
                retryAfterSeconds: nil
            )
        }
    }

    /// The server's key, created at the first start. It is stored in plain text, since anybody with the database could
    /// read all messages anyway.
    private static func key(in database: any Database) async throws -> P256.Signing.PrivateKey {
        let stored = try await database.write { connection in
            let fresh = [UInt8](P256.Signing.PrivateKey().rawRepresentation)
            let mark = try Watermark.latest(on: connection)
            try connection.execute(
                """
                INSERT INTO notification_state (id, num, message_id, vapid_key) VALUES (1, $1, $2, $3)
                ON CONFLICT DO NOTHING
                """,
                mark.num,
                mark.message,
                fresh
            )
            return try connection.first("SELECT vapid_key FROM notification_state WHERE id = 1") { try $0.blob(0) }
        }
        return try P256.Signing.PrivateKey(rawRepresentation: stored ?? [])
    }
}

extension NotificationSettings {
    /// The default contact URL.
    fileprivate var contactPage: String? {
        guard let publicURL, let origin = Endpoint(publicURL.replacing("{chatId}", with: "-"))?.origin,
            origin.scheme == "https"
        else { return nil }
        return origin.description
    }
}

extension Subscriptions {
    func recipient(_ id: SubscriptionID, of principal: Principal) async throws -> Recipient {
        let recipient: Recipient? = try await database.read { connection in
            try Self.requireOwned(id, of: principal, on: connection)
            return try connection.first(
                """
                SELECT \(Recipient.columns) FROM notification_subscriptions s \(User.join("u", on: "s.user_id"))
                WHERE s.id = $1
                """,
                id
            ) { try Recipient(row: $0) } ?? nil
        }
        guard let recipient else { throw SpotterError.notFound("subscription") }
        return recipient
    }
}
