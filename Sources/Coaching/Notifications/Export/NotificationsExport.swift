public import Accounts
public import Domain
import SpotterAPI
public import Storage

/// Exports the devices and addresses that are notified, without the keys by which that is done.
public struct NotificationsExport: AccountExportParticipant {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    public var tables: [String: TableExport] {
        [
            "notification_subscriptions": .exported(in: "notifications.json, without keys and secrets"),
            "notification_notices": .omitted(because: "which device was told of which notice; gone after two days"),
            "notification_quiet": .omitted(because: "which device gets a summary when quiet hours end; gone then"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        let subscriptions = try await database.read { connection in
            try connection.query(
                """
                SELECT id, kind, target, preview, created_at, failures, disabled_at FROM notification_subscriptions
                WHERE user_id = $1 ORDER BY id
                """,
                user.id
            ) { row in
                let kind: SubscriptionKind = try row.word(1)
                return Subscription(
                    id: try row.id(0),
                    kind: kind,
                    target: kind == .mail ? user.email : try row.text(2),
                    preview: try row.bool(3),
                    createdAt: try row.timestamp(4),
                    failures: Int(try row.int(5)),
                    disabledAt: try row.optionalTimestamp(6),
                    current: false
                )
            }
        }
        let response = SubscriptionsResponse(subscriptions: subscriptions, kinds: [])
        try await archive.document("notifications.json", response)
    }
}
