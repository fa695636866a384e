import Accounts
public import Domain
import Storage

/// Adding and removing members, and their roles.
extension Chats {
    /// Adds people to a group, all or none, as one of its admins. The rules are those for opening a chat with them.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `forbidden` if the actor isn't an admin, or one has
    ///   blocked the other; `not_found` or `not_a_contact` if the actor may not write to one of the people;
    ///   `invalid_request` if the group would be too large.
    public func add(_ users: [UserID], to chat: ChatID, by actor: Actor) async throws -> Chat {
        try await transactions.change(chat) { transaction in
            try Self.requireManager(actor, in: transaction, to: "add members")
            for user in Set(users).subtracting(transaction.state.members.keys).sorted() {
                guard let person = try Self.reachableUsers([user], for: actor, on: transaction.connection).first else {
                    continue
                }
                guard transaction.state.members.count < Validation.groupSize.upperBound else {
                    throw SpotterError.invalid("A group holds at most \(Validation.groupSize.upperBound) members.")
                }
                try Self.insertMember(
                    user,
                    role: .member,
                    into: chat,
                    joined: transaction.nextSeq,
                    at: transaction.now,
                    on: transaction.connection
                )
                try transaction.changed(.of(person, .added, role: .member))
            }
        }
        return try await self.chat(chat, for: actor)
    }

    /// Removes a member from a group, or leaves a chat. After the commit, the member can't read any of it. When the
    /// last member leaves, the chat is removed.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `forbidden` if the actor isn't an admin; `not_found` if
    ///   there is no such member.
    public func remove(_ user: UserID, from chat: ChatID, by actor: Actor) async throws {
        let observer = observer
        let isDeserted = try await transactions.change(chat) { transaction in
            let mine = try transaction.requireMember(actor)
            if user == actor.userId {
                guard Access.can(actor, .leaveChat(mine)) else { throw SpotterError.notAMember }
            } else {
                try Self.requireManager(actor, in: transaction, to: "remove members")
            }
            guard let person = try User.find(user, on: transaction.connection), transaction.state.members[user] != nil
            else {
                throw SpotterError.notFound("member")
            }
            try observer.memberWillLeave(user, chat, on: transaction.connection)
            return try transaction.removeMember(person, as: user == actor.userId ? .left : .removed)
        }
        if isDeserted { try await purge(chat) }
    }

    /// Changes a member's role. A group keeps at least one admin.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `forbidden` if the actor isn't an admin; `not_found` if
    ///   there is no such member; `conflict` if the group would have no admin.
    public func setRole(_ role: MemberRole, of user: UserID, in chat: ChatID, by actor: Actor) async throws -> Chat {
        try await transactions.change(chat) { transaction in
            try Self.requireManager(actor, in: transaction, to: "change roles")
            guard let person = try User.find(user, on: transaction.connection),
                let old = transaction.state.members[user]
            else {
                throw SpotterError.notFound("member")
            }
            guard old != role else { return }
            guard role == .admin || transaction.state.members.values.count(where: { $0 == .admin }) > 1 else {
                throw SpotterError(.conflict, "A group needs an admin: make somebody else admin first.")
            }
            try transaction.setRole(role, of: person)
        }
        return try await self.chat(chat, for: actor)
    }

    private static func requireManager(_ actor: Actor, in transaction: ChatTransaction, to what: String) throws {
        let mine = try transaction.requireMember(actor)
        guard Access.can(actor, .manageMembers(mine, transaction.state.kind)) else {
            throw SpotterError(.forbidden, "Only an admin of a group can \(what).")
        }
    }
}

extension ChatEvent.MemberChange {
    static func of(
        _ person: User,
        _ change: Kind,
        role: MemberRole? = nil
    ) -> Self {
        Self(
            userId: person.id,
            displayName: person.displayName,
            change: change,
            role: role,
            photoMediaId: person.photoMediaId
        )
    }
}
