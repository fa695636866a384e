public import Domain
public import SpotterAPI

/// Whether the session is in touch with the server.
public enum ConnectionState: Sendable, Equatable {
    /// The first attempt is under way.
    case connecting
    case online
    /// The connection is gone; the next attempt comes after `retryIn`.
    case reconnecting(reason: String, retryIn: Duration)
    /// Nobody tries: `run()` isn't under way, or the cache can't be written.
    case offline(String)
    /// For good: the session was logged out.
    case ended(ClientError)

    public var isOnline: Bool { self == .online }
}

/// What a session tells those who watch it. Everything in it is in the cache by then.
public enum SessionChange: Sendable, Equatable {
    case connection(ConnectionState)
    /// These chats, their history or what waits in them look different.
    case chats(Set<ChatID>)
    /// A single event, for those who show what happens: durable ones once each and in the chat's order, `typing`,
    /// `presence` and receipts as they come.
    case event(ServerEvent)
    /// A message of the outbox was refused for good.
    case failed(OutboxEntry)
}
