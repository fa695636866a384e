/// How presence is published. Durations are nanoseconds.
public struct PresenceSettings: Sendable {
    /// How long a device may do nothing before it's away. Heartbeats don't count.
    public var idleAfter: Int64 = 300_000_000_000
    /// How long a user whose connection broke still counts as there, so that a reconnection isn't visible. Together with
    /// the limit of silence on a socket it must stay below a minute.
    public var leaveGrace: Int64 = 4_000_000_000
    /// The least time between two published changes of one user.
    public var changeInterval: Int64 = 1_000_000_000
    /// How long changes are collected before they're published together.
    public var batchInterval: Int64 = 50_000_000
    /// The time between two checks of who has become idle and what must be stored.
    public var sweepInterval: Int64 = 5_000_000_000
    /// The time after which the last-seen time of a user who stays connected is stored again.
    public var lastSeenInterval: Int64 = 60_000_000_000
    /// In chats with more members, presence is only given on request.
    public var maxChatSize = 200
    /// The most users whose changes are published, or whose companions are read, in one transaction.
    public var maxBatch = 64

    public init() {}
}
