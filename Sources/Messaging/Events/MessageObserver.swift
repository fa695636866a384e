public import Domain

/// What keeps a memory of messages beside the database, and must forget in the same moment.
public protocol IndexListener: Sendable {
    /// A message was sent: there's something to index. Called with the completions of its group; must not block.
    func messageCreated()
    /// A message was edited or deleted: what was derived from its old text goes before the caller gets an answer.
    func messageChanged(_ message: Message)
    /// A chat is gone with everything in it.
    func chatRemoved(_ chat: ChatID)
}

/// Several that must hear of the same.
public struct IndexListeners: IndexListener {
    private let listeners: [any IndexListener]

    public init(_ listeners: [any IndexListener]) { self.listeners = listeners }

    public func messageCreated() { for listener in listeners { listener.messageCreated() } }
    public func messageChanged(_ message: Message) { for listener in listeners { listener.messageChanged(message) } }
    public func chatRemoved(_ chat: ChatID) { for listener in listeners { listener.chatRemoved(chat) } }
}
