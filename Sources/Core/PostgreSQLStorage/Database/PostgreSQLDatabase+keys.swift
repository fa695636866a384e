import Storage

extension PostgreSQLDatabase {
    public func differingKeys(_ digests: [String: [UInt8]]) async throws -> [String] {
        guard isShared else { return [] }
        return try await write { connection in
            let known = try connection.query("SELECT name, digest FROM storage_keys ORDER BY name") {
                (name: try $0.text(0), digest: try $0.blob(1))
            }
            let differing = known.filter { digests[$0.name] != $0.digest }.map(\.name)
            guard differing.isEmpty else { return differing }
            for (name, digest) in digests {
                try connection.execute(
                    "INSERT INTO storage_keys (name, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    name,
                    digest
                )
            }
            return []
        }
    }
}
