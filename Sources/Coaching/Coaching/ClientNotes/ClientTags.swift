import Contacts
import Domain
import Storage

/// Words that a trainer has given clients, to find them together.
enum ClientTags {
    static let maxPerClient = 50
    static let length = 1...30

    /// Lower case, without `#` and `+` in front, in alphabetical order, each once.
    /// - Throws: `invalid_request` if one is empty, too long, or has more than one word, or there are too many.
    static func normalized(_ tags: [String]) throws -> [String] {
        let normalized = try tags.map { try self.normalized($0) }
        guard Set(normalized).count <= maxPerClient else {
            throw SpotterError.invalid("A client has at most \(maxPerClient) tags.")
        }
        return Set(normalized).sorted()
    }

    static func normalized(_ text: String) throws -> String {
        let tag = text.trimmed.lowercased().drop { $0 == "#" || $0 == "+" }
        guard TextLength(length).admits(String(tag)),
            tag.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
        else {
            throw SpotterError.invalid("A tag is one word of 1 to 30 letters, digits, hyphens or underscores.")
        }
        return String(tag)
    }

    static func of(_ client: UserID, by trainer: UserID, on connection: any SQLConnection) throws -> [String] {
        try connection.query(
            "SELECT tag FROM client_tags WHERE trainer_id = $1 AND client_id = $2 ORDER BY tag",
            trainer,
            client
        ) { try $0.text(0) }
    }

    /// Those who are the trainer's clients at present.
    static func clients(
        tagged tag: String,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws -> [UserID] {
        try connection.query(
            """
            SELECT client_id FROM client_tags
            WHERE trainer_id = $1 AND tag = $2 AND client_id IN (\(Contacts.userIDs(of: "$1"))) ORDER BY client_id
            """,
            trainer,
            try normalized(tag)
        ) { try $0.id(0) }
    }

    static func all(of trainer: UserID, on connection: any SQLConnection) throws -> [ClientTag] {
        let rows = try connection.query(
            """
            SELECT tag, client_id FROM client_tags
            WHERE trainer_id = $1 AND client_id IN (\(Contacts.userIDs(of: "$1"))) ORDER BY tag, client_id
            """,
            trainer
        ) { (tag: try $0.text(0), client: try $0.id(1, UserID.self)) }
        return Dictionary(grouping: rows, by: \.tag).sorted { $0.key < $1.key }
            .map { ClientTag(tag: $0.key, userIds: $0.value.map(\.client)) }
    }
}
