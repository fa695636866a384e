import Domain
import Scheduling
import SpotterAPI
import Storage

/// Holds notifications while their users have quiet hours, and has one summary sent for each device afterwards.
///
/// Whether it is quiet is asked when a notification would be sent, by the user's settings and clock of that moment. What
/// is held is one row for each device, whatever comes meanwhile, so a restart loses nothing.
struct QuietHoursGate: Sendable {
    let database: any Database
    let clock: any WallClock

    /// Thrown in place of a delivery that has to wait.
    struct Held: Error {}

    /// The users among these who have quiet hours now.
    static func quiet(
        among users: some Sequence<UserID>,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Set<UserID> {
        try Set(users).filter { try QuietHoursSettings.end(around: now, of: $0, on: connection) != nil }
    }

    /// Notes the first message that a device isn't told of.
    func hold(_ messages: [(subscription: SubscriptionID, num: Int64)]) async throws {
        guard !messages.isEmpty else { return }
        try await database.write { connection in
            for message in messages {
                // The subscription may be gone by now.
                try connection.execute(
                    """
                    INSERT INTO notification_quiet (subscription_id, num)
                    SELECT s.id, $1 FROM notification_subscriptions s WHERE s.id = $2
                    ON CONFLICT (subscription_id) DO UPDATE
                    SET num = CASE WHEN excluded.num < notification_quiet.num THEN excluded.num
                        ELSE notification_quiet.num END
                    """,
                    message.num,
                    message.subscription
                )
            }
        }
    }

    /// Lets a notification pass, or holds it.
    /// - Throws: `Held`.
    func admit(_ item: DeliveryQueues.Item, to subscription: SubscriptionID) async throws {
        let now = clock.now()
        let isQuiet = try await database.read { connection in
            guard let user = try Self.user(of: subscription, on: connection),
                try QuietHoursSettings.end(around: now, of: user, on: connection) != nil
            else { return false }
            guard case .notice(let notice) = item else { return true }
            return try Notice.find(notice, on: connection).map { !$0.kind.passesQuietHours } ?? false
        }
        guard isQuiet else { return }
        switch item {
        case .message(_, let num): try await hold([(subscription, num)])
        case .summary(let num, _): try await hold([(subscription, num)])
        case .notice: break
        }
        throw Held()
    }

    /// Takes the devices whose users have no quiet hours any more, with the first message that each wasn't told of.
    func release(at now: Timestamp) async throws -> [(subscription: SubscriptionID, num: Int64)] {
        let held = try await database.read { connection in
            try connection.query(
                """
                SELECT q.subscription_id, q.num, s.user_id FROM notification_quiet q
                JOIN notification_subscriptions s ON s.id = q.subscription_id
                """
            ) {
                (subscription: try $0.id(0, SubscriptionID.self), num: try $0.int(1), user: try $0.id(2, UserID.self))
            }
            .filter { try QuietHoursSettings.end(around: now, of: $0.user, on: connection) == nil }
        }
        return held.map { ($0.subscription, $0.num) }
    }

    /// Forgets what a device was told of.
    func forget(_ subscription: SubscriptionID, from num: Int64) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                "DELETE FROM notification_quiet WHERE subscription_id = $1 AND num = $2",
                subscription,
                num
            )
        }
    }

    /// When the recipient's quiet hours end; `nil` if there are none now.
    func end(for user: UserID) async throws -> Timestamp? {
        let now = clock.now()
        return try await database.read { try QuietHoursSettings.end(around: now, of: user, on: $0) }
    }

    private static func user(of subscription: SubscriptionID, on connection: any SQLConnection) throws -> UserID? {
        try connection.first("SELECT user_id FROM notification_subscriptions WHERE id = $1", subscription) {
            try $0.id(0)
        }
    }
}

extension Notice.Kind {
    /// A reminder comes when its user wanted it, also at night.
    var passesQuietHours: Bool { self == .reminderDue }
}
