public import Accounts
public import Domain
public import Storage

/// Appointments depend on who is the trainer.
public struct SchedulingInspector: AccountInspector {
    private let clock: any WallClock

    public init(clock: any WallClock) { self.clock = clock }

    public func obstacles(toChangingRoleOf user: User, on connection: any SQLConnection) throws -> [String] {
        let events = try connection.first(
            """
            SELECT count(*) FROM calendar_events
            WHERE (trainer_id = $1 OR client_id = $1) AND ends_at > $2 AND status = 'scheduled'
            """,
            user.id,
            clock.now()
        ) { try $0.int(0) }
        return (events ?? 0) > 0 ? ["appointments ahead (\(events ?? 0))"] : []
    }
}
