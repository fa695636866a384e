/// Rate limits per user, device or address. `nil` means no limit.
package struct LimitSettings: Sendable {
    /// Messages, edits, reactions and receipts of one user, on all devices together.
    package var messages: Rate? = Rate(10_000, burst: 20_000)
    /// Bytes of text that one user may store, at any door: 216 MB at once, and after that 216 MB a day.
    package var messageBytes: Rate? = Rate(2500, burst: 216_000_000)
    /// Bytes of text in one user's messages that are taken within seconds: sockets refuse what is more, requests over HTTP
    /// wait. To check, to store and to hand over a megabyte of text takes a processor tenths of a second.
    package var socketBytes: Rate? = Rate(500_000, burst: 2_000_000)
    /// Frames of one connection.
    package var frames: Rate? = Rate(20_000, burst: 40_000)
    /// Heartbeats of one connection. Each one reads all of its user's positions.
    package var pings: Rate? = Rate(20, burst: 400)
    /// REST requests of one user.
    package var requests: Rate? = Rate(4000, burst: 20_000)
    /// REST requests of one device.
    package var deviceRequests: Rate? = Rate(2000, burst: 10_000)
    package var searches: Rate? = Rate(100, burst: 1000)
    /// Questions to the assistant.
    package var questions: Rate? = Rate(600, perSeconds: 60)
    /// Bytes of media.
    package var mediaBytes: Rate? = Rate(10_000_000, burst: 500_000_000)
    /// Bytes of a user's uploads that are read within seconds; beyond that they are read more slowly. A video of 100 MB takes
    /// five seconds, and 64 Mbit/s is more than most lines send; a disk and a processor are busy with a small part of it.
    package var uploadBytes: Rate? = Rate(8_000_000, burst: 64_000_000)
    /// Archives of one's own data.
    package var exports: Rate? = Rate(6, perSeconds: 3600)
    /// Requests of one address without a valid token. This machine is exempt from this limit and from `registrations`.
    package var strangers: Rate? = Rate(50, burst: 500)
    package var registrations: Rate? = Rate(60, perSeconds: 3600)
    /// Wrong passwords and tokens from one address, for all accounts together.
    package var failures: Rate? = Rate(100, perSeconds: 600)
    /// Unauthenticated open sockets of one address. This machine is exempt.
    package var pendingSockets = 1024
    /// REST requests of one user, or of one address without a token, that may be under way at once.
    package var requestsAtOnce = 32
    /// Streamed answers of one user at once.
    package var streamsAtOnce = 16
    /// Open sockets of one user.
    package var userSockets = 100
    /// Open connections of one address, authenticated or not. This machine and trusted proxies are exempt.
    package var connections = 1024
    /// How long a refusal for too many requests, or of a long body, waits before it is sent.
    package var refusalPause = Duration.milliseconds(250)
    /// All open sockets. The system's limit of open files bounds them in any case.
    package var sockets: Int?

    package init() {}

    /// The settings that are numbers, with their configuration names.
    package static var counts: [(name: String, path: any WritableKeyPath<LimitSettings, Int> & Sendable, about: String)]
    {
        [
            ("pendingSockets", \.pendingSockets, "sockets of an address that haven't logged in"),
            ("requestsAtOnce", \.requestsAtOnce, "REST requests of a user that may be under way at once"),
            ("streamsAtOnce", \.streamsAtOnce, "streamed answers of a user at once"),
            ("userSockets", \.userSockets, "sockets of a user"),
            ("connections", \.connections, "connections of an address, other than this machine's"),
        ]
    }

    /// The settings that are rates, with their configuration names.
    package static var rates:
        [(name: String, path: any WritableKeyPath<LimitSettings, Rate?> & Sendable, about: String)]
    {
        [
            ("messages", \.messages, "messages, edits, reactions and receipts of a user"),
            (
                "messageBytes", \.messageBytes,
                "bytes of all texts that a user stores: messages, notes, events and so on"
            ),
            ("socketBytes", \.socketBytes, "bytes of the texts of a user's messages that are taken within seconds"),
            ("frames", \.frames, "frames of a connection"),
            ("pings", \.pings, "heartbeats of a connection"),
            ("requests", \.requests, "REST requests of a user"),
            ("deviceRequests", \.deviceRequests, "REST requests of a device"),
            ("searches", \.searches, "searches of a user"),
            ("questions", \.questions, "questions of a user to the assistant"),
            ("mediaBytes", \.mediaBytes, "bytes of media that a user sends"),
            ("uploadBytes", \.uploadBytes, "bytes of a user's uploads that are read within seconds"),
            ("exports", \.exports, "archives of a user's own data"),
            ("strangers", \.strangers, "requests of an address without a valid token"),
            ("registrations", \.registrations, "new accounts from an address"),
            ("failures", \.failures, "wrong passwords and tokens from an address"),
        ]
    }
}
