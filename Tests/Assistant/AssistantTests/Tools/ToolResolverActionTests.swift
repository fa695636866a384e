import Domain
import Foundation
import Messaging
import Scheduling
import SpotterAPI
import Testing

@testable import Assistant
@testable import AssistantTools

@Suite struct ToolsResolverActionsTests {
    private func event(_ fixture: ToolsFixture, _ alex: User, _ client: User, _ start: String) async throws
        -> CalendarEvent
    {
        try await fixture.calendar.create(
            NewEvent(
                eventType: .call,
                clientId: client.id,
                startsAt: instant(start),
                endsAt: instant(start).adding(minutes: 30)
            ),
            by: alex.actor
        )
    }

    @Test func anEventIsFoundByItsClient() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        try await fixture.client("Tom Ford", of: alex)
        let call = try await event(fixture, alex, sara, "2026-03-12T15:00-04:00")
        let move = ToolRequest(tool: .rescheduleEvent, person: .named("Sara"), time: .expression("Friday at 4pm"))
        let moved = try await fixture.resolve(move, as: alex)
        let expected = ToolArguments.rescheduleEvent(
            .init(
                eventId: call.id,
                startsAt: instant("2026-03-13T16:00-04:00"),
                durationMinutes: 30,
                shown: .init(call)
            )
        )
        #expect(moved.arguments == expected)
        #expect(
            moved.summary
                == "Move \"Call with Sara Lindqvist\" from Thu 12 Mar 15:00 to Fri 13 Mar 16:00 (New York), 30 min"
        )
        let cancel = ToolRequest(tool: .cancelEvent, person: .named("Sara"))
        let cancelled = ToolArguments.cancelEvent(.init(eventId: call.id, shown: .init(call)))
        #expect(try await fixture.resolve(cancel, as: alex).arguments == cancelled)
        let wrong = ToolRequest(tool: .cancelEvent, person: .named("Tom"))
        #expect(try await fixture.resolve(wrong, as: alex).needs == .notFound(about: "event", name: "Tom Ford"))
    }

    @Test func severalEventsBecomeAChoiceAndATimeDecides() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let first = try await event(fixture, alex, sara, "2026-03-12T15:00-04:00")
        let second = try await event(fixture, alex, sara, "2026-03-13T10:00-04:00")
        var request = ToolRequest(tool: .cancelEvent, person: .named("Sara"))
        guard case .selection("event", _, let options)? = try await fixture.resolve(request, as: alex).needs else {
            Issue.record("no choice")
            return
        }
        #expect(options.map(\.id) == [first.id.description, second.id.description])
        #expect(options.map(\.subtitle) == ["Thu 12 Mar 15:00", "Fri 13 Mar 10:00"])
        for (time, expected) in [("tomorrow", first), ("Friday at 10am", second)] {
            request.time = .expression(time)
            let cancelled = ToolArguments.cancelEvent(.init(eventId: expected.id, shown: .init(expected)))
            #expect(try await fixture.resolve(request, as: alex).arguments == cancelled)
        }
    }

    @Test func movingWithinItselfIsNoConflictAndForeignEventsDontExist() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let call = try await event(fixture, alex, sara, "2026-03-12T15:00-04:00")
        let later = ToolRequest(
            tool: .rescheduleEvent,
            time: .instant(instant("2026-03-12T15:15-04:00")),
            eventId: call.id
        )
        #expect(try await fixture.resolve(later, as: alex).arguments != nil)
        let other = try await fixture.trainer("Other Trainer")
        let needs = try await fixture.resolve(later, as: other).needs
        #expect(needs == .notFound(about: "event", name: call.id.description))
    }

    @Test func aReminderCanRepeat() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let request = ToolRequest(
            tool: .setReminder,
            person: .named("Sara"),
            time: .expression("every Monday at 8am"),
            text: "Check the log"
        )
        let resolution = try await fixture.resolve(request, as: alex)
        guard case .setReminder(let arguments)? = resolution.arguments else {
            Issue.record("\(resolution)")
            return
        }
        #expect(arguments.dueAt == instant("2026-03-16T08:00-04:00"))
        #expect(arguments.clientId == sara.id)
        #expect(arguments.recurrence?.contains("FREQ=WEEKLY") == true)
        #expect(
            resolution.summary
                == "Reminder (Sara Lindqvist): \"Check the log\", Mon 16 Mar 08:00 (New York), every week on Mon"
        )
        var long = request
        long.text = String(repeating: "x", count: 501)
        guard case .clarification(["text"], _)? = try await fixture.resolve(long, as: alex).needs else {
            Issue.record("a text that is too long was taken")
            return
        }
    }

    @Test func aMessageFindsItsChat() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let tom = try await fixture.client("Tom Ford", of: alex)
        let direct = try await fixture.chat(alex, sara)
        let group = try await fixture.services.chats.open(
            .group(name: "Saturday Run Club", with: [sara.id, tom.id]),
            by: alex.actor
        ).chat
        for (name, chat) in [("sara", direct), ("run club", group)] {
            let request = ToolRequest(tool: .sendMessage, person: .named(name), text: "See you")
            let resolution = try await fixture.resolve(request, as: alex)
            #expect(resolution.arguments == .sendMessage(.init(chatId: chat.id, text: "See you")))
            #expect(resolution.summary == "Message to \(chat.name): \"See you\"")
        }
        // Tom isn't in Sara's chat: for him it doesn't exist.
        let foreign = ToolRequest(tool: .sendMessage, chatId: direct.id, text: "Hi")
        #expect(
            try await fixture.resolve(foreign, as: tom).needs == .notFound(about: "chat", name: direct.id.description)
        )
        // Two who share a group know each other's names, but have no chat.
        guard
            case .refusal? = try await fixture.resolve(
                ToolRequest(tool: .sendMessage, person: .named("Sara"), text: "Hi"),
                as: tom
            ).needs
        else {
            Issue.record("a chat from nowhere")
            return
        }
    }
}
