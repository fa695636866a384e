import Domain
import SpotterAPI
import Storage

extension Profile {
    private static let columns = "\(User.columns), shares_read, shares_presence, custom_instructions, locale"

    private init(row: any SQLRow) throws {
        self.init(
            user: try User(row: row),
            sharesReadReceipts: try row.bool(User.columnCount),
            sharesPresence: try row.bool(User.columnCount + 1),
            customInstructions: try row.optionalText(User.columnCount + 2),
            locale: try row.optionalText(User.columnCount + 3)
        )
    }

    /// - Throws: `not_found` if there is no such account.
    static func find(_ user: UserID, on connection: any SQLConnection) throws -> Profile {
        let found = try connection.first(
            "SELECT \(columns) FROM users WHERE id = $1 AND deleted_at IS NULL",
            user
        ) { try Profile(row: $0) }
        guard let found else { throw SpotterError.notFound("account") }
        return found
    }

    func store(on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE users SET display_name = $1, timezone = $2, photo_media_id = $3, shares_read = $4,
                shares_presence = $5, custom_instructions = $6, locale = $7
            WHERE id = $8
            """,
            user.displayName,
            user.timezone,
            user.photoMediaId,
            sharesReadReceipts,
            sharesPresence,
            customInstructions,
            locale,
            user.id
        )
    }
}
