import Domain
public import Storage

/// The stored files that a database names, for a copy of all of them.
public enum StoredFiles {
    /// The hashes of all finished files and thumbnails, as lower-case hexadecimal digits, sorted and each once.
    public static func hashes(on connection: any SQLConnection) throws -> [String] {
        // The first release had no files.
        guard try connection.hasTable("media") else { return [] }
        let hashes = try connection.query(
            """
            SELECT sha256 FROM media WHERE state = 'ready' AND sha256 IS NOT NULL
            UNION SELECT thumbnail_sha256 FROM media WHERE thumbnail_sha256 IS NOT NULL
            """
        ) { try $0.optionalHash(0) }
        return hashes.compactMap { $0?.description }.sorted()
    }

    /// The path of a file below the folder of all files.
    public static func path(of hash: String) -> String { "\(hash.prefix(2))/\(hash)" }
}
