import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

@Suite struct AppModelTests {
    // MARK: Writing

    @Test func aMessageIsSentBeforeItsDraftIsRemoved() {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        world.type("on my way")
        let effects = world.press("enter")
        let sent = effects.firstIndex(of: .send(world.saraChat, "on my way", replyTo: nil))
        let removed = effects.firstIndex(of: .saveDraft(world.saraChat, "", replyTo: nil))
        #expect(sent != nil && removed != nil && (sent ?? 0) < (removed ?? 0))
        #expect(world.model.composer.isEmpty)
    }

    @Test func aPauseSavesTheDraftOnce() {
        var world = AppWorld()
        world.open([])
        world.type("half a th")
        let kept = world.model.handle(.shared(.tick))
        #expect(kept.contains(.keepDraft(world.saraChat, "half a th", replyTo: nil)) && !kept.contains(where: isDraft))
        let saved = world.model.handle(.shared(.tick)).filter(isDraft)
        #expect(saved == [.saveDraft(world.saraChat, "half a th", replyTo: nil)])
        #expect(world.model.handle(.shared(.tick)).filter(isDraft).isEmpty)
    }

    @Test func anotherChatKeepsTheDraftOfThisOne() {
        var world = AppWorld()
        world.open([])
        world.type("not yet")
        let effects = world.model.openChat(world.group)
        #expect(effects.contains(.saveDraft(world.saraChat, "not yet", replyTo: nil)))
        #expect(world.model.composer.isEmpty)
    }

    @Test func aDraftNeverReplacesWhatIsTyped() {
        var world = AppWorld()
        world.open([])
        world.type("mine")
        _ = world.model.handle(
            .draft(world.saraChat, ChatDraft(text: "old", replyTo: nil, updatedAt: world.clock.now()))
        )
        #expect(world.model.composer.text == "mine")
    }

    @Test func theEchoOfADraftDoesNotBringBackWhatWasCleared() {
        var world = AppWorld()
        world.open([])
        world.type("hello")
        _ = world.model.handle(.shared(.tick))
        _ = world.model.handle(.shared(.tick))
        world.press("ctrl-u")
        _ = world.model.handle(
            .draft(world.saraChat, ChatDraft(text: "hello", replyTo: nil, updatedAt: world.clock.now()))
        )
        #expect(world.model.composer.isEmpty)
    }

    /// What the server had before is read again while this device is ahead of it.
    @Test func whatIsKeptHereIsNotReplacedByAnOlderDraft() {
        var world = AppWorld()
        world.open([])
        world.type("hello")
        for _ in 0..<2 { _ = world.model.handle(.shared(.tick)) }
        world.type(" there")
        _ = world.model.handle(.shared(.tick))
        let draft = ChatDraft(text: "hello", replyTo: nil, updatedAt: world.clock.now())
        let change = DraftChange(chatId: world.saraChat, draft: draft)
        #expect(world.model.handle(.shared(.event(.draft(change)))).isEmpty)
        _ = world.model.handle(.draft(world.saraChat, draft))
        #expect(world.model.composer.text == "hello there")
    }

    @Test func aDraftFollowsTheOtherDeviceUntilSomethingIsTypedHere() {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        func arrives(_ text: String?) -> String {
            let draft = text.map { ChatDraft(text: $0, replyTo: nil, updatedAt: world.clock.now()) }
            _ = world.model.handle(.draft(world.saraChat, draft))
            return world.model.composer.text
        }
        #expect(arrives("half") == "half" && arrives("half a thought") == "half a thought")
        // It was sent there: nobody sends it a second time from here.
        #expect(arrives(nil).isEmpty)
        #expect(arrives("again") == "again")
        world.type("!")
        #expect(arrives(nil) == "again!" && arrives("else") == "again!")
        world.press("ctrl-u")
        world.type("/wee")
        #expect(arrives("else") == "/wee")
    }

    @Test func aTooLongMessageStaysTyped() {
        var world = AppWorld()
        world.open([])
        _ = world.model.handle(.terminal([.paste(String(repeating: "a", count: 10_001))]))
        let effects = world.press("enter")
        #expect(!effects.contains { if case .send = $0 { true } else { false } })
        #expect(world.model.composer.text.count == 10_001)
        #expect(world.model.notice != nil)
    }

    @Test func aCommandCanBeTypedBeforeAChatIsOpen() {
        var world = AppWorld()
        #expect(world.model.open == nil && world.model.focus == .list)
        world.type("x/week")
        #expect(world.model.composer.text == "/week")
        #expect(world.press("esc", "enter") == [.loadPage(PageRequest(kind: .week))])
        world.press("esc")
        #expect(world.model.focus == .list)
    }

    // MARK: Selecting

    @Test func aSelectedMessageIsAnsweredAndEdited() {
        var world = AppWorld()
        let mine = world.message(2, "mine", from: world.me.id)
        world.open([world.message(1, "hers"), mine])
        world.press("up", "up", "r")
        world.type("yes")
        #expect(world.press("enter").contains(.send(world.saraChat, "yes", replyTo: AppWorld.id(101))))
        world.press("up", "e")
        #expect(world.model.composer.text == "mine")
        world.type("!")
        #expect(world.press("enter").contains(.edit(mine.id, in: world.saraChat, "mine!")))
    }

    @Test func onlyOnesOwnMessagesCanBeChanged() {
        var world = AppWorld()
        world.open([world.message(1, "hers")])
        world.press("up")
        #expect(world.press("e").isEmpty && world.press("d").isEmpty)
        #expect(world.model.overlay == nil)
    }

    @Test func deletingAsksFirst() {
        var world = AppWorld()
        let mine = world.message(1, "mine", from: world.me.id)
        world.open([mine])
        world.press("up", "d")
        #expect(world.press("n").isEmpty)
        world.press("d")
        #expect(world.press("y") == [.delete(mine.id, in: world.saraChat)])
    }

    @Test func reactionsAreCompletedByName() {
        var world = AppWorld()
        let message = world.message(1, "new record")
        world.open([message])
        world.press("up", "+")
        world.type("mus")
        #expect(world.text.contains(":muscle:"))
        world.press("tab")
        #expect(world.press("enter").contains(.react("💪", message.id, in: world.saraChat)))
    }

    // MARK: Reading

    @Test func onlyWhatIsShownIsRead() {
        var world = AppWorld(rows: 24, columns: 80)
        world.open((1...100).map { world.message($0, "message \($0)") }, unread: 60)
        let shown = TimelineLayout(world.model).frame.shownSequences
        #expect((40...41).contains(shown?.lowerBound ?? 0) && (shown?.upperBound ?? 100) < 70)
        #expect(world.text.contains("60 unread") && world.text.contains("message 41"))
        _ = world.model.handle(.terminal([.focus(false)]))
        #expect(world.model.didShow(shown).isEmpty)
    }

    @Test func aGapEndsWhatIsRead() {
        var world = AppWorld()
        world.open([])
        let rows: [Timeline.Row] = [
            .message(world.message(1, "one")), .gap(before: 9), .message(world.message(9, "nine")),
        ]
        _ = world.model.handle(
            .history(world.saraChat, LoadedHistory(timeline: Timeline(rows: rows), end: nil, limit: 120, position: 9))
        )
        #expect(
            TimelineLayout(world.model).frame.shownSequences == 9...9
                || TimelineLayout(world.model).frame.shownSequences == 2...9
        )
        #expect(TimelineLayout(world.model).frame.shownSequences?.lowerBound != 1)
    }

    @Test func olderMessagesAreAskedForAtTheTop() {
        var world = AppWorld()
        world.open((1...120).map { world.message($0, "message \($0)") }, earlier: true)
        var asked: [AppEffect] = []
        for _ in 0..<20 { asked += world.press("pageup") }
        #expect(asked.contains(.load(world.saraChat, before: nil, limit: 240)))
    }

    @Test func aJumpLoadsWhatIsAroundTheMessage() {
        var world = AppWorld()
        world.open((900...1000).map { world.message($0, "message \($0)") }, earlier: true)
        #expect(
            world.model.handle(.located(world.saraChat, seq: 17)) == [.load(world.saraChat, before: 77, limit: 120)]
        )
        let around = (1...76).map { Timeline.Row.message(world.message($0, "message \($0)")) }
        _ = world.model.handle(
            .history(
                world.saraChat,
                LoadedHistory(timeline: Timeline(rows: around), end: 77, limit: 120, position: 1000)
            )
        )
        #expect(world.model.timeline?.selectedItem?.message?.seq == 17)
        #expect(world.text.contains("message 17"))
        #expect(world.press("G").contains(.load(world.saraChat, before: nil, limit: 120)))
    }

    private func hit(_ message: Message) -> SearchResult {
        SearchResult(
            messageId: message.id,
            chatId: message.chatId,
            clientMessageId: message.clientMessageId,
            senderId: message.senderId,
            senderName: "Sara",
            text: message.text,
            sentAt: message.createdAt,
            score: 1,
            match: .both
        )
    }

    @Test func resultsAreWalkedInTheConversation() {
        var world = AppWorld(rows: 12, columns: 120)
        let messages = (1...60).map { world.message($0, $0 % 20 == 0 ? "the knee \($0)" : "message \($0)") }
        world.open(messages)
        world.press("pageup")
        let before = world.text
        _ = world.model.search("knee", in: world.saraChat)
        let found = [messages[19], messages[39], messages[59]].map(hit)
        _ = world.model.handle(.shared(.searchResults(SearchResponse(results: found, mode: .hybrid))))
        #expect(world.press("down", "enter") == [.locate(messages[39].id, in: [world.saraChat])])
        #expect(!world.text.contains("2/3"), "it isn't there yet")
        _ = world.model.handle(.located(world.saraChat, seq: 40))
        #expect(world.text.contains("2/3 “knee”") && world.text.contains("the knee 40"))
        #expect(world.press("n") == [.locate(messages[59].id, in: [world.saraChat])])
        _ = world.model.handle(.located(world.saraChat, seq: 60))
        #expect(world.text.contains("3/3 “knee”"))
        #expect(world.press("n").isEmpty && world.text.contains("That was the last result."))
        #expect(world.press("N", "N").count == 2)
        _ = world.model.handle(.located(world.saraChat, seq: 20))
        #expect(world.text.contains("1/3 “knee”") && world.text.contains("the knee 20"))
        // Esc leads to where it began, then closes the pane.
        world.press("esc", "esc")
        world.clock.advance(milliseconds: 60_000)
        _ = world.model.handle(.shared(.tick))
        #expect(world.text.split(separator: "\n").dropFirst() == before.split(separator: "\n").dropFirst())
    }

    @Test func whatIsNotSentStandsUnderOneName() {
        var world = AppWorld(rows: 20, columns: 60)
        let now = world.clock.now()
        func entry(_ id: String, minutes: Int64) -> OutboxEntry {
            OutboxEntry(id: id, chatId: world.saraChat, text: "\(id) waits", writtenAt: now.adding(minutes: minutes))
        }
        world.open([world.message(40, "the last", from: world.me.id)])
        world.load(
            [world.message(40, "the last", from: world.me.id)],
            pending: [
                entry("one", minutes: 1), entry("two", minutes: 2), entry("three", minutes: 30),
                entry("four", minutes: 1440),
            ]
        )
        let names = world.model.timeline?.items.compactMap { item -> Bool? in
            if case .unsent(_, let isFirst) = item.content { isFirst } else { nil }
        }
        #expect(names == [false, false, true, true])
        #expect(world.model.timeline?.items.count { if case .day = $0.content { true } else { false } } == 2)
    }

    // MARK: The assistant

    private func proposal(_ world: AppWorld, minutes: Int64 = 10) -> Proposal {
        Proposal(
            id: AppWorld.id(500),
            tool: .setReminder,
            arguments: .setReminder(.init(text: "call Sara", dueAt: world.clock.now(), clientId: world.sara)),
            summary: "Remind you to call Sara",
            state: .pending,
            expiresAt: world.clock.now().adding(minutes: minutes)
        )
    }

    @Test func onlyTheCardsKeyConfirms() {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        let proposal = proposal(world)
        _ = world.model.handle(.proposals([proposal]))
        #expect(world.text.contains("Remind you to call Sara"))
        // Typed, it is text.
        #expect(world.type("y").allSatisfy { $0 != .confirm(proposal.id, version: proposal.version) })
        world.press("ctrl-c", "up")
        #expect(world.press("y") == [.confirm(proposal.id, version: proposal.version)])
    }

    @Test func theWordsOfAProposalAreChangedInPlace() {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        let first = proposal(world)
        _ = world.model.handle(.proposals([first]))
        world.press("up", "e")
        #expect(world.model.composer.text == "call Sara")
        world.type(" today")
        let request = EditProposalRequest(version: 1, text: "call Sara today")
        #expect(world.press("enter").contains(.editProposal(first.id, request)))
        let changed = Proposal(
            id: first.id,
            tool: .setReminder,
            arguments: first.arguments,
            summary: "Remind you to call Sara today",
            state: .pending,
            expiresAt: first.expiresAt,
            version: 2
        )
        _ = world.model.handle(.changedProposal(changed))
        #expect(world.text.contains("Remind you to call Sara today"))
        world.press("up")
        #expect(world.press("y") == [.confirm(first.id, version: 2)])
    }

    /// Results that arrive, a pane that opens: neither takes the keys from somebody who writes, nor confirms anything.
    @Test func noCardIsConfirmedUnseen() {
        var world = AppWorld(rows: 30, columns: 120)
        world.open([world.message(1, "hi")])
        let proposal = proposal(world)
        _ = world.model.handle(.proposals([proposal]))
        _ = world.model.search("knee", in: nil)
        world.type("ye")
        let hit = SearchResult(
            messageId: AppWorld.id(101),
            chatId: world.saraChat,
            clientMessageId: "c",
            senderId: world.sara,
            senderName: "Sara",
            text: "knee",
            sentAt: world.clock.now(),
            score: 1,
            match: .both
        )
        _ = world.model.handle(.shared(.searchResults(SearchResponse(results: [hit], mode: .hybrid))))
        world.type("y")
        #expect(world.model.composer.text == "yey")
        world.press("ctrl-c", "tab")
        #expect(world.model.focus == .pane)
        #expect(world.press("y").allSatisfy { $0 != .confirm(proposal.id, version: proposal.version) })
    }

    @Test func anExpiredCardConfirmsNothing() {
        var world = AppWorld()
        world.open([])
        _ = world.model.handle(.proposals([proposal(world, minutes: 1)]))
        world.press("up")
        world.clock.advance(milliseconds: 61_000)
        #expect(world.press("y").isEmpty)
        #expect(world.model.assistant.proposals.isEmpty)
    }

    // MARK: Elsewhere

    @Test func othersMessagesRingUnlessOneLooks() {
        var world = AppWorld()
        world.open([])
        func arrival(in chat: ChatID) -> AppInput {
            let message = world.message(41, "secret injury", in: chat)
            return .shared(.event(.chat(ChatEvent(type: .messageCreated, chatId: chat, seq: 41, message: message))))
        }
        #expect(world.model.handle(arrival(in: world.saraChat)).isEmpty)
        let effects = world.model.handle(arrival(in: world.group))
        #expect(effects.contains(.bell))
        // No text of a message leaves the screen.
        #expect(!effects.contains { if case .notify(_, let body) = $0 { body.contains("secret") } else { false } })
        world.model.settings.quiet = (0, 1439)
        #expect(world.model.handle(arrival(in: world.group)).isEmpty)
    }

    @Test func theSwitcherFindsByLettersWithoutAccents() {
        #expect(FuzzyMatch.score("zoe", in: "Zoë Lambert") != nil)
        #expect(FuzzyMatch.score("jher", in: "José Hernández") != nil)
        #expect(FuzzyMatch.score("xq", in: "Sara") == nil)
        let better = FuzzyMatch.score("sara", in: "Sara Lindqvist") ?? 0
        #expect(better > FuzzyMatch.score("sara", in: "Sir Andrew Rask") ?? 0)
    }

    @Test func theHonestStateOfTheConnection() {
        var world = AppWorld(rows: 24, columns: 100)
        world.open([])
        #expect(world.text.contains("● online"))
        _ = world.model.handle(.shared(.connection(.reconnecting(reason: "refused", retryIn: .seconds(8)))))
        #expect(world.text.contains("offline since 13:15") && world.text.contains("trying in 10 s"))
        #expect(world.text.contains("Ctrl-R now"))
        #expect(world.press("ctrl-r") == [.reconnect])
    }

    private func isDraft(_ effect: AppEffect) -> Bool { if case .saveDraft = effect { true } else { false } }
}
