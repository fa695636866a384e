import Domain
import Foundation
import GRDB

/// The names of an account's chats as its local copy has them, for programs that only need names and mustn't wait.
///
///     let names = CachedNames.all(path: try CacheLocation.path(of: user.id, at: address))
public enum CachedNames {
    /// Reads without a network, without creating anything, and without waiting for a program that writes.
    /// - Returns: nothing if there is no copy or if it can't be read.
    public static func all(path: String) -> [KnownNames.Name] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        var configuration = Configuration()
        configuration.readonly = true
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return [] }
        defer { try? queue.close() }
        // Decoding whole chats with their members would take most of the time that somebody waits for a completion.
        let sql = "SELECT json_extract(record, '$.chat.kind'), json_extract(record, '$.chat.name') FROM chats"
        let rows = try? queue.read { try Row.fetchAll($0, sql: sql) }
        return (rows ?? []).compactMap { row in
            guard let kind: String = row[0], let name: String = row[1] else { return nil }
            return KnownNames.Name(kind == ChatKind.group.rawValue ? .group : .person, name)
        }
    }
}
