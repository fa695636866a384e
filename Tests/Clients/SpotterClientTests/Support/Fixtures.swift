import Domain
import SpotterAPI

@testable import SpotterClient

/// Ids and entities that tests refer to by small numbers.
enum Fixture {
    static func id<Entity>(_ number: UInt64) -> ID<Entity> { ID(high: 0x0190_0000_0000_7000, low: number) }

    static let me = User(
        id: id(1),
        email: "alex@example.com",
        displayName: "Alex Rivera",
        role: .trainer,
        timezone: "America/New_York"
    )

    static let time = Timestamp(milliseconds: 1_773_234_900_000)

    static func grant(_ name: String) -> AuthGrant {
        AuthGrant(
            user: me,
            accessToken: Secret("access-\(name)"),
            refreshToken: Secret("refresh-\(name)"),
            expiresAt: time
        )
    }

    static func message(chat: UInt64 = 10, seq: Int64, sender: UInt64 = 2, text: String = "hello") -> Message {
        Message(
            id: id(1000 &+ UInt64(bitPattern: seq)),
            chatId: id(chat),
            seq: seq,
            senderId: id(sender),
            clientMessageId: "c\(seq)",
            text: text,
            createdAt: time
        )
    }

    static func created(chat: UInt64 = 10, seq: Int64, text: String = "hello") -> ServerEvent {
        let message = message(chat: chat, seq: seq, text: text)
        return .chat(ChatEvent(type: .messageCreated, chatId: message.chatId, seq: seq, message: message))
    }

    static func welcome(_ seqs: [UInt64: Int64] = [10: 0]) -> Welcome {
        Welcome(
            userId: me.id,
            sessionId: id(5),
            serverTime: time,
            heartbeatSeconds: 25,
            chats: seqs.sorted { $0.key < $1.key }.map {
                .init(chatId: id($0.key), seq: $0.value, readSeq: 0, unread: 0)
            }
        )
    }

    static func chat(_ number: UInt64, _ name: String, kind: ChatKind = .direct, other: UInt64? = nil) -> Chat {
        let them = Member(userId: id(other ?? number + 100), displayName: name, role: .member)
        return Chat(
            id: id(number),
            kind: kind,
            name: name,
            members: [Member(userId: me.id, displayName: me.displayName, role: .member), them],
            seq: 0,
            readSeq: 0,
            unread: 0,
            lastMessage: nil
        )
    }

    static func contact(_ number: UInt64, _ name: String, _ email: String) -> Contact {
        Contact(userId: id(number), displayName: name, email: email)
    }
}
