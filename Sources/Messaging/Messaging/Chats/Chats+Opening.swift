import Accounts
import Contacts
import Domain
import Storage

/// Opening chats: whether the people may talk to each other, and whether the chat already exists.
extension Chats {
    static func openDirect(
        _ id: ChatID,
        _ other: UserID,
        by actor: Actor,
        asking ask: ([UserID]) throws -> Void,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (ChatID, Bool) {
        guard other != actor.userId else { throw SpotterError.invalid("A chat needs somebody else than yourself.") }
        let pair = pairKey(actor.userId, other)
        if let existing = try connection.first(
            "SELECT id FROM chats WHERE pair_key = $1",
            pair,
            row: { try $0.id(0, ChatID.self) }
        ) {
            return (existing, false)
        }
        try ask([other])
        try insertChat(id, .direct, name: nil, pair: pair, by: actor, at: now, on: connection)
        for user in [actor.userId, other] {
            try insertMember(user, role: .member, into: id, at: now, on: connection)
        }
        return (id, true)
    }

    static func openGroup(
        _ id: ChatID,
        named name: String,
        _ others: [UserID],
        by actor: Actor,
        asking ask: ([UserID]) throws -> Void,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (ChatID, Bool) {
        let name = try Validation.displayName(name, what: "group name")
        let members = Set(others).union([actor.userId])
        guard Validation.groupSize.contains(members.count) else {
            throw SpotterError.invalid(
                "A group needs 3 to \(Validation.groupSize.upperBound) members, yourself included; "
                    + "this one would have \(members.count)."
            )
        }
        if let existing = try sameGroup(name, members, of: actor, on: connection) { return (existing, false) }
        try ask(Array(members.subtracting([actor.userId])))
        try insertChat(id, .group, name: name, pair: nil, by: actor, at: now, on: connection)
        for user in members.sorted() {
            try insertMember(user, role: user == actor.userId ? .admin : .member, into: id, at: now, on: connection)
        }
        return (id, true)
    }

    private static func sameGroup(
        _ name: String,
        _ members: Set<UserID>,
        of actor: Actor,
        on connection: any SQLConnection
    ) throws -> ChatID? {
        let candidates = try connection.query(
            """
            SELECT c.id, c.name FROM chats c JOIN members m ON m.chat_id = c.id
            WHERE m.user_id = $1 AND c.kind = 'group'
            """,
            actor.userId
        ) { (id: try $0.id(0, ChatID.self), name: try $0.text(1)) }
        return try candidates.first { candidate in
            guard candidate.name.lowercased() == name.lowercased() else { return false }
            return try Set(Members.of(candidate.id, on: connection)) == members
        }?.id
    }

    /// The key of the one direct chat of two people, independent of their order.
    static func pairKey(_ a: UserID, _ b: UserID) -> [UInt8] { min(a, b).bytes + max(a, b).bytes }

    /// The users with these ids, if the actor may talk to each of them now.
    /// - Throws: `not_found` if a user doesn't exist or is unknown to the actor; `not_a_contact` if a relation is
    ///   missing; `forbidden` if one has blocked the other.
    static func reachableUsers(
        _ ids: [UserID],
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [User] {
        try ids.map { id in
            guard let (user, party) = try Party.find(id, for: actor, on: connection) else {
                throw SpotterError.notFound("person")
            }
            guard Access.can(actor, .startChat(with: [party])) else { throw refusal(actor, party) }
            return user
        }
    }

    private static func refusal(_ actor: Actor, _ party: Party) -> SpotterError {
        // Doesn't reveal which of the two has blocked the other, or that an account is disabled.
        if Access.can(actor, .startChat(with: [party.unblocked])) { return .blocked }
        return switch (actor.role, party.role) {
        case (.client, .trainer): SpotterError(.notAContact, "This trainer hasn't added you as a client yet")
        case (.trainer, .client): SpotterError(.notAContact, "Add this person as your client first, with their email.")
        // Clients must not discover which other accounts exist.
        default: .notFound("person")
        }
    }

    private static func insertChat(
        _ id: ChatID,
        _ kind: ChatKind,
        name: String?,
        pair: [UInt8]?,
        by actor: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO chats (id, kind, name, pair_key, created_by, created_at, active_at, num)
            VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT coalesce(max(num), 0) + 1 FROM chats))
            """,
            id,
            kind.rawValue,
            name,
            pair,
            actor.userId,
            now,
            now
        )
    }

    /// - Parameter joined: the position of the change that adds the member. Nothing before it is unread for them.
    static func insertMember(
        _ user: UserID,
        role: MemberRole,
        into chat: ChatID,
        joined: Int64 = 0,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO members
                (chat_id, user_id, role, joined_at, joined_seq, delivered_seq, read_seq, shown_read_seq, read_ordinal)
            VALUES ($1, $2, $3, $4, $5, $5, $5, $5, (SELECT message_count FROM chats WHERE id = $1))
            """,
            chat,
            user,
            role.rawValue,
            now,
            joined
        )
    }
}
