public import Domain
import Storage

/// Who is in a chat, and what they are there.
extension Chats {
    /// Adds people to a group, all or none; an admin's right, within the same rules as making a chat with them.
    public func add(_ users: [UserID], to chat: ChatID, by actor: Actor) async throws -> Chat {
        try await writer.change(chat) { job in
            try Self.requireManager(actor, in: job, to: "add members")
            for user in Set(users).subtracting(job.state.members.keys).sorted() {
                guard let person = try Self.allowedParties([user], for: actor, on: job.connection).first else {
                    continue
                }
                guard job.state.members.count < Validation.groupSize.upperBound else {
                    throw SpotterError.invalid("A group holds at most \(Validation.groupSize.upperBound) members.")
                }
                try Self.insertMember(
                    user,
                    role: .member,
                    into: chat,
                    joined: job.nextSeq,
                    at: job.now,
                    on: job.connection
                )
                try job.changed(try .of(person, .added, role: .member, on: job.connection))
            }
        }
        return try await self.chat(chat, for: actor)
    }

    /// Takes somebody out of a group, or leaves a chat oneself. From the commit on they read nothing of it. Whoever
    /// leaves last takes the chat with them.
    public func remove(_ user: UserID, from chat: ChatID, by actor: Actor) async throws {
        let isDeserted = try await writer.change(chat) { job in
            let mine = try job.requireMember(actor)
            if user == actor.userId {
                guard Access.can(actor, .leaveChat(mine)) else { throw SpotterError.notAMember }
            } else {
                try Self.requireManager(actor, in: job, to: "remove members")
            }
            guard let person = try User.find(user, on: job.connection), job.state.members[user] != nil else {
                throw SpotterError.notFound("member")
            }
            return try job.takeOut(person, as: user == actor.userId ? .left : .removed)
        }
        if isDeserted { try await purge(chat) }
    }

    /// Makes a member admin, or an admin a member. A group keeps one admin at least.
    public func setRole(_ role: MemberRole, of user: UserID, in chat: ChatID, by actor: Actor) async throws -> Chat {
        try await writer.change(chat) { job in
            try Self.requireManager(actor, in: job, to: "change roles")
            guard let person = try User.find(user, on: job.connection), let old = job.state.members[user] else {
                throw SpotterError.notFound("member")
            }
            guard old != role else { return }
            guard role == .admin || job.state.members.values.count(where: { $0 == .admin }) > 1 else {
                throw SpotterError(.conflict, "A group needs an admin: make somebody else admin first.")
            }
            try job.setRole(role, of: person)
        }
        return try await self.chat(chat, for: actor)
    }

    private static func requireManager(_ actor: Actor, in job: ChatJob, to what: String) throws {
        let mine = try job.requireMember(actor)
        guard Access.can(actor, .manageMembers(mine, job.state.kind)) else {
            throw SpotterError(.forbidden, "Only an admin of a group can \(what).")
        }
    }
}

extension ChatEvent.MemberChange {
    static func of(
        _ person: User,
        _ change: Kind,
        role: MemberRole? = nil,
        on connection: any SQLConnection
    ) throws -> Self {
        let photo = try connection.first("SELECT photo_media_id FROM users WHERE id = $1", person.id) {
            try $0.optionalID(0, MediaID.self)
        }
        return Self(
            userId: person.id,
            displayName: person.displayName,
            change: change,
            role: role,
            photoMediaId: photo ?? nil
        )
    }
}
