public import Domain

/// A chat in the replica. Two positions tell how new it is: `chat.seq` for what the server says of the chat itself
/// (name, members, unread, latest message), `position` for the history. A fetched chat may be ahead of the history for
/// as long as its events are on their way.
public struct ChatRecord: Sendable, Hashable, Codable {
    public var chat: Chat
    /// Every event up to here has been applied to the known parts of the history.
    public var position: Int64
    public var known: Spans
    /// Something happened that events can't tell in full: the chat itself is to be fetched again.
    public var isStale: Bool

    /// As fetched, nothing known of its history.
    init(_ chat: Chat) {
        self.chat = chat
        position = chat.seq
        known = Spans()
        isStale = false
    }

    /// The end of the history as far as it's known without a hole, or `nil` when its latest part isn't here.
    var tail: ClosedRange<Int64>? { known.span(with: position) }
}
