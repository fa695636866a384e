import Domain
import Messaging

/// What a client knows of a chat from events alone.
struct ClientView: Equatable {
    var messages: [MessageID: Message] = [:]
    var members: Set<UserID>
    var seq: Int64

    mutating func apply(_ event: ChatEvent) {
        seq = event.seq
        if let message = event.message { messages[message.id] = message.withoutStatus }
        if let member = event.member {
            if member.change == .added { members.insert(member.userId) } else { members.remove(member.userId) }
        }
    }

    /// The same from the chat's own lists.
    static func fresh(_ chat: ChatID, for actor: Actor, in world: World) async throws -> ClientView {
        let head = try await world.services.chats.chat(chat, for: actor)
        var view = ClientView(members: Set(head.members.map(\.userId)), seq: head.seq)
        var after: Int64 = 0
        while true {
            let page = try await world.services.chats.history(of: chat, after: after, limit: 7, for: actor)
            for message in page.messages { view.messages[message.id] = message.withoutStatus }
            guard page.hasMore, let last = page.messages.last else { return view }
            after = last.seq
        }
    }
}

extension Message {
    /// Receipts travel beside the order of changes; they have their own tests.
    var withoutStatus: Message {
        var copy = self
        copy.status = .sent
        return copy
    }
}
