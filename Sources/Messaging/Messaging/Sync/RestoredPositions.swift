package import Storage

/// Positions after a restore. Clients may know changes that came after the backup, and the restored server would give
/// their numbers to other changes: a client whose position isn't ahead of the server's would never notice.
package enum RestoredPositions {
    /// More than a chat has got since its latest backup, and more than is ever replayed.
    package static let gap: Int64 = 10_000_000

    /// Moves all chats so far ahead that every client is told to load them again.
    package static func moveAhead(on connection: any SQLConnection) throws {
        try connection.execute("UPDATE chats SET seq = seq + $1", gap)
    }
}
