package import Domain
package import Storage

/// Whoever asks for something: an actor who has been authenticated, or a credential that is checked in the snapshot that
/// answers, which saves a read of its own.
package protocol Caller: Sendable {
    /// - Throws: `unauthorized` or `token_expired` if the credential is no longer valid.
    func actor(at now: Timestamp, on connection: any SQLConnection) throws -> Actor
}

extension Actor: Caller {
    package func actor(at now: Timestamp, on connection: any SQLConnection) -> Actor { self }
}

extension SessionCredential: Caller {
    package func actor(at now: Timestamp, on connection: any SQLConnection) throws -> Actor {
        try principal(at: now, on: connection).actor
    }
}
