/// How presence is told. Durations are nanoseconds.
public struct PresenceSettings: Sendable {
    /// A device that does nothing for so long is away; heartbeats are nothing.
    public var idleAfter: Int64 = 300_000_000_000
    /// How long somebody whose connection broke is still taken to be there, so that a reconnection isn't seen. Together
    /// with the limit of silence on a socket it must stay below a minute.
    public var leaveGrace: Int64 = 4_000_000_000
    /// Between two changes of one person that are told.
    public var spacing: Int64 = 1_000_000_000
    /// Changes are gathered for so long and told together.
    public var gathering: Int64 = 50_000_000
    /// Between two looks at who has become idle and what is to be written down.
    public var sweep: Int64 = 5_000_000_000
    /// Between two notes of when somebody who stays connected was last seen.
    public var seenSpacing: Int64 = 60_000_000_000
    /// Members of a chat above which presence is only told when asked for.
    public var largestChat = 200
    /// People whose changes are told, or whose companions are read, in one go.
    public var largestBatch = 64

    public init() {}
}
