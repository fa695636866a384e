import Domain
import Foundation
import SpotterAPI
import TestSupport
import Testing

/// The hand-written frames say what the coders read.
@Suite struct WireTests {
    @Test(arguments: 1...4)
    func framesEqualTheirValues(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let message = Self.message(&random)
            let name = random.text()
            let events = [
                ChatEvent(type: .messageCreated, chatId: message.chatId, seq: message.seq, message: message),
                ChatEvent(type: .messageDeleted, chatId: message.chatId, seq: .max, message: message),
                ChatEvent(type: .messageTranscribed, chatId: message.chatId, seq: 5, message: message),
                ChatEvent(
                    type: .memberChanged,
                    chatId: message.chatId,
                    seq: 1,
                    member: .init(userId: message.senderId, displayName: name, change: .left)
                ),
                ChatEvent(
                    type: .memberChanged,
                    chatId: message.chatId,
                    seq: 2,
                    member: .init(
                        userId: message.senderId,
                        displayName: name,
                        change: .added,
                        role: .admin,
                        photoMediaId: MediaID(high: 3, low: 4)
                    )
                ),
                ChatEvent(
                    type: .reactionChanged,
                    chatId: message.chatId,
                    seq: 3,
                    message: message,
                    reaction: .init(messageId: message.id, userId: message.senderId, emoji: "👩🏽‍🚀", added: true)
                ),
                ChatEvent(type: .chatUpdated, chatId: message.chatId, seq: 0, name: name, pins: []),
                ChatEvent(
                    type: .chatUpdated,
                    chatId: message.chatId,
                    seq: 4,
                    photoMediaId: MediaID(high: 5, low: 6),
                    pins: [message.id, MessageID(high: 7, low: 8)]
                ),
            ]
            for event in events { #expect(try decode(ChatEvent.self, ServerFrames.event(event)) == event) }
            let id = random.text()
            let created = ServerFrames.created(message)
            #expect(Array(created.message) == ServerFrames.message(message))
            let response = try decode(MessageResponse.self, ServerFrames.response(message: created.message))
            #expect(response.message == message)
            let ack = try decode(Ack.self, ServerFrames.ack(requestId: id, message: created.message))
            #expect(ack.id == id && ack.type == "ack" && ack.result.message == message)
            let event = ChatEvent(
                type: .messageCreated,
                chatId: message.chatId,
                seq: message.seq,
                message: message
            )
            #expect(created.frame == ServerFrames.event(event), "one encoding, put into both")
            let page = try decode(
                Page.self,
                ServerFrames.page(MessagePage(messages: [message, message], hasMore: true))
            )
            #expect(page.messages == [message, message] && page.hasMore)
            let coded = try JSONDecoder().decode(Keys.self, from: JSONEncoder().encode(message)).names
            let written = try decode(Created.self, ServerFrames.event(events[0])).message.names
            #expect(written == coded, "absent values are null in both")
        }
    }

    /// A plain message is written as the same one made of values.
    @Test func plainMessagesHaveTheSameBytes() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<100 {
            let full = Self.message(&random)
            let isImported = Bool.random(using: &random)
            let key = Bool.random(using: &random) ? full.id.description : full.clientMessageId
            let message = Message(
                id: full.id,
                chatId: full.chatId,
                seq: full.seq,
                senderId: full.senderId,
                clientMessageId: key,
                text: full.text,
                createdAt: full.createdAt,
                editedAt: full.editedAt,
                deletedAt: full.deletedAt,
                status: full.status,
                via: full.via,
                editCount: 3,
                imported: isImported ? true : nil
            )
            var writer = MessagePageWriter(count: 0)
            let numbers = Array(message.text.utf8).withUnsafeBufferPointer { text in
                let plain = PlainMessage(
                    id: message.id,
                    chatId: message.chatId,
                    seq: message.seq,
                    senderId: message.senderId,
                    clientMessageId: key == full.id.description ? .uuid(full.id) : .text(key),
                    text: text,
                    createdAt: message.createdAt,
                    editedAt: message.editedAt,
                    deletedAt: message.deletedAt,
                    status: message.status,
                    via: message.via,
                    editCount: 3,
                    isImported: isImported
                )
                return [writer.add(plain), writer.add(full), writer.add(message)]
            }
            let page = MessagePage(messages: [message, full, message], hasMore: false)
            #expect(writer.body(of: numbers.reversed(), hasMore: false, people: []) == ServerFrames.page(page))
        }
    }

    @Test func chatsEqualTheirValues() throws {
        var random = SeededRandom(seed: 12)
        let chats = (0..<20).map { number in
            let last = number.isMultiple(of: 3) ? nil : Self.message(&random)
            let draft = ChatDraft(
                text: random.text(),
                replyTo: number.isMultiple(of: 2) ? nil : MessageID(high: 1, low: 1),
                updatedAt: Timestamp(milliseconds: 1_773_234_900_123)
            )
            return Chat(
                id: ChatID(high: random.next(), low: 1),
                kind: number.isMultiple(of: 2) ? .direct : .group,
                name: random.text(),
                photoMediaId: number.isMultiple(of: 5) ? MediaID(high: 2, low: 3) : nil,
                members: (0..<number).map { member in
                    Member(
                        userId: UserID(high: random.next(), low: 2),
                        displayName: random.text(),
                        role: member == 0 ? .admin : .member,
                        photoMediaId: member == 1 ? MediaID(high: 4, low: 5) : nil,
                        deliveredSeq: .max,
                        readSeq: Int64(member),
                        joinedSeq: 7
                    )
                },
                seq: 9,
                readSeq: 8,
                unread: number,
                unreadMentions: number / 2,
                pins: (0..<number % 3).map { MessageID(high: 6, low: UInt64($0)) },
                mutedUntil: number.isMultiple(of: 4) ? .latest : nil,
                isPinned: number.isMultiple(of: 7),
                announcement: number.isMultiple(of: 6),
                draft: number.isMultiple(of: 3) ? draft : nil,
                lastMessage: last
            )
        }
        #expect(try decode(ChatsResponse.self, ServerFrames.chats(chats)).chats == chats)
        for chat in chats {
            let coded = try decode(Keys.self, [UInt8](JSONEncoder().encode(chat))).names
            #expect(try decode(Chats.self, ServerFrames.chats([chat])).chats.map(\.names) == [coded])
        }
    }

    private struct Chats: Decodable { let chats: [Keys] }

    private struct Page: Decodable {
        let messages: [Message]
        let hasMore: Bool
    }

    /// What an older server or a stored copy doesn't say is nothing.
    @Test func missingPartsAreEmpty() throws {
        let id = "018f0000-0000-7000-8000-000000000000"
        let json = #"""
            {"id":"\#(id)","chatId":"\#(id)","seq":1,"senderId":"\#(id)","clientMessageId":"c","text":"t",
            "createdAt":"2026-03-11T13:15:00.000Z","status":"sent","via":"user"}
            """#
        let message = try decode(Message.self, Array(json.utf8))
        #expect(message.quote == nil && message.media == [] && message.reactions == [] && message.mentions == [])
        #expect(message.editCount == 0)
        let member = try decode(
            Member.self,
            Array(#"{"userId":"\#(id)","displayName":"n","role":"member"}"#.utf8)
        )
        #expect(member.readSeq == 0 && member.photoMediaId == nil)
    }

    @Test func ephemeralFramesEqualTheirValues() throws {
        var random = SeededRandom(seed: 9)
        let (chat, user) = (ChatID(high: random.next(), low: 1), UserID(high: random.next(), low: 2))
        let at = Timestamp(milliseconds: 1_773_234_900_123)
        let receipt = Receipt(chatId: chat, userId: user, deliveredSeq: .max, readSeq: 0, at: at)
        #expect(try decode(Receipt.self, ServerFrames.receipt(receipt)) == receipt)
        let typing = Typing(chatId: chat, userId: user, displayName: "Sara", isTyping: true, expiresInMs: 5000)
        #expect(try decode(Typing.self, ServerFrames.typing(typing)) == typing)
        for draft in [nil, ChatDraft(text: "\"so\" far", replyTo: MessageID(high: 1, low: 1), updatedAt: at)] {
            let change = DraftChange(chatId: chat, draft: draft)
            #expect(try decode(DraftChange.self, ServerFrames.draft(change)) == change)
        }
        for until in [nil, at] {
            let settings = ChatSettings(chatId: chat, mutedUntil: until, isPinned: true)
            #expect(try decode(ChatSettings.self, ServerFrames.settings(settings)) == settings)
        }
        let profile = UserChange(userId: user, displayName: "A", photoMediaId: MediaID(high: 2, low: 3))
        #expect(try decode(UserChange.self, ServerFrames.user(profile)) == profile)
        for seen in [nil, at] {
            let presence = Presence(userId: user, status: .away, lastSeen: seen)
            #expect(try decode(Presence.self, ServerFrames.presence(presence)) == presence)
        }
    }

    @Test func secretsNeverPrint() throws {
        struct Holder { let name = "n", token = Secret("hunter2") }
        let secret = Secret("hunter2")
        var dumped = ""
        dump(Holder(), to: &dumped)
        dump([secret: [secret]], to: &dumped)
        let printed = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\(Holder())", "\([secret])",
            "\(Optional(secret) as Any)", secret.debugDescription, String(reflecting: Holder()), dumped,
            "\(Mirror(reflecting: secret).children.map { "\($0)" })",
        ]
        for text in printed { #expect(!text.contains("hunter2"), "\(text)") }
        #expect(secret.reveal() == "hunter2")
        #expect(try decode(Secret.self, Array("\"hunter2\"".utf8)) == secret)
    }

    /// The names in an object, whatever they hold.
    private struct Keys: Decodable {
        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let names: Set<String>

        init(from decoder: any Decoder) throws {
            names = Set(try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue))
        }
    }

    private struct Created: Decodable { let message: Keys }

    private struct Ack: Decodable {
        struct Result: Decodable { let message: Message }
        let type: String
        let id: String
        let result: Result
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }

    private static func message(_ random: inout SeededRandom) -> Message {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        func user() -> UserID { UserID(high: random.next(), low: random.next()) }
        let at = Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &random))
        return Message(
            id: MessageID(high: random.next(), low: random.next()),
            chatId: ChatID(high: random.next(), low: random.next()),
            seq: Int64.random(in: .min ... .max, using: &random),
            senderId: UserID(high: random.next(), low: random.next()),
            clientMessageId: random.text(),
            text: random.text(upTo: 300) + "\u{0}",
            replyTo: maybe(MessageID(high: 1, low: 2)),
            createdAt: at,
            editedAt: maybe(at),
            deletedAt: maybe(at),
            status: [.sent, .delivered, .read].randomElement(using: &random) ?? .sent,
            via: [.user, .assistant].randomElement(using: &random) ?? .user,
            quote: maybe(
                Quote(messageId: MessageID(high: 1, low: 2), senderId: user(), text: random.text(), deleted: false)
            ),
            media: (0..<Int.random(in: 0...2, using: &random)).map { number in
                Media(
                    id: MediaID(high: 9, low: UInt64(number)),
                    kind: .image,
                    mimeType: "image/png",
                    fileName: random.text(),
                    size: .max,
                    width: maybe(1),
                    height: maybe(2),
                    thumbnail: Bool.random(using: &random)
                )
            },
            reactions: (0..<Int.random(in: 0...2, using: &random)).map { _ in
                Reaction(emoji: "👍", userIds: [user(), user()])
            },
            mentions: maybe([user()]) ?? [],
            editCount: Int.random(in: 0...9, using: &random),
            transcript: maybe(
                Transcript(status: .ready, text: random.text(), language: maybe("en"), duration: maybe(2.5))
            )
        )
    }
}
