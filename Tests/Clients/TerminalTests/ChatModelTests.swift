import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

@Suite struct ChatModelTests {
    static func id<Entity>(_ number: UInt64) -> ID<Entity> { ID(high: 0x0190_0000_0000_7000, low: number) }
    let me = User(
        id: id(1),
        email: "alex@example.com",
        displayName: "Alex",
        role: .trainer,
        timezone: "Europe/Stockholm"
    )
    let sara: UserID = id(2)
    let chatId: ChatID = id(10)
    let other: ChatID = id(11)
    let clock = ManualClock(Timestamp(milliseconds: 1_773_234_900_000))

    func model() throws -> ChatModel {
        ChatModel(me: me, time: LocalTime(try #require(TimeZone(identifier: "UTC"))), clock: clock)
    }

    func chat(_ id: ChatID, _ name: String, unread: Int = 0) -> Chat {
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

    func message(_ seq: Int64, from sender: UserID, in chat: ChatID? = nil, _ text: String = "hi") -> Message {
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

    func arrival(_ message: Message) -> ChatInput {
        .event(.chat(ChatEvent(type: .messageCreated, chatId: message.chatId, seq: message.seq, message: message)))
    }

    /// With both chats known, the first one open and its history shown.
    func opened() throws -> ChatModel {
        var model = try model()
        _ = model.handle(.connection(.online))
        _ = model.handle(.chatsUpdated([chat(chatId, "Sara"), chat(other, "Run Club")]))
        _ = model.handle(.opened(chat(chatId, "Sara"), draft: ""))
        _ = model.handle(.new(chatId, NewMessages(timeline: Timeline(rows: []), after: 0, through: 0)))
        return model
    }

    /// What the cache gives for the open chat.
    func new(
        _ messages: [Message],
        firstUnread: Int64? = nil,
        hasEarlier: Bool = false,
        through: Int64? = nil,
        rest: NewMessages.Rest? = nil
    ) -> ChatInput {
        let timeline = Timeline(rows: messages.map(Timeline.Row.message), hasEarlier: hasEarlier)
        let through = through ?? messages.last?.seq ?? 0
        return .new(
            chatId,
            NewMessages(
                timeline: timeline,
                firstUnread: firstUnread,
                after: max(0, (messages.first?.seq ?? 1) - 1),
                through: through,
                rest: rest
            )
        )
    }

    /// The chats after a message was stored.
    func updated(_ last: Message) -> ChatInput {
        var changed = chat(chatId, "Sara")
        changed.lastMessage = last
        return .chatsUpdated([changed, chat(other, "Run Club")])
    }

    func entry(_ text: String, _ state: OutboxEntry.State = .staged) -> OutboxEntry {
        OutboxEntry(id: text, chatId: chatId, text: text, writtenAt: clock.now(), state: state)
    }

    /// In the chat a command of the shell is of no use.
    @Test func whoHasNoChatIsToldWhatToType() throws {
        var model = try model()
        guard case .print(let lines)? = model.handle(.chats([])).first else {
            Issue.record("nothing is said")
            return
        }
        #expect(lines.first?.contains("/open EMAIL") == true && !lines.joined().contains("spotter send"))
    }

    @Test func theListShowsAgainWhenItHasChanged() throws {
        var model = try model()
        _ = model.handle(.chatsUpdated([chat(chatId, "Sara")]))
        _ = model.handle(.connection(.online))
        let changed = [chat(other, "Run Club", unread: 3), chat(chatId, "Sara")]
        #expect(model.handle(.chatsUpdated(changed)) == [])
        #expect(model.handle(.tick) == [.listChats])
        _ = model.handle(.chats(changed))
        #expect(model.handle(.chatsUpdated(changed)) == [])
        #expect(model.handle(.tick) == [])
    }

    @Test func leavingAndDeletingAskFirst() throws {
        var model = try opened()
        #expect(
            model.handle(.line("/leave")) == [.print(["Leave Sara? Its history goes from your list with it. [y/N]"])]
        )
        #expect(model.handle(.line("")) == [.print(["You're still in Sara."])])
        _ = model.handle(.line("/leave"))
        #expect(model.handle(.line("y")) == [.leaveChat(chatId)])
        #expect(model.handle(.line("/delete #4")) == [.findToDelete(.number(4), in: chatId)])
        #expect(
            model.handle(.foundToDelete(message(4, from: me.id, "oops"))) == [
                .print(["Delete #4 “oops” for everybody? [y/N]"])
            ]
        )
        #expect(
            model.handle(.line("no wait")) == [
                .print(["Nothing was deleted."]), .send(chatId: chatId, text: "no wait"),
            ]
        )
        #expect(model.handle(.line("y")) == [.send(chatId: chatId, text: "y")], "nothing is asked any more")
        _ = model.handle(.foundToDelete(message(4, from: me.id, "oops")))
        #expect(model.handle(.line("Y")) == [.act(.delete, on: .number(4), in: chatId)])
    }

    @Test func messagesOfOtherChatsAreShownInPassing() throws {
        var model = try opened()
        #expect(
            model.handle(arrival(message(1, from: sara, in: other, "run?"))) == [
                .print(["[Run Club] 13:15 #1 Sara: run?"])
            ]
        )
    }

    @Test func textFromOthersCannotControlTheTerminal() throws {
        var model = try opened()
        let effects = model.handle(new([message(1, from: sara, "\u{1B}[2Jgone")]))
        #expect(effects.first == .print(["── Wed 11 Mar 2026 ──", "13:15 #1 Sara: ␛[2Jgone"]))
    }

    @Test func aLineIsAMessageAndItsMarksGoForward() throws {
        var model = try opened()
        #expect(model.handle(.line("hello")) == [.send(chatId: chatId, text: "hello")])
        #expect(model.unsent == 1)
        _ = model.handle(.enqueued([entry("hello")]))
        #expect(model.unsent == 1)
        #expect(model.footer == ["… hello"])
        _ = model.handle(.outbox([]))
        #expect(model.footer == [])
        _ = model.handle(updated(message(4, from: me.id, "hello")))
        #expect(
            model.handle(new([message(4, from: me.id, "hello")])).first
                == .print(["── Wed 11 Mar 2026 ──", "13:15 #4 you: hello ✓"])
        )
        #expect(model.unsent == 0)
        #expect(model.prompt == "● · Sara ✓> ")
        func receipt(_ delivered: Int64, _ read: Int64) -> ChatInput {
            let receipt = Receipt(chatId: chatId, userId: sara, deliveredSeq: delivered, readSeq: read, at: clock.now())
            return .event(.receipt(receipt))
        }
        _ = model.handle(receipt(4, 0))
        #expect(model.prompt == "● · Sara ✓✓> ")
        _ = model.handle(receipt(4, 4))
        #expect(model.prompt == "● · Sara ✓✓ read> ")
        _ = model.handle(receipt(3, 1))
        #expect(model.prompt == "● · Sara ✓✓ read> ", "an old receipt takes nothing back")
    }

    @Test func typingIsSaidEveryThreeSeconds() throws {
        var model = try opened()
        let typed = ChatInput.edited(isEmpty: false, isCommand: false)
        #expect(model.handle(typed) == [.typing(chatId, true)])
        clock.advance(milliseconds: 2999)
        #expect(model.handle(typed) == [])
        clock.advance(milliseconds: 1)
        #expect(model.handle(typed) == [.typing(chatId, true)])
        #expect(
            model.handle(.edited(isEmpty: true, isCommand: false)) == [.typing(chatId, false)]
        )
        #expect(model.handle(.edited(isEmpty: true, isCommand: false)) == [])
        #expect(model.handle(.edited(isEmpty: false, isCommand: true)) == [], "a command is nobody's business")
    }

    @Test func theirTypingIsShownUntilItRunsOut() throws {
        var model = try opened()
        _ = model.handle(
            .event(
                .typing(
                    Typing(chatId: chatId, userId: sara, displayName: "Sara", isTyping: true, expiresInMs: 5000)
                )
            )
        )
        #expect(model.prompt == "● · Sara> ")
        #expect(model.footer == ["Sara typing…"])
        clock.advance(milliseconds: 5000)
        _ = model.handle(.tick)
        #expect(model.footer == [])
    }

    @Test func beingOfflineIsSaidOnceAndShown() throws {
        var model = try opened()
        let lost = ChatInput.connection(.reconnecting(reason: "gone", retryIn: .milliseconds(2200)))
        #expect(model.handle(lost) == [.print(["○ offline: gone"])])
        #expect(model.handle(lost) == [])
        _ = model.handle(.line("later"))
        #expect(model.prompt == "◐ reconnecting in 5 s, 1 queued · Sara> ")
        clock.advance(milliseconds: 2200)
        #expect(model.prompt == "◐ reconnecting, 1 queued · Sara> ")
        #expect(model.handle(.connection(.online)) == [.print(["● online again"]), .loadNotices])
    }

    @Test func leavingWaitsForWhatWasWritten() throws {
        var model = try opened()
        _ = model.handle(.line("last words"))
        #expect(model.handle(.line("/quit")) == [])
        #expect(model.handle(.enqueued([entry("last words", .sending)])) == [])
        #expect(model.handle(.outbox([])) == [.quit(unsent: 0)])
    }

    @Test func withoutAConnectionTheOutboxKeepsWhatWasWritten() throws {
        var model = try opened()
        _ = model.handle(.connection(.reconnecting(reason: "gone", retryIn: .seconds(1))))
        _ = model.handle(.line("last words"))
        #expect(model.handle(.line("/quit")) == [], "it isn't in the outbox yet")
        #expect(model.handle(.enqueued([entry("last words")])) == [.quit(unsent: 1)])
    }

    @Test func leavingWaitsForTheFirstConnection() throws {
        var model = try opened()
        _ = model.handle(.connection(.connecting))
        _ = model.handle(.line("last words"))
        _ = model.handle(.line("/quit"))
        #expect(model.handle(.enqueued([entry("last words")])) == [])
        let refused = ChatInput.connection(.reconnecting(reason: "refused", retryIn: .seconds(1)))
        #expect(model.handle(refused).last == .quit(unsent: 1))
    }

    @Test func whatFailedStaysWithItsReason() throws {
        var model = try opened()
        let failed = entry("hello", .failed(reason: "no", retryable: true))
        #expect(model.handle(.sendFailed(failed)) == [.print(["✗ not sent: hello (no)"])])
        _ = model.handle(.outbox([failed]))
        #expect(model.footer == ["✗ hello (/retry or /discard: no)"])
        #expect(model.unsent == 0)
        #expect(model.handle(.line("/retry")) == [.retry(chatId)])
        _ = model.handle(.outbox([]))
        #expect(model.handle(.line("/discard")) == [.print(["Nothing has failed here."])])
    }

    @Test func whatFailedInAChatThatIsGoneCanBeDropped() throws {
        var model = try opened()
        _ = model.handle(.outbox([entry("hello", .failed(reason: "no", retryable: true))]))
        _ = model.handle(.event(.gone(chatId)))
        #expect(model.handle(.line("/discard")) == [.discard(nil)])
    }

    @Test func messagesAreNamedByNumberOrByBeingLatest() throws {
        var model = try opened()
        #expect(model.handle(.line("/react #12 👍")) == [.act(.react("👍"), on: .number(12), in: chatId)])
        #expect(model.handle(.line("/reply sure")) == [.act(.reply("sure"), on: .latestOfOthers, in: chatId)])
        #expect(model.handle(.line("/delete")) == [.findToDelete(.latestOwn, in: chatId)])
        #expect(model.handle(.line("/mute 8")) == [.mute(chatId, until: clock.now().adding(minutes: 480))])
        #expect(model.handle(.line("/search knee")) == [.search("knee", in: chatId)])
        #expect(model.handle(.line("/searchall knee")) == [.search("knee", in: nil)])
    }

    @Test func aDraftComesBackWithItsChat() throws {
        var model = try opened()
        #expect(model.handle(.opened(chat(other, "Run Club"), draft: "half a")).last == .prefill("half a"))
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
        #expect(model.handle(.line("/search knee")) == [.search("knee", in: chatId)])
        #expect(model.handle(.endOfInput) == [])
        #expect(model.handle(.failed("no")).last == .quit(unsent: 0))
    }

    @Test func aPlainLineChoosesAChatWhenNoneIsOpen() throws {
        var model = try model()
        _ = model.handle(.chats([chat(chatId, "Sara"), chat(other, "Run Club")]))
        #expect(model.handle(.line("2")) == [.open(other.description)])
        #expect(model.handle(.line("already typed")) == [], "held back until the chat is open")
        #expect(model.handle(.opened(chat(other, "Run Club"), draft: "")).last == .loadNew(other, after: nil))
        let effects = model.handle(.new(other, NewMessages(timeline: Timeline(rows: []), after: 0, through: 0)))
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
        #expect(effects == [.ask(AssistantQuery(message: "remind me", timezone: "Europe/Stockholm"))])
        let json = """
            {"conversationId":"01900000-0000-7000-0000-0000000000a1","messageId":"01900000-0000-7000-0000-0000000000b2",
             "text":"I can do that.","citations":[],"needs":null,"model":"x","usage":{"inputTokens":1,"outputTokens":2},
             "proposals":[{"id":"01900000-0000-7000-0000-0000000000c3","tool":"setReminder",
             "arguments":{"text":"x","dueAt":"2026-03-12T08:00:00.000Z"},"summary":"Reminder at 9",
             "state":"pending","expiresAt":"2026-03-11T14:00:00.000Z"}]}
            """
        let answer = try JSONDecoder().decode(AssistantAnswer.self, from: Data(json.utf8))
        #expect(model.handle(.answer(.textDelta("I can do "))) == [], "whole lines only")
        _ = model.handle(.answer(.textDelta("that.")))
        #expect(
            model.handle(.answer(.completed(answer))) == [
                .print(["I can do that.", "→ Reminder at 9  (setReminder, until 14:00)  /confirm 1 or /cancel 1"])
            ]
        )
        #expect(model.handle(.line("/confirm 2")) == [.print(["There's no such proposal."])])
        #expect(model.handle(.line("/confirm")) == [.confirm("01900000-0000-7000-0000-0000000000c3")])
        let next = model.handle(.line("/ask and then?"))
        #expect(
            next == [
                .ask(
                    AssistantQuery(
                        message: "and then?",
                        conversationId: answer.conversationId,
                        parent: .turn(answer.messageId),
                        timezone: "Europe/Stockholm"
                    )
                )
            ]
        )
    }

    @Test func aChatThatIsGoneIsClosed() throws {
        var model = try opened()
        #expect(model.handle(.event(.gone(chatId))) == [.print(["── you're no longer in this chat ──"])])
        #expect(model.open == nil)
    }

    @Test func tooLongATextIsNotSent() throws {
        var model = try opened()
        let effects = model.handle(.line(String(repeating: "x", count: 10_001)))
        #expect(effects.count == 1)
        #expect(model.unsent == 0)
    }
}
