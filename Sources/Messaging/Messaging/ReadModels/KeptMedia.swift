package import Domain
package import Storage

/// Files that something besides messages and photos keeps, such as a question to the assistant.
package enum KeptMedia {
    /// From now on these files aren't cleared away before their keeper lets go of them.
    package static func keep<Keeper>(
        _ files: [MediaID],
        by keeper: ID<Keeper>,
        on connection: any SQLConnection
    ) throws {
        for file in files {
            try connection.execute(
                """
                INSERT INTO kept_media (keeper_id, media_id, released) VALUES ($1, $2, 0)
                ON CONFLICT (keeper_id, media_id) DO UPDATE SET released = 0
                """,
                keeper,
                file
            )
        }
    }

    /// The statement by which a keeper lets go of everything, for a trigger on the keeper's table.
    /// - Parameter keeper: an expression with the keeper's id.
    package static func letGo(_ keeper: String) -> String {
        "UPDATE kept_media SET released = 1 WHERE keeper_id = \(keeper);"
    }

    package static func isAnyReleased(on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM kept_media WHERE released = 1")
    }

    /// The files that were let go. Each is told once: the caller clears away what nothing else shows.
    package static func takeReleased(on connection: any SQLConnection) throws -> [MediaID] {
        let files = try connection.query("SELECT DISTINCT media_id FROM kept_media WHERE released = 1") {
            try $0.id(0, MediaID.self)
        }
        try connection.execute("DELETE FROM kept_media WHERE released = 1")
        return files
    }
}
