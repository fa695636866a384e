import Crypto
import Storage

/// The secret keys of servers that share a database are the same: what one of them has sealed, encrypted or signed, the
/// others open. They aren't in the database, so an operator copies them.
enum SharedKeys {
    /// Call this before keys are made, so that none is made that there is elsewhere, and once they are all there.
    ///
    /// - Throws: `StorageError.folderUnusable` if a key is missing in the folder or isn't that of the other servers.
    static func require(in folder: DataFolder, of database: any DatabaseEngine) async throws {
        guard database.isShared else { return }
        var digests: [String: [UInt8]] = [:]
        for name in folder.keyNames {
            guard let key = try folder.keyFile(named: name) else { continue }
            digests[name] = Array(SHA256.hash(data: Array(name.utf8) + key))
        }
        let differing = try await database.differingKeys(digests)
        guard differing.isEmpty else {
            throw StorageError.folderUnusable(
                folder: folder.keysPath,
                reason: "\(differing.joined(separator: ", ")) must be the same as on the other servers of this "
                    + "database; copy the folder keys from one of them"
            )
        }
    }
}
