public import Domain
public import SpotterAPI

/// The state of the connection to the server.
///
///     if case .reconnecting(let reason, _) = await engine.connectionState { print(reason) }
public enum ConnectionState: Sendable, Equatable {
    /// The first attempt is running.
    case connecting
    case online
    /// The connection broke. The next attempt is made after `retryIn`.
    case reconnecting(reason: String, retryIn: Duration)
    /// Nothing tries to connect: `run()` isn't running, or the cache can't be written.
    case offline(String)
    /// Permanently: the session was logged out.
    case ended(ClientError)

    public var isOnline: Bool { self == .online }
}

/// A change that a sync engine publishes. The cache already includes it.
///
///     for await change in await engine.changes() {
///         if case .failed(let entry) = change { print("not sent: \(entry.text)") }
///     }
public enum SyncChange: Sendable, Equatable {
    case connection(ConnectionState)
    /// The contents of these chats, their history or their outbox have changed.
    case chats(Set<ChatID>)
    /// A single event: durable ones once each and in their chat's order; `typing`, `presence` and receipts as they
    /// arrive.
    case event(ServerEvent)
    /// A message of the outbox was permanently refused.
    case failed(OutboxEntry)
    /// A part of an attachment has arrived at the server.
    case progress(UploadProgress)
    /// A change of a message was permanently refused. The message is as before.
    case refused(QueuedChange, ClientError)
}
