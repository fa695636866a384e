public import Domain
public import Storage

/// Keeps another module's data in sync with the messages it is derived from, such as an index.
///
/// Messaging has one observer, given to `MessagingServices`; `MessageObservers` combines several. The methods must not
/// block.
public protocol MessageObserver: Sendable {
    /// Called inside the transaction that changes a message's text. Data derived from the old text must be removed.
    func messageWillChange(_ message: MessageID, in chat: ChatID, newText: String, on connection: any SQLConnection)
        throws

    /// Called inside the transaction that changes what was heard in a message's recording. Data derived from its text must
    /// be made again.
    func messageWillBeTranscribed(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws

    /// Called inside the transaction that deletes a message or removes it with its chat. All derived data must be
    /// removed.
    func messageWillBeErased(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws

    /// Called inside the transaction that ends a membership. Data that the member derived from the chat's messages must
    /// be removed.
    func memberWillLeave(_ user: UserID, _ chat: ChatID, on connection: any SQLConnection) throws

    /// Called inside the transaction that gives everything in a chat a new position, since older messages were imported.
    /// Positions that were kept must be replaced.
    /// - Parameter position: the new position for a former one.
    func chatDidMove(_ chat: ChatID, to position: (Int64) throws -> Int64, on connection: any SQLConnection) throws

    /// Called inside the transaction that begins or ends a relation, after the change. Data that depends on the relation
    /// must follow.
    func relationWillChange(between trainer: UserID, and client: UserID, on connection: any SQLConnection) throws

    /// A message was committed. Called together with the completions of its group.
    func messageWasCreated()

    /// An edit, a deletion or a transcript was committed. Called before the requester is answered, so that in-memory data of the old
    /// text is gone by then.
    func messageDidChange(_ message: Message)

    /// A chat was removed with all of its contents.
    func chatWasRemoved(_ chat: ChatID)
}

extension MessageObserver {
    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) {}
    public func messageWillBeTranscribed(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) {}
    public func messageWillBeErased(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) {}
    public func memberWillLeave(_ user: UserID, _ chat: ChatID, on connection: any SQLConnection) {}
    public func chatDidMove(_ chat: ChatID, to position: (Int64) throws -> Int64, on connection: any SQLConnection) {}
    public func relationWillChange(between trainer: UserID, and client: UserID, on connection: any SQLConnection) {}
    public func messageDidChange(_ message: Message) {}
    public func chatWasRemoved(_ chat: ChatID) {}
}

/// Several observers, called in order.
public struct MessageObservers: MessageObserver {
    private let observers: [any MessageObserver]

    public init(_ observers: [any MessageObserver]) { self.observers = observers }

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        for observer in observers {
            try observer.messageWillChange(message, in: chat, newText: newText, on: connection)
        }
    }

    public func messageWillBeTranscribed(
        _ message: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        for observer in observers { try observer.messageWillBeTranscribed(message, in: chat, on: connection) }
    }

    public func messageWillBeErased(
        _ message: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        for observer in observers { try observer.messageWillBeErased(message, in: chat, on: connection) }
    }

    public func memberWillLeave(_ user: UserID, _ chat: ChatID, on connection: any SQLConnection) throws {
        for observer in observers { try observer.memberWillLeave(user, chat, on: connection) }
    }

    public func chatDidMove(
        _ chat: ChatID,
        to position: (Int64) throws -> Int64,
        on connection: any SQLConnection
    ) throws {
        for observer in observers { try observer.chatDidMove(chat, to: position, on: connection) }
    }

    public func relationWillChange(
        between trainer: UserID,
        and client: UserID,
        on connection: any SQLConnection
    ) throws {
        for observer in observers { try observer.relationWillChange(between: trainer, and: client, on: connection) }
    }

    public func messageWasCreated() { for observer in observers { observer.messageWasCreated() } }
    public func messageDidChange(_ message: Message) {
        for observer in observers { observer.messageDidChange(message) }
    }
    public func chatWasRemoved(_ chat: ChatID) { for observer in observers { observer.chatWasRemoved(chat) } }
}
