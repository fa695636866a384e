import Accounts
import Contacts
import Domain
import SpotterAPI
import Storage

/// Handles account changes for Messaging: drops cached facts about the user, and publishes the name and photo to
/// everybody who shares a chat with the user, the time zone to the user's contacts.
struct AccountChangePublisher: AccountObserver {
    let chats: ChatStateCache
    let publisher: any ChatEventPublisher

    func accountWillChange(_ change: AccountChange, on connection: any SQLConnection) throws -> AccountAudience {
        switch change {
        case .profile(of: let user, let shown, let changesLooks, _):
            for chat in try Members.chats(of: user, on: connection) { chats.forget(chat) }
            chats.expireVisibility()
            // The user's own devices show the name as well.
            var audience = AccountAudience()
            if changesLooks { audience.companions = try Members.companions(of: user, on: connection) + [user] }
            if shown?.timezone != nil {
                audience.contacts =
                    try connection.query(Contacts.userIDs(of: "$1"), user) { try $0.id(0, UserID.self) } + [user]
            }
            return audience
        case .deletion(let shown):
            // The cached state of the user's chats contains blocks and sharing settings.
            chats.forgetAll()
            return AccountAudience(companions: try Members.companions(of: shown.userId, on: connection))
        }
    }

    func accountDidChange(_ change: AccountChange, audience: AccountAudience) {
        switch change {
        case .profile(of: let user, let shown, let changesLooks, let changesPresenceSharing):
            if let shown {
                if changesLooks { publisher.enqueue(ServerFrames.user(shown.withoutTimezone), to: audience.companions) }
                if shown.timezone != nil { publisher.enqueue(ServerFrames.user(shown), to: audience.contacts) }
            }
            if changesPresenceSharing { publisher.visibilityDidChange(of: [user]) }
        case .deletion(let shown):
            publisher.enqueue(ServerFrames.user(shown), to: audience.companions)
            publisher.visibilityDidChange(of: [shown.userId])
        }
    }

    func sessionsDidEnd(_ revocation: Accounts.Revocation) { publisher.sessionsDidEnd(revocation) }
}
