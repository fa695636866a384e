public import Domain
package import Storage

/// Making chats and managing their members.
public struct Chats: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let states: ChatStates
    let hub: Hub

    public enum New: Sendable {
        case direct(with: UserID)
        case group(name: String, with: [UserID])
    }

    /// A chat, and whether it was made just now: a direct chat is unique for its pair, a group for its name and members.
    public func open(_ new: New, by actor: Actor) async throws -> (chat: Chat, isNew: Bool) {
        let id: ChatID = ids.next()
        let now = clock.now()
        let opened = try await database.write { try Self.open(new, id: id, by: actor, at: now, on: $0) }
        let chat = try await self.chat(opened.id, for: actor)
        if opened.isNew {
            let created = ChatEvent(type: .chatUpdated, chatId: chat.id, seq: chat.seq, name: chat.name)
            hub.publish(hub.encode(ServerFrames.event(created)), to: chat.members.map(\.userId))
            states.membersChanged(of: chat.id, chat.members.map(\.userId), now: chat.members.map(\.userId))
        }
        return (chat, opened.isNew)
    }

    /// The same as part of a larger job; nobody is told.
    /// - Parameter asOperator: don't ask whether these people may talk to each other, as in an import.
    package static func open(
        _ new: New,
        id: ChatID,
        by actor: Actor,
        asOperator: Bool = false,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (id: ChatID, isNew: Bool) {
        func ask(_ others: [UserID]) throws {
            if !asOperator { _ = try allowedParties(others, for: actor, on: connection) }
        }
        return switch new {
        case .direct(let other): try openDirect(id, other, by: actor, asking: ask, at: now, on: connection)
        case .group(let name, let others):
            try openGroup(id, named: name, others, by: actor, asking: ask, at: now, on: connection)
        }
    }

    /// Puts a chat where its latest message belongs among the others, after older ones were stored.
    package static func settleActivity(of chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE chats SET active_at = coalesce((SELECT max(created_at) FROM messages WHERE chat_id = $1), active_at)
            WHERE id = $1
            """,
            chat
        )
    }

    // MARK: Members

    /// Adds people to a group; an admin's right, within the same rules as making a chat with them.
    public func add(_ users: [UserID], to chat: ChatID, by actor: Actor) async throws -> Chat {
        let now = clock.now()
        for user in users {
            try await changeMembers(of: chat) { state, connection in
                guard let state, state.members[actor.userId] != nil else { throw SpotterError.notAMember }
                guard Access.can(actor, .manageMembers(state.members[actor.userId], state.kind)) else {
                    throw SpotterError(.forbidden, "Only an admin of a group can add members.")
                }
                guard state.members[user] == nil else { return nil }
                let added = try Self.allowedParties([user], for: actor, on: connection)
                guard let name = added.first?.displayName, state.members.count < Validation.groupSize.upperBound else {
                    throw SpotterError.invalid("A group holds at most \(Validation.groupSize.upperBound) members.")
                }
                try Self.insertMember(user, role: .member, into: chat, at: now, on: connection)
                return .init(userId: user, displayName: name, change: .added)
            }
        }
        return try await self.chat(chat, for: actor)
    }

    /// Takes somebody out of a group, or leaves a chat oneself. From the commit on they read nothing of it.
    public func remove(_ user: UserID, from chat: ChatID, by actor: Actor) async throws {
        try await changeMembers(of: chat) { state, connection in
            guard let state, state.members[actor.userId] != nil else { throw SpotterError.notAMember }
            let mine = state.members[actor.userId]
            let isLeaving = user == actor.userId
            guard Access.can(actor, isLeaving ? .leaveChat(mine) : .manageMembers(mine, state.kind)) else {
                throw SpotterError(.forbidden, "Only an admin of a group can remove members.")
            }
            guard state.members[user] != nil, let person = try User.find(user, on: connection) else {
                throw SpotterError.notFound("member")
            }
            try connection.execute("DELETE FROM members WHERE chat_id = $1 AND user_id = $2", chat, user)
            // A chat that somebody left is no longer "the" chat of its pair: the next one starts anew.
            try connection.execute("UPDATE chats SET pair_key = NULL WHERE id = $1", chat)
            return .init(userId: user, displayName: person.displayName, change: isLeaving ? .left : .removed)
        }
    }

    private func changeMembers(
        of chat: ChatID,
        _ body: @escaping @Sendable (ChatState?, any SQLConnection) throws -> ChatEvent.MemberChange?
    ) async throws {
        let now = clock.now()
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            database.enqueue { connection -> (event: ChatEvent, recipients: [UserID], now: [UserID])? in
                let state = try states.load(chat, on: connection)
                guard let change = try body(state, connection), let state else { return nil }
                let seq = try states.append(
                    .memberChanged,
                    to: chat,
                    after: state.seq,
                    member: change,
                    at: now,
                    on: connection
                )
                states.forget(chat)
                let event = ChatEvent(type: .memberChanged, chatId: chat, seq: seq, member: change)
                // The one who goes is told as well, for the last time; the one who comes for the first.
                let now = try ChatState.members(of: chat, on: connection)
                return (event, Array(Set(state.recipients + [change.userId])), now)
            } completion: { result in
                if case .success(let done?) = result {
                    hub.gather(done.event, to: done.recipients)
                    states.membersChanged(of: chat, [done.event.member?.userId].compactMap { $0 }, now: done.now)
                }
                continuation.resume(with: result.map { _ in })
            }
        }
    }

    // MARK: Making

    private static func openDirect(
        _ id: ChatID,
        _ other: UserID,
        by actor: Actor,
        asking ask: ([UserID]) throws -> Void,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (ChatID, Bool) {
        guard other != actor.userId else { throw SpotterError.invalid("A chat needs somebody else than yourself.") }
        let pair = min(actor.userId, other).bytes + max(actor.userId, other).bytes
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

    private static func openGroup(
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
            return try Set(ChatState.members(of: candidate.id, on: connection)) == members
        }?.id
    }

    /// The people, if the actor may talk to each of them now.
    private static func allowedParties(
        _ ids: [UserID],
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [User] {
        try ids.map { id in
            guard let user = try User.find(id, on: connection) else { throw SpotterError.notFound("person") }
            let party = Party(
                userId: id,
                role: user.role,
                isContact: try connection.exists(
                    "SELECT 1 FROM contacts WHERE (trainer_id = $1 AND client_id = $2)",
                    actor.userId,
                    id
                )
                    || connection.exists(
                        "SELECT 1 FROM contacts WHERE (trainer_id = $1 AND client_id = $2)",
                        id,
                        actor.userId
                    ),
                sharesGroup: try connection.exists(
                    """
                    SELECT 1 FROM members a JOIN members b ON b.chat_id = a.chat_id JOIN chats c ON c.id = a.chat_id
                    WHERE c.kind = 'group' AND a.user_id = $1 AND b.user_id = $2
                    """,
                    actor.userId,
                    id
                )
            )
            guard Access.can(actor, .startChat(with: [party])) else { throw Self.refusal(actor.role, user.role) }
            return user
        }
    }

    private static func refusal(_ mine: Role, _ theirs: Role) -> SpotterError {
        switch (mine, theirs) {
        case (.client, .trainer): SpotterError(.notAContact, "This trainer hasn't added you as a client yet")
        case (.trainer, .client): SpotterError(.notAContact, "Add this person as your client first, with their email.")
        // Clients must not find out who else there is.
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
            INSERT INTO chats (id, kind, name, pair_key, created_by, created_at, active_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
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

    private static func insertMember(
        _ user: UserID,
        role: MemberRole,
        into chat: ChatID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "INSERT INTO members (chat_id, user_id, role, joined_at) VALUES ($1, $2, $3, $4)",
            chat,
            user,
            role.rawValue,
            now
        )
    }
}
