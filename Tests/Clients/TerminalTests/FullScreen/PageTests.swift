import Domain
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

/// Pages of the pane, whose entries lead somewhere.
@Suite struct PageTests {
    static func citation(_ world: AppWorld, _ number: UInt64, in chat: ChatID) -> Citation {
        Citation(
            messageId: AppWorld.id(number),
            chatId: chat,
            clientMessageId: "c\(number)",
            senderName: "Sara Lindqvist",
            sentAt: world.clock.now().adding(minutes: -90),
            quote: "the knee is back"
        )
    }

    static func week(_ world: AppWorld) -> WeekPage {
        let reason = WeekReason(
            id: AppWorld.id(700),
            kind: .newInjury,
            text: "A new injury: the knee",
            since: world.clock.now(),
            citations: [citation(world, 101, in: world.saraChat)],
            drafts: [.message]
        )
        let news = WeekReason(id: AppWorld.id(701), kind: .paid, text: "Has paid", since: world.clock.now())
        return WeekPage(
            createdAt: world.clock.now(),
            timezone: "UTC",
            since: world.clock.now().adding(minutes: -7 * 1440),
            until: world.clock.now().adding(minutes: 7 * 1440),
            people: [
                WeekPerson(
                    userId: world.sara,
                    displayName: "Sara Lindqvist",
                    chatId: world.saraChat,
                    reasons: [reason, news],
                    moreReasons: 2,
                    sessions: []
                )
            ],
            morePeople: 0,
            attention: 1,
            sessions: WeekSessionCounts(held: 3, cancelled: 1, moved: 0, coming: 4),
            reminders: [
                WeekReminder(
                    reasonId: AppWorld.id(702),
                    userId: world.sara,
                    displayName: "Sara Lindqvist",
                    text: "Send Sara the new plan",
                    dueAt: world.clock.now().adding(minutes: 60),
                    dueText: "by ten",
                    citation: citation(world, 102, in: world.group)
                )
            ]
        )
    }

    static func profile() -> [ProfileItem] {
        func item(_ number: UInt64, _ category: ProfileItem.Category, _ text: String, _ isSaid: Bool = true)
            -> ProfileItem
        {
            let source = ProfileItem.Source(messageId: AppWorld.id(800 + number), clientMessageId: "c\(number)")
            return ProfileItem(
                id: AppWorld.id(number),
                category: category,
                text: text,
                confidence: 1,
                sources: isSaid ? [source] : [],
                createdBy: isSaid ? .ai : .manual
            )
        }
        var over = item(4, .injuries, "a sprained ankle")
        over.status = .resolved
        return [
            item(1, .injuries, "irritated right kneecap"), item(2, .goals, "half-marathon in Lund on 25 April"),
            item(3, .preferences, "no milk or whey", false), over,
        ]
    }

    static func proposal(_ world: AppWorld) -> Proposal {
        Proposal(
            id: AppWorld.id(500),
            tool: .sendMessage,
            arguments: .sendMessage(.init(chatId: world.saraChat, text: "How is the knee?")),
            summary: "Message to Sara Lindqvist: How is the knee?",
            state: .pending,
            expiresAt: world.clock.now().adding(minutes: 10)
        )
    }

    private func world() -> AppWorld {
        var world = AppWorld(rows: 32, columns: 120)
        world.open([world.message(1, "hi")])
        return world
    }

    @Test func theWeekSaysWhoAndWhyAndLeadsThere() {
        var world = world()
        world.type("/week")
        #expect(world.press("esc", "enter") == [.loadPage(PageRequest(kind: .week))])
        _ = world.model.handle(.page(.week(Self.week(world)), isAsked: true))
        for part in [
            "This week", "Sara Lindqvist", "! A new injury: the knee", "“the knee is back”", "· Has paid",
            "and 2 more", "You promised", "Send Sara",
        ] {
            #expect(world.text.contains(part), "\(part)")
        }
        // Its keys are there at once: the person, the message that says why, and the promise.
        #expect(world.model.focus == .pane)
        #expect(world.press("down", "enter") == [.locate(AppWorld.id(101), in: [world.saraChat])])
        #expect(world.press("down", "down", "enter") == [.locate(AppWorld.id(102), in: [world.group])])
        world.press("up", "up", "up", "enter")
        #expect(world.model.open == world.saraChat && world.model.focus == .composer)
        // It stays for the next person.
        _ = world.model.openChat(world.group)
        #expect(world.text.contains("This week"))
    }

    @Test func aReasonBecomesAProposalWhichAKeyOnItsCardConfirms() {
        var world = world()
        _ = world.model.openChat(world.group)
        _ = world.model.handle(.page(.week(Self.week(world)), isAsked: true))
        world.press("down")
        #expect(world.text.contains("m message") && world.text.contains("x dismiss"))
        #expect(world.press("m") == [.draftReason(AppWorld.id(700), .message, about: world.sara)])
        #expect(world.press("r").isEmpty && world.text.contains("No reminder is suggested"))
        let proposal = Self.proposal(world)
        let response = SuggestedProposalsResponse(proposals: [proposal])
        #expect(!world.model.handle(.drafted(response, about: world.sara)).isEmpty)
        // Below the conversation with the client, beside the page.
        #expect(world.model.open == world.saraChat && world.model.focus == .composer)
        world.load([world.message(1, "it hurts again")])
        #expect(world.text.contains("How is the knee?") && world.text.contains("This week"))
        world.press("up")
        #expect(world.press("y") == [.confirm(proposal.id, version: proposal.version)])
    }

    @Test func whoWritesMeanwhileStaysWhereTheyAre() {
        var world = world()
        _ = world.model.openChat(world.group)
        _ = world.model.handle(.page(.week(Self.week(world)), isAsked: true))
        world.press("down", "m", "tab")
        world.type("See you")
        let response = SuggestedProposalsResponse.example
        #expect(world.model.handle(.drafted(response, about: world.sara)).isEmpty)
        #expect(world.model.open == world.group && world.model.composer.text == "See you")
        #expect(world.model.assistant.proposals.count == response.proposals.count)
    }

    @Test func aReasonIsDismissedAfterAQuestionAndThePageStaysInItsPlace() {
        var world = world()
        _ = world.model.handle(.page(.week(Self.week(world)), isAsked: true))
        world.press("down", "down")
        #expect(world.press("x").isEmpty && world.text.contains("“Has paid”"))
        #expect(world.press("n").isEmpty)
        world.press("x")
        #expect(world.press("y") == [.dismissReason(AppWorld.id(701))])
        #expect(world.model.handle(.dismissed) == [.loadPage(PageRequest(kind: .week, isAsked: false))])
        _ = world.model.handle(.page(.week(Self.week(world)), isAsked: false))
        #expect(world.model.pane?.selected == 2)
        // With the page closed, it doesn't come back.
        world.press("esc")
        #expect(world.model.handle(.dismissed).isEmpty)
    }

    /// A code in a narrow pane is broken over rows, and has to be given away as a whole.
    @Test func whatThePaneSaysIsCopiedWhole() {
        var world = world()
        let link = "https://chat.example.com/invite/sp_i_" + String(repeating: "x", count: 60)
        _ = world.model.handle(.shared(.told(["They open \(link)", "or ask."])))
        #expect(!world.text.contains(link))
        world.press("tab")
        #expect(world.press("c") == [.copy("They open \(link)\nor ask.")])
        _ = world.model.handle(.page(.week(Self.week(world)), isAsked: true))
        world.press("down", "down")
        #expect(world.press("c") == [.copy("· Has paid")])
    }

    @Test func aClickOnAnEntryLeadsThere() throws {
        var world = world()
        _ = world.model.handle(.page(.week(Self.week(world)), isAsked: true))
        let row = try #require((0..<32).first { world.screen.text(ofRow: $0).contains("A new injury") })
        let click = MouseEvent(.press, row: row, column: 95)
        #expect(world.model.handle(.terminal([.mouse(click)])) == [.locate(AppWorld.id(101), in: [world.saraChat])])
        let heading = MouseEvent(.press, row: 2, column: 95)
        #expect(world.model.handle(.terminal([.mouse(heading)])).isEmpty)
    }

    @Test func whoWaitsLeadsToTheChat() {
        var world = world()
        let item = InboxItem(
            chatId: world.group,
            waitingSince: world.clock.now().adding(minutes: -300),
            lastMessage: world.message(5, "who is coming?", in: world.group)
        )
        _ = world.model.handle(.page(.inbox([item]), isAsked: true))
        #expect(world.text.contains("Run Club  5 h") && world.text.contains("who is coming?"))
        world.press("enter")
        #expect(world.model.open == world.group)
        #expect(world.text.contains("Waiting for you"))
    }

    @Test func aProfileLeadsToWhatWasSaidAndGoesWithItsChat() {
        var world = world()
        #expect(
            world.press("ctrl-g")
                == [.loadPage(PageRequest(kind: .profile(of: world.sara, name: "Sara Lindqvist"), isAsked: false))]
        )
        _ = world.model.handle(.page(.profile(Self.profile(), of: world.sara, name: "Sara Lindqvist"), isAsked: false))
        // Whoever writes goes on writing.
        #expect(world.model.focus == .composer)
        #expect(world.text.contains("1. irritated right kneecap ↗") && world.text.contains("Earlier"))
        #expect(world.text.contains("3. no milk or whey\n") || !world.text.contains("whey ↗"))
        world.press("tab")
        #expect(world.press("down", "enter") == [.locate(AppWorld.id(802), in: [world.saraChat, world.group])])
        // What was written by hand is passed over.
        #expect(world.press("down", "enter") == [.locate(AppWorld.id(804), in: [world.saraChat, world.group])])
        _ = world.model.openChat(world.group)
        #expect(world.model.pane == nil)
    }

    @Test func anAppointmentAndAMemberLeadToThePerson() throws {
        var world = world()
        var event = EventResponse.example.event
        event.clientId = world.sara
        event.startsAt = world.clock.now().adding(minutes: 60)
        event.endsAt = world.clock.now().adding(minutes: 120)
        let range = AgendaRange(.week, now: world.clock.now(), time: world.model.time)
        _ = world.model.handle(.shared(.agenda([ListedEvent(event, with: "Sara")], range)))
        world.press("tab")
        #expect(world.press("enter") == [.openPerson(world.sara)])
        // The agenda comes before the assistant.
        world.press("ctrl-g")
        #expect(world.model.pane == .assistant)
        _ = world.model.openChat(world.group)
        _ = world.model.run(.who)
        #expect(world.text.contains("Members"))
        guard case .page(let page) = world.model.pane else { throw CancellationError() }
        #expect(page.targets == [.person(world.sara)])
    }

    @Test func tasksLeadToTheirMessages() {
        var world = world()
        world.type("/actions")
        #expect(world.press("esc", "enter").contains(.loadPage(PageRequest(kind: .actions(in: world.saraChat)))))
        world.type("/actions 2")
        #expect(
            world.press("enter")
                .contains(
                    .typed(
                        .coach(.actions(done: 2), in: world.saraChat, about: world.sara),
                        line: "/actions 2",
                        in: world.saraChat
                    )
                )
        )
        _ = world.model.handle(.page(.actions(ChatInsights.example), isAsked: true))
        #expect(world.model.pane?.selected == 0)
        #expect(world.press("enter").contains { if case .locate = $0 { true } else { false } })
    }

    @Test func aPageWithoutEntriesIsScrolled() {
        var world = world()
        _ = world.model.handle(.page(.inbox([]), isAsked: true))
        #expect(world.text.contains("Nobody waits for you.") && world.model.focus == .composer)
        world.press("tab")
        #expect(world.press("down", "enter").isEmpty)
    }
}
