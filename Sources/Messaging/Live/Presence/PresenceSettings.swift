/// Settings of presence. Durations are nanoseconds.
public struct PresenceSettings: Sendable {
    /// The inactivity after which a device is away. Heartbeats don't count as activity.
    public var idleAfter: Int64 = 300_000_000_000
    /// The time for which a user whose connection broke still counts as connected, so that reconnecting isn't visible.
    /// Together with a socket's silence limit, it must stay below a minute.
    public var leaveGrace: Int64 = 4_000_000_000
    /// The minimum time between two published changes of one user.
    public var changeInterval: Int64 = 1_000_000_000
    /// The time for which changes are collected before they are published together.
    public var batchInterval: Int64 = 50_000_000
    /// The interval at which idle devices and due last-seen times are looked for.
    public var sweepInterval: Int64 = 5_000_000_000
    /// The interval at which the last-seen time of a connected user is stored.
    public var lastSeenInterval: Int64 = 60_000_000_000
    /// In larger chats, presence is only available on request.
    public var maxChatSize = 200
    /// The maximum number of users per transaction, both for publishing changes and for reading companions.
    public var maxBatch = 64

    public init() {}
}
