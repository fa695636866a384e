import Domain
import Foundation
import SpotterClient
import Testing

@testable import Terminal

@Suite struct ChatModelTests {
    private static func id<Entity>(_ number: UInt64) -> ID<Entity> { ID(high: 0x0190_0000_0000_7000, low: number) }
    private let me = User(
        id: id(1),
        email: "alex@example.com",
        displayName: "Alex",
        role: .trainer,
        timezone: "Europe/Stockholm"
    )
    private let sara: UserID = id(2)
    private let chatId: ChatID = id(10)
    private let other: ChatID = id(11)
    private let clock = ManualClock(Timestamp(milliseconds: 1_773_234_900_000))

    private func model() throws -> ChatModel {
        ChatModel(me: me, time: LocalTime(try #require(TimeZone(identifier: "UTC"))), clock: clock)
    }

    private func chat(_ id: ChatID, _ name: String, unread: Int = 0) -> Chat {
        let members = [
            Member(userId: me.id, displayName: "Alex", role: .member),
            Member(userId: sara, displayName: "Sara", role: .member),
        ]
        return Chat(
            id: id,
            kind: .direct,
            name: name,
            members: members,
            seq: 0,
            readSeq: 0,
            unread: unread,
            lastMessage: nil
        )
    }

    private func message(_ seq: Int64, from sender: UserID, in chat: ChatID? = nil, _ text: String = "hi") -> Message {
        Message(
            id: Self.id(UInt64(100 + seq)),
            chatId: chat ?? chatId,
            seq: seq,
            senderId: sender,
            clientMessageId: "c\(seq)",
            text: text,
            createdAt: clock.now()
        )
    }

    private func arrival(_ message: Message) -> ChatInput {
        .live(
            .event(
                .chat(ChatEvent(type: .messageCreated, chatId: message.chatId, seq: message.seq, message: message))
            )
        )
    }

    /// With both chats known, the first one open and its history shown.
    private func opened() throws -> ChatModel {
        var model = try model()
        _ = model.handle(.live(.connected(welcome)))
        _ = model.handle(.chatsNoted([chat(chatId, "Sara"), chat(other, "Run Club")]))
        _ = model.handle(.opened(chat(chatId, "Sara")))
        let page = try JSONDecoder().decode(MessagePage.self, from: Data(#"{"messages":[],"hasMore":false}"#.utf8))
        _ = model.handle(.history(chatId, page, isOlder: false))
        return model
    }

    private var welcome: Welcome {
        Welcome(userId: me.id, sessionId: Self.id(5), serverTime: clock.now(), heartbeatSeconds: 25, chats: [])
    }

    @Test func whatIsOnTheScreenIsRead() throws {
        var model = try opened()
        #expect(
            model.handle(arrival(message(1, from: sara, "my knee\nhurts"))) == [
                .print(["13:15 Sara: my knee", "      hurts"]), .transmit(.read(chatId, seq: 1)),
            ]
        )
    }

    @Test func historyOnTheScreenIsRead() throws {
        var model = try opened()
        let page = try JSONDecoder().decode(
            MessagePage.self,
            from: JSONEncoder().encode(Page(messages: [message(7, from: sara)], hasMore: true))
        )
        let effects = model.handle(.history(chatId, page, isOlder: false))
        #expect(effects == [.print(["── Wed 11 Mar 2026 ──", "13:15 Sara: hi"]), .markRead(chatId, seq: 7)])
        #expect(model.handle(.line("/history")) == [.load(chatId, before: 7)])
    }

    private struct Page: Encodable {
        let messages: [Message]
        let hasMore: Bool
    }

    @Test func whatIsShownInPassingIsDelivered() throws {
        var model = try opened()
        #expect(
            model.handle(arrival(message(1, from: sara, in: other, "run?"))) == [
                .print(["[Run Club] 13:15 Sara: run?"]), .transmit(.delivered(other, seq: 1)),
            ]
        )
        #expect(model.conversations[other]?.unread == 1)
    }

    @Test func textFromOthersCannotControlTheTerminal() throws {
        var model = try opened()
        let effects = model.handle(arrival(message(1, from: sara, "\u{1B}[2Jgone")))
        #expect(effects.first == .print(["13:15 Sara: ␛[2Jgone"]))
    }

    @Test func aLineIsAMessageAndItsMarksGoForward() throws {
        var model = try opened()
        #expect(model.handle(.line("hello")) == [.send(chatId: chatId, text: "hello")])
        #expect(model.unsent == 1)
        #expect(model.handle(arrival(message(4, from: me.id, "hello"))) == [.print(["13:15 you: hello ✓"])])
        _ = model.handle(.sent(message(4, from: me.id)))
        #expect(model.unsent == 0)
        #expect(model.prompt == "Sara ✓> ")
        func receipt(_ delivered: Int64, _ read: Int64) -> ChatInput {
            let receipt = Receipt(chatId: chatId, userId: sara, deliveredSeq: delivered, readSeq: read, at: clock.now())
            return .live(.event(.receipt(receipt)))
        }
        _ = model.handle(receipt(4, 0))
        #expect(model.prompt == "Sara ✓✓> ")
        _ = model.handle(receipt(4, 4))
        #expect(model.prompt == "Sara ✓✓ read> ")
        _ = model.handle(receipt(3, 1))
        #expect(model.prompt == "Sara ✓✓ read> ", "an old receipt takes nothing back")
    }

    @Test func typingIsSaidEveryThreeSeconds() throws {
        var model = try opened()
        let typed = ChatInput.edited(isEmpty: false, isCommand: false)
        #expect(model.handle(typed) == [.transmit(.typing(chatId, isTyping: true))])
        clock.advance(milliseconds: 2999)
        #expect(model.handle(typed) == [])
        clock.advance(milliseconds: 1)
        #expect(model.handle(typed) == [.transmit(.typing(chatId, isTyping: true))])
        #expect(
            model.handle(.edited(isEmpty: true, isCommand: false)) == [.transmit(.typing(chatId, isTyping: false))]
        )
        #expect(model.handle(.edited(isEmpty: true, isCommand: false)) == [])
        #expect(model.handle(.edited(isEmpty: false, isCommand: true)) == [], "a command is nobody's business")
    }

    @Test func theirTypingIsShownUntilItRunsOut() throws {
        var model = try opened()
        _ = model.handle(
            .live(.event(.typing(Typing(chatId: chatId, userId: sara, displayName: "Sara", isTyping: true, expiresInMs: 5000))))
        )
        #expect(model.prompt == "Sara · Sara typing…> ")
        clock.advance(milliseconds: 5000)
        _ = model.handle(.tick)
        #expect(model.prompt == "Sara> ")
    }

    @Test func beingOfflineIsSaidOnceAndShown() throws {
        var model = try opened()
        let lost = ChatInput.live(.waiting(reason: "gone", retryIn: .seconds(1)))
        #expect(model.handle(lost) == [.print(["○ offline: gone"])])
        #expect(model.handle(lost) == [])
        _ = model.handle(.line("later"))
        #expect(model.prompt == "○ offline, 1 waiting · Sara> ")
        #expect(model.handle(.live(.connected(welcome))) == [.print(["● online again"])])
    }

    @Test func leavingWaitsForWhatWasWritten() throws {
        var model = try opened()
        _ = model.handle(.line("last words"))
        #expect(model.handle(.line("/quit")) == [])
        #expect(model.handle(.sent(message(1, from: me.id))) == [.quit(unsent: 0)])
    }

    @Test func leavingDoesNotWaitForEver() throws {
        var model = try opened()
        _ = model.handle(.line("last words"))
        _ = model.handle(.line("/quit"))
        clock.advance(milliseconds: 10_000)
        #expect(model.handle(.tick) == [.quit(unsent: 1)])
    }

    @Test func theEndOfAPipeWaitsForAnswers() throws {
        var model = try opened()
        #expect(model.handle(.line("/search knee")) == [.search("knee")])
        #expect(model.handle(.endOfInput) == [])
        #expect(model.handle(.failed("no")).last == .quit(unsent: 0))
    }

    @Test func aPlainLineChoosesAChatWhenNoneIsOpen() throws {
        var model = try model()
        _ = model.handle(.chats([chat(chatId, "Sara"), chat(other, "Run Club")]))
        #expect(model.handle(.line("2")) == [.open(other.description)])
        #expect(model.handle(.line("already typed")) == [], "held back until the chat is open")
        let page = try JSONDecoder().decode(MessagePage.self, from: Data(#"{"messages":[],"hasMore":false}"#.utf8))
        #expect(model.handle(.opened(chat(other, "Run Club"))).last == .load(other, before: nil))
        let effects = model.handle(.history(other, page, isOlder: false))
        #expect(effects.last == .send(chatId: other, text: "already typed"))
    }

    @Test func numbersMeanTheListAsShown() throws {
        var model = try model()
        _ = model.handle(.chats([chat(chatId, "Sara")]))
        #expect(model.handle(.line("/open 9")) == [.print(["✗ There's no chat 9; /chats lists them."])])
    }

    @Test func theAssistantProposesAndOnlyTheUserConfirms() throws {
        var model = try opened()
        let effects = model.handle(.line("/ask remind me"))
        #expect(effects == [.ask(AssistantQuestion("remind me", timezone: "Europe/Stockholm"))])
        let json = """
            {"conversationId":"k","messageId":"m","text":"I can do that.","citations":[],"needs":null,"model":"x",
             "usage":null,"proposals":[{"id":"p1","tool":"setReminder","arguments":{},"summary":"Reminder at 9",
             "state":"pending","expiresAt":null}]}
            """
        let answer = try JSONDecoder().decode(AssistantAnswer.self, from: Data(json.utf8))
        #expect(model.handle(.answer(.text("I can do "))) == [], "whole lines only")
        _ = model.handle(.answer(.text("that.")))
        #expect(
            model.handle(.answer(.completed(answer))) == [
                .print(["I can do that.", "→ Reminder at 9  (setReminder)  /confirm 1 or /cancel 1"])
            ]
        )
        #expect(model.handle(.line("/confirm 2")) == [.print(["There's no such proposal."])])
        #expect(model.handle(.line("/confirm")) == [.confirm("p1")])
        let next = model.handle(.line("/ask and then?"))
        #expect(
            next == [
                .ask(
                    AssistantQuestion(
                        "and then?",
                        conversationId: "k",
                        parentId: "m",
                        timezone: "Europe/Stockholm"
                    )
                )
            ]
        )
    }

    @Test func aChatThatIsGoneIsClosed() throws {
        var model = try opened()
        #expect(model.handle(.live(.event(.gone(chatId)))) == [.print(["── you're no longer in this chat ──"])])
        #expect(model.open == nil)
    }

    @Test func somethingMissedIsLoadedAnew() throws {
        var model = try opened()
        let effects = model.handle(.live(.event(.resync(chatId: chatId, seq: 9))))
        #expect(effects.last == .load(chatId, before: nil))
        #expect(model.handle(.live(.event(.resync(chatId: other, seq: 9)))) == [])
    }

    @Test func tooLongATextIsNotSent() throws {
        var model = try opened()
        let effects = model.handle(.line(String(repeating: "x", count: 10_001)))
        #expect(effects.count == 1)
        #expect(model.unsent == 0)
    }
}
