import Assistant
import AssistantTools
import Contacts
import Domain
import Foundation
import Messaging
import Scheduling
import SpotterAPI
import Testing

@Suite struct ToolsResolverTests {
    private func call(_ name: String?, _ time: String?) -> ToolRequest {
        ToolRequest(tool: .scheduleCall, person: name.map { .named($0) }, time: time.map { .expression($0) })
    }

    // MARK: People

    @Test func anAmbiguousNameBecomesAChoice() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let chen = try await fixture.client("Mike Chen", of: alex)
        let ross = try await fixture.client("Mike Ross", of: alex)
        let needs = try await fixture.resolve(call("mike", "tomorrow at 3pm"), as: alex).needs
        let options = [chen, ross].map {
            Needs.Option(id: $0.id.description, title: $0.displayName, subtitle: $0.email)
        }
        #expect(needs == .selection(about: "client", prompt: "Which mike?", options: options))

        var chosen = call(nil, "tomorrow at 3pm")
        chosen.person = .id(ross.id)
        guard case .scheduleCall(let arguments)? = try await fixture.resolve(chosen, as: alex).arguments else {
            Issue.record("the choice wasn't understood")
            return
        }
        #expect(arguments.clientId == ross.id)
        #expect(arguments.startsAt == instant("2026-03-12T15:00-04:00"))
    }

    @Test func strangersAndInventedNamesGetTheSameAnswer() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let other = try await fixture.trainer("Other Trainer")
        let stranger = try await fixture.client("Veronica Hale", of: other)
        for name in ["Veronica Hale", "Petronella Quux"] {
            let needs = try await fixture.resolve(call(name, "tomorrow at 3pm"), as: alex).needs
            #expect(needs == .notFound(about: "client", name: name))
        }
        var byId = call(nil, "tomorrow at 3pm")
        for id in [stranger.id, UserID(high: 9, low: 9)] {
            byId.person = .id(id)
            #expect(try await fixture.resolve(byId, as: alex).needs == .notFound(about: "client", name: id.description))
        }
    }

    @Test func prospectsCanBeScheduledButNotWrittenTo() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let nina = try await fixture.services.contacts.addProspect(
            displayName: "Nina Petrov",
            timezone: "Europe/London",
            by: alex.actor
        )
        let resolution = try await fixture.resolve(call("Nina", "tomorrow at 3pm"), as: alex)
        guard case .scheduleCall(let arguments)? = resolution.arguments else {
            Issue.record("\(resolution)")
            return
        }
        #expect(arguments.prospectId == nina.id)
        #expect(arguments.clientId == nil)
        #expect(resolution.summary == "Call with Nina Petrov, Thu 12 Mar 15:00 (New York) = 19:00 London, 30 min")
        let message = ToolRequest(tool: .sendMessage, person: .prospect(nina.id), text: "Hi")
        guard case .refusal = try await fixture.resolve(message, as: alex).needs else {
            Issue.record("a prospect has no chat")
            return
        }
    }

    @Test func clientsCannotScheduleAndCompanionsAreNobodysClients() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        guard case .refusal = try await fixture.resolve(call("Alex", "tomorrow at 3pm"), as: sara).needs else {
            Issue.record("a client scheduled")
            return
        }
        let colleague = try await fixture.trainer("Dana Cole")
        _ = try await fixture.chat(alex, colleague)
        guard case .refusal = try await fixture.resolve(call("Dana", "tomorrow at 3pm"), as: alex).needs else {
            Issue.record("an event with somebody who isn't a client")
            return
        }
    }

    // MARK: Times

    @Test func bothClocksAreShown() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        try await fixture.client("Sara Lindqvist", of: alex, zone: "Europe/Stockholm")
        try await fixture.client("Kenji Mori", of: alex, zone: "Asia/Tokyo")
        try await fixture.client("Tom Ford", of: alex)
        let summaries = [
            // Stockholm changes its clock three weeks after New York.
            "Sara": "Call with Sara Lindqvist, Thu 12 Mar 15:00 (New York) = 20:00 Stockholm, 30 min",
            "Kenji": "Call with Kenji Mori, Thu 12 Mar 15:00 (New York) = Fri 13 Mar 04:00 Tokyo, 30 min",
            "Tom": "Call with Tom Ford, Thu 12 Mar 15:00 (New York), 30 min",
        ]
        for (name, summary) in summaries {
            #expect(try await fixture.resolve(call(name, "tomorrow at 3pm"), as: alex).summary == summary)
        }
    }

    @Test(arguments: [
        ("yesterday at 3pm", "has already passed"), ("tomorrow", "At what time on Thu 12 Mar?"),
        ("size 10", "don't understand"), ("30 minutes", "don't understand"),
    ])
    func withoutAFutureTimeThereIsAQuestion(time: String, prompt: String) async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        try await fixture.client("Sara Lindqvist", of: alex)
        guard
            case .clarification(["time"], let question)? = try await fixture.resolve(call("Sara", time), as: alex).needs
        else {
            Issue.record("no question for \(time)")
            return
        }
        #expect(question.contains(prompt))
    }

    @Test func whatIsMissingIsAskedForTogether() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let empty: [(ToolRequest, [String])] = [
            (ToolRequest(tool: .scheduleCall), ["client", "time"]),
            (ToolRequest(tool: .scheduleCall, time: .expression("tomorrow at 3pm")), ["client"]),
            (ToolRequest(tool: .scheduleCall, person: .id(sara.id)), ["time"]),
            (ToolRequest(tool: .setReminder), ["text", "time"]),
            (ToolRequest(tool: .setReminder, text: "Send the plan"), ["time"]),
            (ToolRequest(tool: .sendMessage), ["client", "text"]),
            (ToolRequest(tool: .sendMessage, person: .id(sara.id)), ["text"]),
            (
                ToolRequest(
                    tool: .scheduleCall,
                    person: .id(sara.id),
                    time: .expression("tomorrow at 3pm"),
                    durationMinutes: 481
                ), ["duration"]
            ),
        ]
        for (request, expected) in empty {
            guard case .clarification(let missing, _)? = try await fixture.resolve(request, as: alex).needs else {
                Issue.record("no question for \(request)")
                continue
            }
            #expect(missing == expected)
        }
    }

    @Test(arguments: [
        ("2026-03-12T15:00", "2026-03-12T19:00Z"), ("2026-03-12T15:00:30", "2026-03-12T19:00:30Z"),
        ("2026-03-12T15:00:00Z", "2026-03-12T15:00Z"), ("tomorrow 3pm", "2026-03-12T19:00Z"),
    ])
    func localTimesAreTheRequesters(text: String, expected: String) async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let request = ToolRequest(tool: .scheduleCall, person: .id(sara.id), time: .local(text))
        guard case .scheduleCall(let arguments)? = try await fixture.resolve(request, as: alex).arguments else {
            Issue.record("\(text) wasn't understood")
            return
        }
        #expect(arguments.startsAt == instant(expected) || arguments.startsAt == Timestamp(rfc3339: expected))
    }

    @Test(arguments: [
        ("training session", EventType.training, 60, "Training with Sara Lindqvist"),
        ("quick zoom", .call, 30, "Call with Sara Lindqvist"), ("", .call, 30, "Call with Sara Lindqvist"),
    ])
    func wordsDecideTypeAndLength(words: String, type: EventType, minutes: Int, title: String) async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        try await fixture.client("Sara Lindqvist", of: alex)
        var request = call("Sara", "tomorrow at 3pm")
        request.text = words
        guard case .scheduleCall(let arguments)? = try await fixture.resolve(request, as: alex).arguments else {
            Issue.record("not understood")
            return
        }
        #expect(arguments.eventType == type)
        #expect(arguments.durationMinutes == minutes)
        #expect(arguments.title == title)
    }

    // MARK: Conflicts

    @Test func aConflictComesWithFreeTimes() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let busy = try await fixture.calendar.create(
            NewEvent(
                eventType: .adhoc,
                title: "Seminar",
                startsAt: instant("2026-03-12T12:00-04:00"),
                endsAt: instant("2026-03-12T16:00-04:00")
            ),
            by: alex.actor
        )
        guard case .conflict(let conflict)? = try await fixture.resolve(call("Sara", "tomorrow at 3pm"), as: alex).needs
        else {
            Issue.record("no conflict")
            return
        }
        #expect(conflict.conflictsWith.map(\.eventId) == [busy.id])
        #expect(
            conflict.suggestions == [
                instant("2026-03-12T16:00-04:00"), instant("2026-03-12T16:30-04:00"), instant("2026-03-12T17:00-04:00"),
            ]
        )
        #expect(conflict.proposed.tool == .scheduleCall)
        var again = call(nil, nil)
        again.person = .id(sara.id)
        for start in conflict.suggestions {
            again.time = .instant(start)
            #expect(try await fixture.resolve(again, as: alex).arguments != nil)
        }
    }
}
