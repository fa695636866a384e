package import Domain
import Messaging
import Storage

/// A data folder that was restored from a backup.
package struct RestoredFolder: Sendable {
    private let path: String

    package init(_ path: String) { self.path = path }

    /// Counts the messages that must be there and aren't. Checks the database as a whole besides.
    ///
    /// - Parameters:
    ///   - expected: for each chat, how many of its first messages must be there.
    ///   - number: a message's place among those of its chat, from its client id; 1 is the first.
    /// - Throws: `StorageError` if the database is damaged.
    package func missing(_ expected: [ChatID: Int], number: (String) -> Int64?) throws -> Int {
        let snapshot = try DatabaseSnapshot(checking: DataFolder.databasePath(in: path))
        var found: [ChatID: Set<Int64>] = [:]
        try snapshot.read { connection in
            try ClientMessageIDs.forEach(on: connection) { chat, id in
                if let number = number(id) { found[chat, default: []].insert(number) }
            }
        }
        return expected.reduce(0) { sum, chat in
            let numbers = found[chat.key, default: []]
            return sum + (0..<Int64(chat.value)).count { !numbers.contains($0 + 1) }
        }
    }
}
