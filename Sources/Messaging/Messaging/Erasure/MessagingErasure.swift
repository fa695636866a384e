public import Accounts
public import Domain
public import Storage

/// Erases a user's messages, memberships and drafts when their account is deleted.
public struct MessagingErasure: AccountDeletionParticipant {
    let database: any Database
    let chats: Chats
    let messages: Messages

    public func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws {
        _ = try connection.execute("DELETE FROM drafts WHERE user_id = $1", user.id)
    }

    public func erase(_ user: DeletedUser) async throws {
        try await messages.erase(from: user)
        try await leaveChats(user)
        try await database.compactFullText()
    }

    public func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        guard try !connection.exists("SELECT 1 FROM members WHERE user_id = $1", user) else { return false }
        var messages = try SentMessages(of: user, on: connection)
        return try messages.next(1, on: connection).isEmpty
    }

    private func leaveChats(_ user: DeletedUser) async throws {
        for chat in try await database.read({ try Members.chats(of: user.id, on: $0) }) {
            do {
                try await chats.remove(user.id, from: chat, by: user.actor)
            } catch let error as SpotterError where error.code == .notAMember {
                // An admin has removed the user in the meantime.
            }
        }
    }
}
