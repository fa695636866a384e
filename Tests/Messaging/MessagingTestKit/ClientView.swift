package import Domain
import Messaging
import SpotterAPI

/// What a client knows of a chat from events alone, as the contract asks clients to apply them.
package struct ClientView: Equatable {
    package struct Person: Equatable {
        package let name: String
        package var role: MemberRole
    }

    package var messages: [MessageID: Message] = [:]
    package var members: [UserID: Person]
    package var name: String
    package var pins: [MessageID] = []
    package var seq: Int64

    package init(members: [UserID: Person], name: String, seq: Int64) {
        self.members = members
        self.name = name
        self.seq = seq
    }

    package mutating func apply(_ event: ChatEvent) {
        seq = event.seq
        if let message = event.message {
            messages[message.id] = message.withoutStatus
            if event.type == .messageEdited || event.type == .messageDeleted { renewQuotes(of: message) }
        }
        if let member = event.member {
            switch member.change {
            case .added, .role:
                members[member.userId] = Person(name: member.displayName, role: member.role ?? .member)
            case .removed, .left: members[member.userId] = nil
            }
        }
        if event.type == .chatUpdated {
            name = event.name ?? name
            pins = event.pins ?? []
        }
    }

    private mutating func renewQuotes(of message: Message) {
        for (id, reply) in messages where reply.replyTo == message.id { messages[id]?.quote = Quote(of: message) }
    }

    package var lastMessage: Message? { messages.values.max { $0.seq < $1.seq } }

    package func unread(of user: UserID, after read: Int64) -> [Message] {
        messages.values.filter { $0.senderId != user && $0.seq > read && $0.deletedAt == nil }
    }

    /// The same, fetched from the chat's lists.
    package static func fresh(_ chat: ChatID, for actor: Actor, in fixture: MessagingFixture) async throws -> ClientView
    {
        let head = try await fixture.services.chats.chat(chat, for: actor)
        var view = ClientView(
            members: Dictionary(
                uniqueKeysWithValues: head.members.map {
                    ($0.userId, Person(name: $0.displayName, role: $0.role))
                }
            ),
            name: head.name,
            seq: head.seq
        )
        view.pins = head.pins
        var after: Int64 = 0
        while true {
            let page = try await fixture.services.chats.history(of: chat, after: after, limit: 7, for: actor)
            for message in page.messages { view.messages[message.id] = message.withoutStatus }
            guard page.hasMore, let last = page.messages.last else { return view }
            after = last.seq
        }
    }
}

extension Message {
    /// Without its status: receipts aren't part of the order of changes and have their own tests.
    package var withoutStatus: Message {
        var copy = self
        copy.status = .sent
        return copy
    }
}
