public import SpotterAPI

/// An event of a `ReconnectingSocket`.
///
///     for await event in socket.events {
///         if case .event(.chat(let change)) = event { print(change.seq) }
///     }
public enum LiveEvent: Sendable, Equatable {
    /// Connected, for the first time or again. Missed events follow.
    case connected(Welcome)
    /// The connection broke. The next attempt is made after `retryIn`.
    case waiting(reason: String, retryIn: Duration)
    /// Never `welcome` or `ack`. Each durable event comes once and in its chat's order, including the user's own
    /// messages when they are acknowledged.
    case event(ServerEvent)
    /// There will be no further attempt, for example because the session has ended.
    case ended(ClientError)
}
