import Domain
import Messaging

/// Who was told last that they left a chat, or were removed from it, and at which position: the latest some thousands.
struct DepartedMembers {
    private struct Member: Hashable {
        let chat: ChatID
        let user: UserID
    }

    private static let capacity = 4096
    private var recent: [Member: Int64] = [:]
    private var earlier: [Member: Int64] = [:]

    mutating func note(_ change: MembershipChange, at seq: Int64) {
        let members = Set(change.members)
        for user in change.users {
            let member = Member(chat: change.chatId, user: user)
            earlier[member] = nil
            recent[member] = members.contains(user) ? nil : seq
        }
        if recent.count >= Self.capacity { (recent, earlier) = ([:], recent) }
    }

    func position(of user: UserID, in chat: ChatID) -> Int64? {
        let member = Member(chat: chat, user: user)
        return recent[member] ?? earlier[member]
    }
}
