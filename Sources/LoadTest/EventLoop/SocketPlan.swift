/// What one connection of a load does.
struct SocketPlan: Sendable {
    enum Sending: Sendable, Equatable {
        case nothing
        /// Each message that comes is answered with one; `begins` sends the first.
        case reply(begins: Bool)
        /// So many sends wait for their ack at a time; each ack sends the next.
        case window(Int)
        /// One send each so many microseconds, whatever comes back; the first after `offset`.
        case every(Int64, offset: Int64 = 0)
    }

    var token: String
    var chat: String
    var sending = Sending.nothing
    /// Sends that it makes at most.
    var most = Int64.max
    /// Where the client says that it stands in its chat; nothing starts afresh.
    var position: Int64?
    /// Of the messages that come, each so manieth is marked as read, and with it all before; nothing marks none.
    var marksReadEvery: Int?
    /// Bytes a second that are read, for a reader that can't keep up; nothing reads all there is.
    var slowBytesPerSecond: Int?

    /// Whether what it sends doesn't depend on what comes back.
    var isPaced: Bool {
        switch sending {
        case .nothing, .every: true
        case .reply, .window: false
        }
    }
}
