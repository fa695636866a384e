import Domain

/// What one connection of a load does.
struct SocketPlan: Sendable {
    enum Sending: Sendable, Equatable {
        case nothing
        /// Answers each received message with one; `begins` sends the first.
        case reply(begins: Bool)
        /// Keeps this many sends unacknowledged. Each ack triggers the next.
        case window(Int)
        /// Sends once per interval in microseconds, regardless of responses; first after `offset`.
        case every(Int64, offset: Int64 = 0)
    }

    var token: String
    var chat: ChatID
    var sending = Sending.nothing
    /// Its server; `nil` for the load's.
    var address: TargetAddress?
    /// The maximum number of messages to send.
    var maxSends = Int64.max
    /// The position in its hello; `nil` sends none, like a new client.
    var position: Int64?
    /// Every nth received message is marked as read; `nil` marks none.
    var readReceiptInterval: Int?
    /// Bytes read per second by a reader that can't keep up; `nil` reads everything.
    var slowBytesPerSecond: Int?

    /// Whether its sends don't depend on what comes back.
    var isPaced: Bool {
        switch sending {
        case .nothing, .every: true
        case .reply, .window: false
        }
    }
}
