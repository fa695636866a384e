import Accounts
import Domain
import Foundation
import Logging
import MessagingTestKit
import Scheduling
import SpotterAPI
import TestSupport
import Testing

@testable import CalendarPush

/// What is in a calendar here is in one at Google, once, and the permission is kept well.
@Suite(.standardTimeLimit) struct GoogleCalendarTests {
    private static let redirect = "https://spotter.example.com/calendar/google"

    private static func run(_ body: (PushFixture, GoogleServer) async throws -> Void) async throws {
        let google = try await GoogleServer()
        try await PushFixture.run(google: google) { try await body($0, google) }
        await google.stop()
    }

    private static func connect(_ world: PushFixture, _ google: GoogleServer) async throws {
        let begun = try world.pushes.beginGoogle(redirect: redirect, by: world.trainer)
        let code = Secret(try google.agree(to: begun.url))
        try await world.pushes.connectGoogle(.init(state: begun.state, code: code), by: world.trainer)
        _ = google.take()
    }

    private static func refusal(_ body: () async throws -> Void) async -> SpotterError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? SpotterError
        }
    }

    @Test func whatIsHereIsThereAndFollows() async throws {
        try await Self.run { world, google in
            let event = try await world.book("Squats", client: world.client.userId)
            try await Self.connect(world, google)
            try await world.settle()
            #expect(google.take() == ["POST token", "GET events", "POST events"])
            let there = try #require(google.titled("Squats").first)
            #expect(there.fields["start"]?["dateTime"]?.string == event.startsAt.description)
            #expect(there.fields["end"]?["dateTime"]?.string == event.endsAt.description)
            #expect(there.fields["extendedProperties"]?["private"]?["spotterEventType"]?.string == "training")
            #expect(there.fields["transparency"] == "opaque" && there.fields["attendees"] == nil)
            let state = try await world.state()
            #expect(state.kind == .google && state.username == "sara@example.com" && state.state == .active)
            #expect(state.copied == 1 && state.copiedAt == world.house.clock.now())

            // What its owner has done to it there stays.
            google.change("Squats") { $0.fields["colorId"] = "7" }
            try await world.rename(event, to: "Deadlifts")
            try await world.settle()
            #expect(google.events.count == 1 && google.titled("Deadlifts").first?.fields["colorId"] == "7")
            _ = try await world.calendar.cancel(event.id, by: world.trainer.actor)
            try await world.settle()
            #expect(google.events.isEmpty)
            #expect(try await world.state().copied == 0)
        }
    }

    /// An event of a series that isn't as its rule has it is left out there, and is one of its own until it is again.
    @Test func aSeriesIsOneEventAndItsExceptions() async throws {
        try await Self.run { world, google in
            let start = MessagingFixture.start.adding(minutes: 3_000)
            let series = try await world.calendar.createSeries(
                NewEventSeries(
                    first: NewEvent(
                        eventType: .adhoc,
                        title: "Pool",
                        startsAt: start,
                        endsAt: start.adding(minutes: 60)
                    ),
                    rrule: "FREQ=WEEKLY;COUNT=4"
                ),
                by: world.trainer.actor
            )
            try await Self.connect(world, google)
            try await world.settle()
            let rule = try #require(google.titled("Pool").first?.fields["recurrence"]?[0]?.string)
            #expect(rule.hasPrefix("RRULE:FREQ=WEEKLY"))
            #expect(google.titled("Pool").first?.fields["recurrence"]?.array?.count == 1)
            #expect(google.titled("Pool").first?.fields["start"]?["timeZone"]?.string?.isEmpty == false)
            let days = try await world.calendar.events(
                of: world.trainer.actor,
                from: start,
                to: start.adding(minutes: 40_000)
            )
            #expect(days.count == 4 && days.first?.seriesId == series.event.seriesId)
            try await world.rename(days[1], to: "Lake")
            _ = try await world.calendar.cancel(days[2].id, by: world.trainer.actor)
            try await world.settle()
            let lines = google.titled("Pool").first?.fields["recurrence"]?.array?.compactMap(\.string) ?? []
            #expect(lines.count == 2 && lines.first == rule)
            #expect(lines.last?.hasPrefix("EXDATE;TZID=") == true && lines.last?.split(separator: ",").count == 2)
            #expect(google.events.count == 2)
            let lake = try #require(google.titled("Lake").first)
            #expect(lake.fields["start"]?["dateTime"]?.string == days[1].startsAt.description)
            #expect(lake.fields["recurrence"] == nil)
            // As its rule has it again.
            try await world.rename(days[1], to: "Pool")
            try await world.settle()
            #expect(google.events.count == 1)
            #expect(google.titled("Pool").first?.fields["recurrence"]?.array?.last?.string?.contains(",") == false)
        }
    }

    @Test func aLostAnswerMakesNoSecondEvent() async throws {
        try await Self.run { world, google in
            let event = try await world.book("Squats")
            try await Self.connect(world, google)
            google.fail(.answer(200, reason: "empty"), .lost)
            try await world.settle()
            #expect(try await world.state().state == .failing)
            world.pass(seconds: 60)
            try await world.settle()
            #expect(try await world.state().state == .active)
            #expect(google.events.count == 1)
            // Deleted there, and changed here: it's there again, the same one.
            google.change("Squats") { $0.isDeleted = true }
            try await world.rename(event, to: "Rows")
            try await world.settle()
            #expect(google.events.count == 1 && google.titled("Rows").count == 1)
        }
    }

    @Test func nothingOfOthersIsTouched() async throws {
        try await Self.run { world, google in
            let theirs = GoogleServer.Event(fields: ["summary": "Dentist"])
            google.add("theirs", theirs)
            let event = try await world.book("Squats")
            try await Self.connect(world, google)
            try await world.settle()
            // A day of ours that somebody has changed there is their own: it has what we gave it, and another id.
            let ours = try #require(google.titled("Squats").first)
            google.add("0123456789abcdef_20260401T090000Z", GoogleServer.Event(fields: ours.fields))
            try await world.rename(event, to: "Rows")
            try await world.settle()
            #expect(google.events["theirs"] == theirs && google.titled("Squats").count == 1)
            try await world.delete(event)
            try await world.settle()
            #expect(google.events["theirs"] == theirs && google.titled("Rows").isEmpty)
        }
    }

    // MARK: Failures

    @Test func tokensThatHaveEndedAreAskedForAnew() async throws {
        try await Self.run { world, google in
            let event = try await world.book("Squats")
            try await Self.connect(world, google)
            google.fail(.answer(401, reason: "authError"))
            try await world.settle()
            #expect(google.events.count == 1)
            #expect(google.take().count { $0 == "POST token" } == 2)
            google.endTokens()
            try await world.rename(event, to: "Rows")
            try await world.settle()
            #expect(try await world.state().state == .active)
        }
    }

    @Test func aPermissionThatWasTakenBackIsntTriedAgain() async throws {
        try await Self.run { world, google in
            try await world.book("Squats")
            try await Self.connect(world, google)
            google.takeBackPermission()
            for _ in 0..<5 {
                try await world.settle()
                world.pass(seconds: 6 * 3_600)
            }
            #expect(google.take() == ["POST token"])
            let state = try await world.state()
            #expect(state.state == .stopped && state.retryAt == nil)
            #expect(state.error == "The permission at Google has ended; connect the calendar again.")
            try await Self.connect(world, google)
            try await world.settle()
            #expect(try await world.state().state == .active && google.events.count == 1)
        }
    }

    @Test(arguments: [
        (403, "rateLimitExceeded"), (403, "userRateLimitExceeded"), (429, "rateLimitExceeded"), (503, "x"),
    ])
    func whoWantsToBeAskedLaterIs(status: Int, reason: String) async throws {
        try await Self.run { world, google in
            try await world.book("Squats")
            try await Self.connect(world, google)
            google.fail(.answer(status, reason: reason, headers: [("Retry-After", "600")]))
            try await world.settle()
            let state = try await world.state()
            #expect(state.state == .failing && state.retryAt == world.house.clock.now().adding(seconds: 600))
            world.pass(seconds: 600)
            try await world.settle()
            #expect(google.events.count == 1)
        }
    }

    /// What Google doesn't take waits until it changes, and holds up no other.
    @Test func anEventThatIsRefusedIsSaid() async throws {
        try await Self.run { world, google in
            let (first, _) = (try await world.book("Squats"), try await world.book("Rows", day: 2))
            try await Self.connect(world, google)
            google.fail(.answer(200, reason: "empty"), .answer(400, reason: "invalid"))
            try await world.settle()
            let state = try await world.state()
            #expect(state.copied == 1 && state.refused == 1)
            #expect(state.error == "Google refuses the event (status 400).")
            let missing = google.titled("Squats").isEmpty ? first : nil
            if let missing { try await world.rename(missing, to: "Lunges") }
            try await world.settle()
            #expect(missing == nil || google.titled("Lunges").count == 1)
        }
    }

    // MARK: The permission

    @Test func onlyWhoBeganMayEnd() async throws {
        try await Self.run { world, google in
            let begun = try world.pushes.beginGoogle(redirect: Self.redirect, by: world.trainer)
            let code = Secret(try google.agree(to: begun.url))
            let request = ConnectGoogleCalendarRequest(state: begun.state, code: code)
            let others = await Self.refusal { try await world.pushes.connectGoogle(request, by: world.client) }
            #expect(others?.code == .invalidRequest)
            for state in ["", "nonsense", String(begun.state.dropLast(2)), begun.state + "AAAA"] {
                let forged = ConnectGoogleCalendarRequest(state: state, code: code)
                let refusal = await Self.refusal { try await world.pushes.connectGoogle(forged, by: world.trainer) }
                #expect(refusal?.code == .invalidRequest)
            }
            #expect(google.take() == [], "nothing is asked for those")
            world.pass(seconds: 900)
            let late = await Self.refusal { try await world.pushes.connectGoogle(request, by: world.trainer) }
            #expect(late?.code == .expired)
            let state = try await world.pushes.state(of: world.trainer.userId)
            #expect(state.google && state.push == nil)
        }
    }

    @Test func whatIsntEnoughIsRefused() async throws {
        try await Self.run { world, google in
            let begun = try world.pushes.beginGoogle(redirect: Self.redirect, by: world.trainer)
            _ = try google.agree(to: begun.url)
            let wrong = ConnectGoogleCalendarRequest(state: begun.state, code: Secret("4/0another"))
            let unknown = await Self.refusal { try await world.pushes.connectGoogle(wrong, by: world.trainer) }
            #expect(unknown?.code == .invalidRequest)
            google.set(scope: "https://www.googleapis.com/auth/calendar.readonly")
            let refusal = await Self.refusal { try await Self.connect(world, google) }
            #expect(refusal?.message.contains("events may be changed") == true)
            let state = try await world.pushes.state(of: world.trainer.userId)
            #expect(state.push == nil)
            // Each trial is a request.
            for trial in 1...4 {
                let refused = await Self.refusal { try await Self.connect(world, google) }
                #expect(trial < 4 || refused?.code == .rateLimited)
            }
        }
    }

    @Test func whatIsEndedIsTakenBack() async throws {
        try await Self.run { world, google in
            try await world.book("Squats")
            try await Self.connect(world, google)
            try await world.settle()
            try await world.pushes.remove(of: world.trainer.userId)
            #expect(!google.hasPermission && google.take().last == "POST revoke")
            #expect(google.events.count == 1, "what was copied stays")
            // Another calendar in its place ends it, too; the same account again doesn't.
            try await Self.connect(world, google)
            try await Self.connect(world, google)
            #expect(google.hasPermission)
            try await world.set()
            #expect(!google.hasPermission)
            #expect(try await world.state().kind == .caldav)
        }
    }

    @Test func nothingOfThePermissionIsInTheDatabaseOrTheLog() async throws {
        try await Self.run { world, google in
            try await world.book("Squats")
            try await Self.connect(world, google)
            google.fail(.lost)
            try await world.settle()
            let secrets = [GoogleServer.permission, GoogleServer.secret, "ya29."]
            for name in try world.house.folder.names() {
                let content = Data(try world.house.folder.content(of: name))
                for secret in secrets { #expect(content.firstRange(of: Data(secret.utf8)) == nil, "\(name)") }
            }
            let lines = world.log.lines(of: .notice)
            #expect(!lines.isEmpty && !lines.contains { line in secrets.contains { line.contains($0) } })
            let shown = String(decoding: try await world.pushes.state(of: world.trainer.userId).json(), as: UTF8.self)
            #expect(!secrets.contains { shown.contains($0) })
        }
    }

    @Test func withoutARegistrationItIsOff() async throws {
        try await PushFixture.run { world in
            let refusal = await Self.refusal {
                _ = try world.pushes.beginGoogle(redirect: Self.redirect, by: world.trainer)
            }
            #expect(refusal?.code == .notFound)
            let state = try await world.pushes.state(of: world.trainer.userId)
            #expect(!state.google)
        }
    }
}
