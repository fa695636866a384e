import AssistantTools
import Domain
import Retrieval
import Scheduling
import SpotterAPI
import TestSupport
import Testing
import TimeExpressions

@testable import RequestReading

@Suite struct BuiltInGrammarTests {
    static let start = Timestamp(rfc3339: "2026-03-12T13:00:00Z") ?? .earliest
    static let sara = KnownPerson(identity: .user(UserID(high: 1, low: 1)), name: "Sara Chen")
    static let mike = KnownPerson(identity: .user(UserID(high: 1, low: 2)), name: "Mike Ross")
    static let mark = KnownPerson(identity: .user(UserID(high: 1, low: 3)), name: "Mark Young")
    static let birds = ChatID(high: 2, low: 1)

    static let grammar: ActionGrammar = {
        let user = User(
            id: UserID(high: 9, low: 9),
            email: "a@example.com",
            displayName: "Alex Moore",
            role: .trainer,
            timezone: "Europe/Stockholm"
        )
        return ActionGrammar(
            directory: PeopleDirectory(
                people: [sara, mike, mark],
                groups: [.init(identity: .group(birds), name: "Early Birds")]
            ),
            times: Requester(user: user).times(at: Self.start)
        )
    }()

    static func requests(_ message: String) -> [ToolRequest] { grammar.actions(in: message).map(\.toolRequest) }

    @Test(arguments: [
        ("Schedule a call with Sara tomorrow at 3pm", "Sara", "tomorrow at 3pm", EventType.call, Int?.none),
        ("please book sara chen for a session on Friday at 10", "sara chen", "on Friday at 10", .training, nil),
        ("Can you set up a 45 minute Zoom with Mike on Monday at 9:30am?", "Mike", "on Monday at 9:30am", .call, 45),
        ("I'd like to arrange a training with Veronica tomorrow at 8am", "Veronica", "tomorrow at 8am", .training, nil),
        ("Put a session with Sara in my calendar for tomorrow at noon", "Sara", "for tomorrow at noon", .training, nil),
        ("Schedule Friday with Sara at 3pm", "Sara", "Friday at 3pm", nil, nil),
        ("Call with Mike tomorrow at 4pm", "Mike", "tomorrow at 4pm", .call, nil),
        ("schedule a call with veronica tomorrow at 3pm", "veronica", "tomorrow at 3pm", .call, nil),
    ])
    func readsAnEventToSchedule(_ message: String, _ name: String, _ time: String, _ type: EventType?, _ minutes: Int?)
    {
        let requests = Self.requests(message)
        #expect(requests.count == 1)
        #expect(requests.first?.tool == .scheduleCall)
        #expect(requests.first?.person == .named(name))
        #expect(requests.first?.time == .expression(time))
        #expect(requests.first?.eventType == type)
        #expect(requests.first?.durationMinutes == minutes)
    }

    /// Without a locale, day and month stand as is usual in the requester's zone.
    @Test(arguments: [("Europe/Stockholm", "2026-05-04"), ("America/New_York", "2026-04-05")])
    func datesAreInTheOrderOfTheZone(zone: String, day: String) {
        let user = User(
            id: UserID(high: 9, low: 9),
            email: "a@example.com",
            displayName: "Alex Moore",
            role: .trainer,
            timezone: zone
        )
        let now = Self.start
        #expect(Requester(user: user).times(at: now).parse("4/5").local == day)
        #expect(Requester(user: user, timezone: "Europe/London").times(at: now).parse("4/5").local == "2026-05-04")
        #expect(Requester(user: user, locale: "en-US").times(at: now).parse("4/5").local == "2026-04-05")
    }

    @Test func anAppointmentWithNobodyHasATitle() {
        let request = Self.requests("Block lunch tomorrow at 12:00").first
        #expect(request?.tool == .scheduleCall)
        #expect(request?.person == nil)
        #expect(request?.eventType == .adhoc)
        #expect(request?.title == "Lunch")
    }

    @Test(arguments: [
        ("Tell Sara that I'm ten minutes late", "Sara", "I'm ten minutes late"),
        ("tell sara I'm late", "sara", "I'm late"),
        ("Message Mike: see you at 9", "Mike", "See you at 9"),
        ("Let Sara know that her session is moved to Friday", "Sara", "Your session is moved to Friday"),
        ("Send Mike a message saying well done!", "Mike", "Well done!"),
        ("Send a quick note to Sara Chen that the gym is closed", "Sara Chen", "The gym is closed"),
        ("Send \"Don't forget: shoes & water\" to Mike", "Mike", "Don't forget: shoes & water"),
        ("Tell Sara to bring her shoes", "Sara", "Please bring your shoes"),
        ("Ask Mike if he can come at 5pm", "Mike", "Can you come at 5pm?"),
        ("Ask Sara how her knee is", "Sara", "How is your knee?"),
        ("text Veronica that we start at 7am tomorrow", "Veronica", "We start at 7am tomorrow"),
        ("Remind Sara to stretch", "Sara", "Remember to stretch"),
    ])
    func readsAMessageToSend(_ message: String, _ name: String, _ text: String) {
        let requests = Self.requests(message)
        #expect(requests.count == 1)
        #expect(requests.first?.tool == .sendMessage)
        #expect(requests.first?.person == .named(name))
        #expect(requests.first?.text == text)
    }

    @Test func groupsAreWrittenToAsChats() {
        let request = Self.requests("Tell the Early Birds group that we start at 7").first
        #expect(request?.chatId == Self.birds)
        #expect(request?.person == nil)
        #expect(request?.text == "We start at 7")
    }

    @Test(arguments: [
        ("Remind me tomorrow at 9am to send Sara the plan", "tomorrow at 9am", "Send Sara the plan", String?("Sara")),
        ("Remind me to call the gym on Monday at 8am", "on Monday at 8am", "Call the gym", nil),
        ("Set a reminder for tomorrow at noon to water the plants", "for tomorrow at noon", "Water the plants", nil),
        ("don't let me forget to pay rent on Friday at 6pm.", "on Friday at 6pm", "Pay rent", nil),
        (
            "Remind me on Friday at 9am to ask Mike about Saturday", "on Friday at 9am", "Ask Mike about Saturday",
            "Mike"
        ),
    ])
    func readsAReminderToSet(_ message: String, _ time: String, _ text: String, _ name: String?) {
        let requests = Self.requests(message)
        #expect(requests.count == 1)
        #expect(requests.first?.tool == .setReminder)
        #expect(requests.first?.time == .expression(time))
        #expect(requests.first?.text == text)
        #expect(requests.first?.person == name.map { .named($0) })
    }

    @Test func changingAndCancelling() {
        let action = Self.grammar.actions(in: "Move my 3pm call with Sara to Friday at 4pm").first
        #expect(action?.toolRequest.tool == .rescheduleEvent)
        #expect(action?.event?.person == .named("Sara"))
        guard case .to("Friday at 4pm")? = action?.change else {
            Issue.record("\(String(describing: action?.change))")
            return
        }
        #expect(action?.event?.time?.local == "2026-03-12T15:00")
        func shift(_ message: String) -> Int? {
            guard case .shift(let minutes)? = Self.grammar.actions(in: message).first?.change else { return nil }
            return minutes
        }
        #expect(shift("Push Sara's session back by 30 minutes") == 30)
        #expect(shift("Bring forward my session with Mike by one hour") == -60)
        let cancel = Self.requests("Cancel my call with Mike tomorrow").first
        #expect(cancel?.tool == .cancelEvent)
        #expect(cancel?.person == .named("Mike"))
        let cancelled = Self.grammar.actions(in: "Cancel my call with Mike tomorrow").first?.event
        #expect(cancelled?.time?.local == "2026-03-13")
    }

    @Test(arguments: [
        "Don't schedule a call with Sara tomorrow", "Do not tell Sara that I'm late", "When is my call with Sara?",
        "Did I schedule a call with Sara?", "Mike asked me to schedule a call tomorrow at 3",
        "\"Schedule a call with Sara tomorrow\" is what Mike wrote", "Sara: can you book me for tomorrow?",
        "Should I cancel my call with Mike?", "How do I schedule a call?", "Book recommendations?",
        "What did Sara say about her knee?", "Tell me what Sara said", "Text search for squats",
        "schedule for tomorrow?",
        "Send me the summary", "Who did I tell about Friday?", "I told Sara that I'm late", "", "?", "\u{0}\u{1F600}",
    ])
    func noActionWasAsked(_ message: String) { #expect(Self.requests(message) == []) }

    @Test func twoClearActionsAreTwo() {
        let two = Self.requests("Schedule a call with Sara tomorrow at 3pm and remind me to prepare at 2pm tomorrow")
        #expect(two.map(\.tool) == [.scheduleCall, .setReminder])
        let sentences = Self.requests("Cancel my call with Mike. Tell Sara that I'm free.")
        #expect(sentences.map(\.tool) == [.cancelEvent, .sendMessage])
        let text = Self.requests("Tell Sara I'm late and to cancel nothing. See you soon!")
        #expect(text.map(\.tool) == [.sendMessage])
    }

    /// Any text at all is understood or not; that none traps is all that is expected.
    @Test func noTextTraps() {
        let parts = [
            "schedule ", "tell ", "Sara", "'s ", "remind me ", "\"", "“", " to ", "and ", "tomorrow ", "3pm", "\n", ".",
            "?",
            "é", "👩‍👩‍👧", "\u{202E}", "send ", "move ", "by ", "1 hour", "her ", "Early Birds ", ":", "cancel ", "ask ",
            "if he can",
        ]
        var random = SeededRandom(seed: 3)
        for _ in 0..<2000 {
            let text = (0..<Int(random.next() % 12)).map { _ in parts[Int(random.next() % UInt64(parts.count))] }
                .joined()
            _ = Self.requests(text)
            _ = QuestionKind.of(text)
        }
    }
}
