public import SpotterAPI

/// What a `ReconnectingSocket` tells.
public enum LiveEvent: Sendable, Equatable {
    /// Connected, for the first time or again; what was missed follows.
    case connected(Welcome)
    /// The connection is gone; the next attempt comes after `retryIn`.
    case waiting(reason: String, retryIn: Duration)
    /// Never `welcome` or `ack`. Durable events come once each and in the chat's order; the user's own messages are
    /// among them when they're acked.
    case event(ServerEvent)
    /// No further attempt makes sense: the session has ended, say.
    case ended(ClientError)
}
