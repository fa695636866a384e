import Domain
import Storage

/// What somebody did to a profile by hand: the rows of `profile_changes`.
struct ProfileChange: Sendable, Hashable {
    enum Kind: String, Sendable {
        /// Written down, from no message.
        case manual
        /// Taken from messages, and changed.
        case edited
        /// Taken from messages, and removed.
        case removed
    }

    let id: ProfileItemID
    let kind: Kind
    var category: ProfileItem.Category
    var text: String?
    var status: ProfileItem.Status?
    var hashes: Set<String> = []
    var covers: Set<ProfileItemID> = []
    var validFrom: Timestamp?
    var validTo: Timestamp?
    let createdAt: Timestamp
    var changedAt: Timestamp

    var removal: ProfileFolding.Removal? {
        kind == .removed ? .init(category: category, hashes: hashes, covers: covers, at: createdAt) : nil
    }
}

/// The trainer and the client whom a profile is between.
struct ProfilePair: Sendable, Hashable {
    let trainer: UserID
    let client: UserID
}

extension ProfileChange {
    static func list(of pair: ProfilePair, on connection: any SQLConnection) throws -> [ProfileChange] {
        try connection.query(
            """
            SELECT id, kind, category, text, status, topics, covers, valid_from, valid_to, created_at, changed_at
            FROM profile_changes WHERE trainer_id = $1 AND client_id = $2 ORDER BY created_at, id
            """,
            pair.trainer,
            pair.client
        ) { row in
            ProfileChange(
                id: try row.id(0),
                kind: try row.word(1),
                category: try row.word(2),
                text: try row.optionalText(3),
                status: try row.isNull(4) ? nil : row.word(4),
                hashes: Set(try row.text(5).split(separator: " ").map(String.init)),
                covers: Set(try row.text(6).split(separator: " ").compactMap { ProfileItemID(String($0)) }),
                validFrom: try row.optionalTimestamp(7),
                validTo: try row.optionalTimestamp(8),
                createdAt: try row.timestamp(9),
                changedAt: try row.timestamp(10)
            )
        }
    }

    /// The statements that items changed by hand are made of.
    static func edited(of pair: ProfilePair, on connection: any SQLConnection) throws -> Set<ProfileItemID> {
        Set(try list(of: pair, on: connection).filter { $0.kind == .edited }.flatMap(\.covers))
    }

    func store(for pair: ProfilePair, by user: UserID, on connection: any SQLConnection) throws {
        try Self.delete(id, of: pair, on: connection)
        try connection.execute(
            """
            INSERT INTO profile_changes (
                id, trainer_id, client_id, kind, category, text, status, topics, covers, valid_from, valid_to,
                created_at, changed_at, changed_by
            ) VALUES (\(connection.placeholders(count: 14)))
            """,
            id,
            pair.trainer,
            pair.client,
            kind.rawValue,
            category.rawValue,
            text,
            status?.rawValue,
            hashes.sorted().joined(separator: " "),
            covers.sorted().map(\.description).joined(separator: " "),
            validFrom,
            validTo,
            createdAt,
            changedAt,
            user
        )
    }

    static func delete(_ id: ProfileItemID, of pair: ProfilePair, on connection: any SQLConnection) throws {
        try connection.execute(
            "DELETE FROM profile_changes WHERE trainer_id = $1 AND client_id = $2 AND id = $3",
            pair.trainer,
            pair.client,
            id
        )
    }

    /// Deletes edits of items that no message says any more: their words came from messages that are gone.
    static func deleteOrphans(of pair: ProfilePair, on connection: any SQLConnection) throws {
        let edited = try list(of: pair, on: connection).filter { $0.kind == .edited }
        guard !edited.isEmpty else { return }
        let statements = try StatementRows.list(trainer: pair.trainer, client: pair.client, on: connection)
        let existing = Set(statements.map(\.id))
        for change in edited where change.covers.isDisjoint(with: existing) {
            try delete(change.id, of: pair, on: connection)
        }
    }
}
