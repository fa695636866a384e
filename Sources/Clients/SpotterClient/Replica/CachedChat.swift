public import Domain

/// A chat in the replica, with two positions: `chat.seq` for the server's data of the chat itself (name, members,
/// unread, latest message), and `position` for the history. A fetched chat may be ahead of the history until its events
/// arrive.
///
///     let chats = records.filter { !$0.isStale }.map(\.chat)
public struct CachedChat: Sendable, Hashable, Codable {
    public var chat: Chat
    /// All events up to this position have been applied to the known parts of the history.
    public var position: Int64
    public var known: SequenceRanges
    /// An event couldn't be applied completely, so the chat itself must be fetched again.
    public var isStale: Bool
    /// The names of people who wrote here and aren't members any more, as far as their messages are known.
    public var formerNames: [UserID: String] = [:]

    /// A fetched chat without any history.
    init(_ chat: Chat) {
        self.chat = chat
        position = chat.seq
        known = SequenceRanges()
        isStale = false
    }

    /// The contiguous known part at the end of the history; `nil` if the latest part isn't known.
    var tail: ClosedRange<Int64>? { known.span(with: position) }
}
