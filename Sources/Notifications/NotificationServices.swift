import Crypto
public import Domain
public import Logging
public import Messaging
public import NIOCore
public import SpotterAPI
public import Storage

/// Everything about notifications, wired over one database.
public struct NotificationServices: Sendable {
    public let settings: NotificationSettings
    public let subscriptions: Subscriptions
    public let notifier: Notifier
    package let counts: DeliveryCounts
    private let sender: Sender
    private let clock: any WallClock
    private let trials = TrialQuota()
    private let ids: any IDSource

    /// By which push services know this server, for browsers to subscribe with.
    public var publicKey: String { sender.vapid.publicKey }

    /// Makes the server's key where there's none yet.
    /// - Parameter signal: what `Messaging` calls after each message.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        messaging: MessagingServices,
        signal: NewMessageSignal,
        settings: NotificationSettings,
        eventLoops: any EventLoopGroup,
        logger: Logger
    ) async throws {
        try await self.init(
            database: database,
            ids: ids,
            presence: messaging.presence,
            signal: signal,
            settings: settings,
            outgoing: HTTPOutgoing(),
            carrier: settings.smtp.map { SMTPClient($0, eventLoops: eventLoops) },
            timing: Timing(clock: clock),
            logger: logger
        )
    }

    /// With everything that reaches outside in a test's hands.
    package init(
        database: any Database,
        ids: any IDSource,
        presence: PresenceRegistry,
        signal: NewMessageSignal,
        settings: NotificationSettings,
        outgoing: any Outgoing,
        carrier: (any MailCarrier)?,
        timing: Timing,
        logger: Logger
    ) async throws {
        self.settings = settings
        self.ids = ids
        clock = timing.clock
        let vapid = VAPID(key: try await Self.key(in: database), contact: settings.contact ?? settings.contactPage)
        sender = Sender(outgoing: outgoing, vapid: vapid, settings: settings, clock: timing.clock)
        subscriptions = Subscriptions(
            database: database,
            clock: timing.clock,
            ids: ids,
            settings: settings,
            signal: signal
        )
        let courier = Courier(
            database: database,
            composer: Composer(database: database, clock: timing.clock, presence: presence, settings: settings),
            sender: sender,
            timing: timing,
            logger: logger
        )
        counts = courier.counts
        var mails: MailDigests?
        if let carrier, let smtp = settings.smtp {
            mails = MailDigests(
                database: database,
                carrier: carrier,
                from: smtp.from,
                courier: courier,
                presence: presence,
                settings: settings,
                ids: ids,
                clock: timing.clock,
                logger: logger
            )
        }
        notifier = Notifier(
            courier: courier,
            mails: mails,
            database: database,
            signal: signal,
            settings: settings,
            timing: timing,
            logger: logger
        )
    }

    /// Sends a notice that tells of nothing, once and at once. A device that was disabled and gets it is enabled again.
    /// - Throws: `not_found`, also for somebody else's.
    public func test(_ id: SubscriptionID, by principal: Principal) async throws -> NotificationTestResult {
        let recipient = try await subscriptions.recipient(id, of: principal)
        try trials.take(by: principal.userId, at: clock.now())
        let outcome = await send(to: recipient)
        switch outcome {
        case .delivered:
            try await notifier.courier.forgetFailures(of: id)
            return NotificationTestResult(delivered: true)
        case .gone(let status):
            try await notifier.courier.remove(recipient)
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

    private func send(to recipient: Recipient) async -> Outcome {
        guard case .mail(let address) = recipient.target else {
            return await sender.test(recipient, delivery: ids.next())
        }
        guard let mails = notifier.mails else { return .busy(reason: "mail isn't set up", retryAfterSeconds: nil) }
        do {
            try await mails.carry("Spotter", Notification.testText + "\n", to: address, at: clock.now())
            return .delivered
        } catch {
            return .busy(
                reason: (error as? SMTPError).map(String.init) ?? "\(type(of: error))",
                retryAfterSeconds: nil
            )
        }
    }

    /// The server's key, made at the first start. Whoever has the database could read all messages anyway.
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
    /// Where the operator can be found, if nothing better is said.
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
            try Self.requireOwn(id, of: principal, on: connection)
            return try connection.first(
                """
                SELECT \(Recipient.columns) FROM notification_subscriptions s JOIN users u ON u.id = s.user_id
                WHERE s.id = $1
                """,
                id
            ) { try Recipient(row: $0) } ?? nil
        }
        guard let recipient else { throw SpotterError.notFound("subscription") }
        return recipient
    }
}
