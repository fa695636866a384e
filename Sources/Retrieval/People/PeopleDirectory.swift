package import Domain
package import Storage

/// Everybody whom a user may know at this moment: contacts, prospects, and who shares a chat with them.
///
/// Whoever isn't in here doesn't exist for the tools: a stranger's name and an invented one get the same answer.
package struct PeopleDirectory: Sendable {
    /// By name.
    package let people: [KnownPerson]
    /// The groups that the user is in, by name.
    package let groups: [KnownPerson]

    package init(of actor: Actor, on connection: any SQLConnection) throws {
        let contacts = try Self.contacts(of: actor, on: connection)
        let prospects = actor.role == .trainer ? try Self.prospects(of: actor, on: connection) : []
        let known = Set(contacts.map(\.identity))
        let companions = try Self.companions(of: actor, on: connection).filter { !known.contains($0.identity) }
        people = (contacts + prospects + companions).sorted { ($0.name, $0.idText) < ($1.name, $1.idText) }
        groups = try Self.groups(of: actor, on: connection)
    }

    package func person(_ identity: KnownPerson.Identity) -> KnownPerson? { people.first { $0.identity == identity } }

    // MARK: Rows

    private static func contacts(of actor: Actor, on connection: any SQLConnection) throws -> [KnownPerson] {
        let (own, other) = actor.role == .trainer ? ("trainer_id", "client_id") : ("client_id", "trainer_id")
        return try connection.query(
            """
            SELECT u.id, u.display_name, u.email, u.timezone FROM contacts c JOIN users u ON u.id = c.\(other)
            WHERE c.\(own) = $1
            """,
            actor.userId
        ) { row in
            KnownPerson(
                identity: .user(try row.id(0)),
                name: try row.text(1),
                subtitle: try row.text(2),
                timezone: try row.text(3),
                isOwn: actor.role == .trainer
            )
        }
    }

    private static func prospects(of actor: Actor, on connection: any SQLConnection) throws -> [KnownPerson] {
        try connection.query(
            """
            SELECT id, display_name, timezone FROM prospects WHERE trainer_id = $1 AND converted_to IS NULL
            """,
            actor.userId
        ) { row in
            let zone = try row.optionalText(2)
            return KnownPerson(
                identity: .prospect(try row.id(0)),
                name: try row.text(1),
                subtitle: zone.map { "Prospect, \($0)" } ?? "Prospect",
                timezone: zone,
                isOwn: true
            )
        }
    }

    private static func companions(of actor: Actor, on connection: any SQLConnection) throws -> [KnownPerson] {
        let shared = try connection.query(
            """
            SELECT u.id, u.display_name, u.timezone, min(c.name)
            FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id AND theirs.user_id <> mine.user_id
            JOIN chats c ON c.id = mine.chat_id JOIN users u ON u.id = theirs.user_id
            WHERE mine.user_id = $1 GROUP BY u.id, u.display_name, u.timezone
            """,
            actor.userId
        ) { (id: try $0.id(0, UserID.self), name: try $0.text(1), zone: try $0.text(2), chat: try $0.optionalText(3)) }
        return shared.map {
            KnownPerson(
                identity: .user($0.id),
                name: $0.name,
                subtitle: $0.chat.map { "In \($0)" } ?? "Direct chat",
                timezone: $0.zone
            )
        }
    }

    private static func groups(of actor: Actor, on connection: any SQLConnection) throws -> [KnownPerson] {
        try connection.query(
            """
            SELECT c.id, c.name FROM members m JOIN chats c ON c.id = m.chat_id
            WHERE m.user_id = $1 AND c.kind = 'group' ORDER BY c.name, c.id
            """,
            actor.userId
        ) { KnownPerson(identity: .group(try $0.id(0)), name: try $0.text(1), subtitle: "Group") }
    }
}
