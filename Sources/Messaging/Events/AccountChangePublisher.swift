import Accounts
import Domain
import SpotterAPI
import Storage

/// Handles account changes for Messaging: drops cached facts about the user, and publishes the name and photo to
/// everybody who shares a chat with the user.
struct AccountChangePublisher: AccountObserver {
    let chats: ChatStateCache
    let publisher: any ChatEventPublisher

    func accountWillChange(_ change: AccountChange, on connection: any SQLConnection) throws -> [UserID] {
        switch change {
        case .profile(of: let user, let shown, _):
            for chat in try Members.chats(of: user, on: connection) { chats.forget(chat) }
            chats.expireVisibility()
            // The user's own devices show the name as well.
            return shown == nil ? [] : try Members.companions(of: user, on: connection) + [user]
        case .deletion(let shown):
            // The cached state of the user's chats contains blocks and sharing settings.
            chats.forgetAll()
            return try Members.companions(of: shown.userId, on: connection)
        }
    }

    func accountDidChange(_ change: AccountChange, audience: [UserID]) {
        switch change {
        case .profile(of: let user, let shown, let changesPresenceSharing):
            if let shown { publisher.enqueue(ServerFrames.user(shown), to: audience) }
            if changesPresenceSharing { publisher.visibilityDidChange(of: [user]) }
        case .deletion(let shown):
            publisher.enqueue(ServerFrames.user(shown), to: audience)
            publisher.visibilityDidChange(of: [shown.userId])
        }
    }

    func sessionsDidEnd(_ revocation: Accounts.Revocation) { publisher.sessionsDidEnd(revocation) }
}
