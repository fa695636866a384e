public import Domain
import Foundation
import GRDB

/// The chats of an account as its local copy has them, for programs that only need names and mustn't wait.
///
///     let chats = CachedNames.chats(path: try CacheLocation.path(of: user.id, at: address))
public enum CachedNames {
    /// Reads without a network, without creating anything, and without waiting for a program that writes.
    /// - Returns: nothing if there is no copy or if it can't be read.
    public static func chats(path: String) -> [Chat] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        var configuration = Configuration()
        configuration.readonly = true
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return [] }
        defer { try? queue.close() }
        let records = try? queue.read { try String.fetchAll($0, sql: "SELECT record FROM chats") }
        return (records ?? []).compactMap { try? CacheTransaction.decode(CachedChat.self, $0).chat }
    }
}
