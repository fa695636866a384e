public import Accounts
public import Domain
import Messaging
public import SpotterAPI
import Storage

/// The subscriptions of users' devices. Each belongs to the session that created it and ends with it.
public struct Subscriptions: Sendable {
    public static let maxPerUser = 20

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let settings: NotificationSettings
    let signal: NewMessageSignal

    public struct AddResult: Sendable {
        public let subscription: Subscription
        public let isNew: Bool
        /// The webhook's secret if the server generated it; returned only once.
        public let secret: Secret?
    }

    /// Subscribes a target. If the user has already subscribed it, the subscription moves to the requesting session,
    /// with new keys.
    /// - Throws: `invalid_request` if the kind isn't configured or nothing may be sent to the target; `conflict` if the
    ///   user has too many subscriptions; `unauthorized` if the session has ended.
    public func add(_ new: NewSubscription, by principal: Principal) async throws -> AddResult {
        let made = Secret(Base64URL.encode(RandomBytes.make(32)))
        let target = try new.target(settings, mail: principal.user.email, generatedSecret: made)
        let id: SubscriptionID = ids.next()
        let now = clock.now()
        let signal = signal
        let outcome: (id: SubscriptionID, isFirst: Bool) = try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                try Self.store(target, new, id: id, principal: principal, at: now, on: connection)
            } completion: { result in
                // Runs in commit order, so the next message's signal comes after this.
                if case .success(let outcome) = result { signal.enable(afterPause: outcome.isFirst) }
                continuation.resume(with: result)
            }
        }
        let all = try await list(of: principal)
        guard let subscription = all.first(where: { $0.id == outcome.id }) else {
            throw SpotterError.notFound("subscription")
        }
        let isNew = outcome.id == id
        let isMade = isNew && new.kind == .webhook && new.secret == nil
        return AddResult(subscription: subscription, isNew: isNew, secret: isMade ? made : nil)
    }

    /// The user's subscriptions on all devices, oldest first.
    public func list(of principal: Principal) async throws -> [Subscription] {
        try await database.read { connection in
            try connection.query(
                """
                SELECT s.id, s.kind, s.target, s.preview, s.created_at, s.failures, s.disabled_at, s.session_id
                FROM notification_subscriptions s
                WHERE s.user_id = $1 AND \(Session.isLive("s.session_id")) ORDER BY s.id
                """,
                principal.userId
            ) { row in
                let kind: SubscriptionKind = try row.word(1)
                return Subscription(
                    id: try row.id(0),
                    kind: kind,
                    target: kind == .mail ? principal.user.email : try row.text(2),
                    preview: try row.bool(3),
                    createdAt: try row.timestamp(4),
                    failures: Int(try row.int(5)),
                    disabledAt: try row.optionalTimestamp(6),
                    current: try row.id(7, SessionID.self) == principal.sessionId
                )
            }
        }
    }

    /// - Throws: `not_found` if the user has no such subscription.
    public func remove(_ id: SubscriptionID, by principal: Principal) async throws {
        try await database.write { connection in
            try Self.requireOwned(id, of: principal, on: connection)
            try connection.execute("DELETE FROM notification_subscriptions WHERE id = $1", id)
        }
    }

    // MARK: Rows

    static func requireOwned(_ id: SubscriptionID, of principal: Principal, on connection: any SQLConnection) throws {
        let owner = try connection.first(
            """
            SELECT s.user_id FROM notification_subscriptions s
            WHERE s.id = $1 AND \(Session.isLive("s.session_id"))
            """,
            id
        ) { try $0.id(0, UserID.self) }
        guard let owner, Access.can(principal.actor, .own(owner)) else { throw SpotterError.notFound("subscription") }
    }

    private static func store(
        _ target: Target,
        _ new: NewSubscription,
        id: SubscriptionID,
        principal: Principal,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (id: SubscriptionID, isFirst: Bool) {
        try Accounts.requireLive(principal.sessionId, on: connection)
        let isFirst = try !connection.exists("SELECT 1 FROM notification_subscriptions")
        if isFirst { try Watermark.latest(on: connection).store(on: connection) }
        if case .webPush = target {
            // A browser has a single endpoint. Subscriptions of earlier users are removed, so that they get no more
            // notifications there.
            try connection.execute(
                "DELETE FROM notification_subscriptions WHERE kind = 'webpush' AND target = $1 AND user_id <> $2",
                target.text,
                principal.userId
            )
        }
        let kept = try connection.first(
            "SELECT id FROM notification_subscriptions WHERE user_id = $1 AND kind = $2 AND target = $3",
            principal.userId,
            new.kind.rawValue,
            target.text
        ) { try $0.id(0, SubscriptionID.self) }
        if let kept {
            try renew(kept, target, new, session: principal.sessionId, on: connection)
            return (kept, isFirst)
        }
        let count = try connection.first(
            """
            SELECT count(*) FROM notification_subscriptions s
            WHERE s.user_id = $1 AND \(Session.isLive("s.session_id"))
            """,
            principal.userId
        ) { Int(try $0.int(0)) }
        guard count ?? 0 < maxPerUser else {
            throw SpotterError(
                .conflict,
                "You have \(maxPerUser) subscriptions, and more aren't kept. Remove one first."
            )
        }
        let keys = target.stored
        try connection.execute(
            """
            INSERT INTO notification_subscriptions
                (id, user_id, session_id, kind, target, p256dh, auth, secret, preview, created_at, handled_num)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            id,
            principal.userId,
            principal.sessionId,
            new.kind.rawValue,
            target.text,
            keys.p256dh,
            keys.auth,
            keys.secret,
            new.preview ?? new.kind.showsText,
            now,
            try Watermark.latest(on: connection).num
        )
        return (id, isFirst)
    }

    /// Fields that the request leaves out stay as they are: a webhook keeps its secret.
    private static func renew(
        _ id: SubscriptionID,
        _ target: Target,
        _ new: NewSubscription,
        session: SessionID,
        on connection: any SQLConnection
    ) throws {
        let keys = target.stored
        try connection.execute(
            """
            UPDATE notification_subscriptions SET session_id = $1, p256dh = $2, auth = $3,
                secret = coalesce($4, secret), preview = coalesce($5, preview), failures = 0, disabled_at = NULL
            WHERE id = $6
            """,
            session,
            keys.p256dh,
            keys.auth,
            new.secret?.reveal(),
            new.preview,
            id
        )
    }
}

extension Target {
    fileprivate var stored: (p256dh: [UInt8]?, auth: [UInt8]?, secret: String?) {
        switch self {
        case .webPush(_, let keys): (keys.point, keys.auth, nil)
        case .webhook(_, let secret): (nil, nil, secret.reveal())
        case .ntfy, .mail: (nil, nil, nil)
        }
    }
}
