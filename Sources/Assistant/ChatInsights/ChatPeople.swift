import Accounts
package import Domain
package import Messaging
package import SpotterAPI
package import Storage
import TextReading

/// The members of a chat, for whom its messages are meant.
package struct ChatPeople: Sendable {
    package let members: [User]
    let isDirect: Bool

    package init(of chat: ChatID, on connection: any SQLConnection) throws {
        members = try Members.of(chat, on: connection).compactMap { try User.find($0, on: connection) }
            .sorted { ($0.displayName, $0.id) < ($1.displayName, $1.id) }
        isDirect = try VisibleChatList.isDirect(chat, on: connection)
    }

    package func other(than user: UserID) -> User? { isDirect ? members.first { $0.id != user } : nil }

    /// Who is to do what a message says.
    package func doer(_ reading: StoredInsight.Reading, of message: VisibleMessage) -> ActionItem.Doer {
        switch reading.doer {
        case "sender": return ActionItem.Doer(userId: message.senderId, name: message.senderName)
        case "addressee":
            guard let other = other(than: message.senderId) else { return ActionItem.Doer(name: "somebody") }
            return ActionItem.Doer(userId: other.id, name: other.displayName)
        case "us", "everybody": return ActionItem.Doer(name: "everybody")
        case "named": return named(reading.names ?? [])
        default: return ActionItem.Doer(name: "somebody")
        }
    }

    /// A member whom a single name fits, or the names as they were written.
    private func named(_ names: [String]) -> ActionItem.Doer {
        if names.count == 1, let name = names.first.flatMap({ TextWord.words(of: $0).first?.folded }) {
            let fitting = members.filter { TextWord.words(of: $0.displayName).first?.folded == name }
            if fitting.count == 1, let member = fitting.first {
                return ActionItem.Doer(userId: member.id, name: member.displayName)
            }
        }
        return ActionItem.Doer(name: names.joined(separator: " and "))
    }
}
