import Accounts
import Cluster
import ClusterTestKit
import Domain
import Foundation
import MessagingTestKit
import ModelTestKit
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import CalendarPush

/// What is in a calendar here is in one elsewhere, and nothing else is done there.
@Suite(.standardTimeLimit) struct CalendarPushTests {
    @Test func whatIsHereIsThereAndFollows() async throws {
        try await PushFixture.run { world in
            let event = try await world.book("Squats", client: world.client.userId)
            let series = try await world.calendar.createSeries(
                NewEventSeries(
                    first: NewEvent(
                        eventType: .adhoc,
                        title: "Pool",
                        startsAt: MessagingFixture.start.adding(minutes: 3_000),
                        endsAt: MessagingFixture.start.adding(minutes: 3_060)
                    ),
                    rrule: "FREQ=WEEKLY;COUNT=4"
                ),
                by: world.trainer.actor
            )
            try await world.set()
            #expect(world.server.take() == ["PROPFIND"])
            try await world.settle()
            let id = try #require(series.event.seriesId)
            let names = ["\(event.id).ics", "\(id).ics"]
            #expect(Set(world.server.objects.keys) == Set(names))
            let text = try #require(world.server.objects[names[0]]?.text)
            #expect(text.contains("UID:\(event.id)@spotter") && text.contains("SUMMARY:Squats"))
            // RFC 4791 §4.1: an object has no METHOD.
            #expect(world.server.objects.values.allSatisfy { !$0.text.contains("METHOD") })
            #expect(world.server.objects[names[1]]?.text.contains("RRULE:FREQ=WEEKLY") == true)
            let state = try await world.state()
            #expect(state.state == .active && state.copied == 2 && state.refused == 0 && state.error == nil)
            #expect(state.copiedAt == world.house.clock.now() && state.url == world.server.url)
            #expect(world.server.take().count == 2, "one request each")

            // Nothing has changed, so nothing is asked.
            world.pass(seconds: 60)
            try await world.settle()
            #expect(world.server.take() == [])
            try await world.rename(event, to: "Deadlifts")
            try await world.settle()
            #expect(world.server.take() == ["PUT \(names[0])"])
            #expect(world.server.objects[names[0]]?.text.contains("SUMMARY:Deadlifts") == true)
            _ = try await world.calendar.cancel(event.id, by: world.trainer.actor)
            try await world.settle()
            #expect(world.server.take() == ["DELETE \(names[0])"])
            #expect(Array(world.server.objects.keys) == [names[1]])
            #expect(try await world.state().copied == 1)
        }
    }

    @Test func aClientsAppointmentsAreTheirsToCopy() async throws {
        try await PushFixture.run { world in
            let event = try await world.book("Squats", client: world.client.userId)
            try await world.book("Dentist", day: 2)
            try await world.set(by: world.client)
            try await world.settle()
            #expect(Array(world.server.objects.keys) == ["\(event.id).ics"])
            #expect(try await world.pushes.state(of: world.trainer.userId).push == nil)
        }
    }

    @Test func manyGoInSeveralTurns() async throws {
        try await PushFixture.run { world in
            let count = CalendarPushTurn.maxChanges + 3
            for day in 1...count { try await world.book("\(day)", day: Int64(day)) }
            try await world.set()
            _ = try await world.service.pushDue()
            #expect(world.server.objects.count == CalendarPushTurn.maxChanges)
            try await world.settle()
            #expect(world.server.objects.count == count)
        }
    }

    @Test func whoHasMuchToCopyLeavesRoomForOthers() async throws {
        try await PushFixture.run { world in
            let event = try await world.book("Squats", client: world.client.userId)
            for principal in [world.trainer, world.client] { try await world.set(by: principal) }
            try await world.settle()
            for day in 2...(2 * CalendarPushTurn.maxChanges) { try await world.book("\(day)", day: Int64(day)) }
            world.pass(seconds: 1)
            _ = try await world.service.pushDue()
            try await world.rename(event, to: "Rows")
            let now = world.house.clock.now()
            let next = try await world.house.database.read { try CalendarPushRow.due(at: now, limit: 2, on: $0) }
            #expect(next.map(\.actor.userId) == [world.client.userId, world.trainer.userId])
        }
    }

    // MARK: What others do there

    @Test func whatWasChangedThereIsWrittenOverWhenItChangesHere() async throws {
        try await PushFixture.run { world in
            let event = try await world.book("Squats")
            let name = "\(event.id).ics"
            try await world.set()
            try await world.settle()
            let changed = try #require(world.server.objects[name]?.text.replacing("Squats", with: "Theirs"))
            world.server.set(changed, as: name)
            world.pass(seconds: 3_600)
            try await world.settle()
            #expect(world.server.objects[name]?.text.contains("Theirs") == true, "until it changes here")
            try await world.rename(event, to: "Lunges")
            _ = world.server.take()
            try await world.settle()
            #expect(world.server.take() == ["PUT \(name)", "GET \(name)", "PUT \(name)"])
            #expect(world.server.objects[name]?.text.contains("Lunges") == true)
            // Deleted there, and changed here: it's there again.
            world.server.remove(name)
            try await world.rename(event, to: "Rows")
            try await world.settle()
            #expect(world.server.objects[name]?.text.contains("Rows") == true)
            // Changed there, and deleted here: it's gone.
            world.server.set(changed, as: name)
            try await world.delete(event)
            try await world.settle()
            #expect(world.server.objects.isEmpty)
            #expect(try await world.state().state == .active)
        }
    }

    @Test func whatSomebodyElseHasThereStays() async throws {
        try await PushFixture.run { world in
            let (first, second) = (try await world.book("Squats"), try await world.book("Rows", day: 2))
            let foreign = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:theirs\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
            world.server.set(foreign, as: "\(first.id).ics")
            try await world.set()
            try await world.settle()
            #expect(world.server.objects["\(first.id).ics"]?.text == foreign)
            #expect(world.server.objects["\(second.id).ics"] != nil, "one holds up no other")
            var state = try await world.state()
            #expect(state.state == .active && state.copied == 1 && state.refused == 1)
            #expect(state.error == "Another event has this one's name there.")
            // It isn't asked again before it changes.
            _ = world.server.take()
            world.pass(seconds: 7_200)
            try await world.settle()
            #expect(world.server.take() == [])
            try await world.delete(first)
            try await world.settle()
            #expect(world.server.objects["\(first.id).ics"]?.text == foreign)
            state = try await world.state()
            #expect(state.refused == 0 && state.error == nil)
        }
    }

    @Test func anEventThatIsThereUnderAnotherNameIsSaid() async throws {
        try await PushFixture.run { world in
            let event = try await world.book("Squats")
            let text = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:\(event.id)@spotter\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
            world.server.set(text, as: "copy.ics")
            try await world.set()
            try await world.settle()
            #expect(try await world.state().error == "The event is there already, under another name.")
            // What was refused is tried again once it is set up anew.
            world.server.remove("copy.ics")
            try await world.set()
            try await world.settle()
            #expect(try await world.state().copied == 1)
        }
    }

    // MARK: Failures

    @Test func aLostAnswerDoesNoHarm() async throws {
        try await PushFixture.run { world in
            let event = try await world.book("Squats")
            try await world.set()
            world.server.fail(.lost)
            try await world.settle()
            var state = try await world.state()
            #expect(state.state == .failing && state.error == "The other server can't be reached.")
            #expect(state.retryAt == world.house.clock.now().adding(seconds: 60))
            #expect(world.server.objects.count == 1, "it was done")
            _ = world.server.take()
            world.pass(seconds: 59)
            try await world.settle()
            #expect(world.server.take() == [])
            world.pass(seconds: 1)
            try await world.settle()
            state = try await world.state()
            #expect(state.state == .active && state.copied == 1 && world.server.objects.count == 1)
            // Also if it is gone here before the next try.
            try await world.rename(event, to: "Rows")
            world.server.fail(.lost)
            try await world.settle()
            try await world.delete(event)
            world.pass(seconds: 60)
            try await world.settle()
            #expect(world.server.objects.isEmpty)
        }
    }

    @Test func whoIsBusyIsAskedAgainWhenTheySayAndLessAndLess() async throws {
        try await PushFixture.run { world in
            try await world.book("Squats")
            try await world.set()
            world.server.fail(.answer(status: "503 Service Unavailable", headers: ["Retry-After: 600"]))
            try await world.settle()
            #expect(try await world.state().retryAt == world.house.clock.now().adding(seconds: 600))
            for wait: Int64 in [120, 240, 480] {
                world.pass(seconds: 600)
                world.server.fail(.answer(status: "500 Internal Server Error", headers: []))
                try await world.settle()
                #expect(try await world.state().retryAt == world.house.clock.now().adding(seconds: wait))
            }
            world.pass(seconds: 600)
            try await world.settle()
            #expect(try await world.state().state == .active)
            #expect(CalendarPushService.backoff.delay(beforeRetry: .max, random: 1) == .seconds(6 * 3_600))
        }
    }

    @Test func aCalendarThatIsGoneOrReadOnlyIsSaid() async throws {
        try await PushFixture.run { world in
            let event = try await world.book("Squats")
            try await world.set()
            world.server.set(exists: false)
            try await world.settle()
            #expect(try await world.state().error == "There is nothing at this address.")
            #expect(try await world.state().state == .failing)
            world.server.set(exists: true)
            world.server.set(isReadOnly: true)
            world.pass(seconds: 60)
            try await world.settle()
            let state = try await world.state()
            #expect(state.refused == 1 && state.error == "The other server refuses the event (status 403).")
            world.server.set(isReadOnly: false)
            try await world.rename(event, to: "Rows")
            try await world.settle()
            #expect(try await world.state().copied == 1)
        }
    }

    @Test func aPasswordThatIsRefusedIsTriedThreeTimes() async throws {
        try await PushFixture.run { world in
            try await world.book("Squats")
            try await world.set()
            world.server.set(password: "another")
            for _ in 0..<10 {
                try await world.settle()
                world.pass(seconds: 6 * 3_600)
            }
            #expect(world.server.take().count { $0.hasPrefix("PUT") } == CalendarPushService.maxRefusedLogins)
            let state = try await world.state()
            #expect(state.state == .stopped && state.retryAt == nil)
            #expect(state.error == "The other server doesn't accept the user name or the password.")
            try await world.set(password: "another")
            try await world.settle()
            #expect(try await world.state().state == .active)
        }
    }

    @Test func aCalendarThatCantBeReadHoldsUpNoOther() async throws {
        try await PushFixture.run { world in
            let series = try await world.calendar.createSeries(
                NewEventSeries(
                    first: NewEvent(
                        eventType: .adhoc,
                        title: "Pool",
                        startsAt: MessagingFixture.start.adding(minutes: 3_000),
                        endsAt: MessagingFixture.start.adding(minutes: 3_060)
                    ),
                    rrule: "FREQ=WEEKLY;COUNT=4"
                ),
                by: world.trainer.actor
            )
            let id = try #require(series.event.seriesId)
            func set(rule: String) async throws {
                try await world.house.database.write { connection in
                    _ = try connection.execute("UPDATE event_series SET rrule = $1 WHERE id = $2", rule, id)
                }
            }
            try await world.book("Squats", client: world.client.userId)
            for principal in [world.trainer, world.client] { try await world.set(by: principal) }
            try await set(rule: "what")
            try await world.settle()
            #expect(try await world.state(of: world.client).copied == 1)
            let state = try await world.state()
            #expect(state.state == .failing && state.error == RemoteFailure.unreadable.message)
            try await set(rule: "FREQ=WEEKLY;COUNT=4")
            world.pass(seconds: 60)
            try await world.settle()
            #expect(try await world.state().state == .active)
        }
    }

    /// The headers have come in time, and the body never ends.
    @Test func anAnswerWithoutAnEndIsGivenUp() async throws {
        let provider = try await ScriptedProvider { _, _ in
            var response = ScriptedResponse.body(["BEGIN:"], type: "text/calendar")
            response.ending = .hang
            return response
        }
        await #expect(throws: RemoteFailure.unreachable) {
            _ = try await RemoteTransport.send("GET", provider.baseURL, headers: []) {
                await provider.requestArrived()
            }
        }
        await provider.clientHungUp()
        await provider.stop()
    }

    // MARK: Ends

    @Test func whatIsRevokedIsForgottenAtOnce() async throws {
        try await PushFixture.run { world in
            let event = try await world.book("Squats")
            try await world.set()
            try await world.settle()
            _ = world.server.take()
            try await world.pushes.remove(of: world.trainer.userId)
            try await world.rename(event, to: "Rows")
            world.pass(seconds: 86_400)
            #expect(try await world.service.pushDue() == nil)
            #expect(world.server.take() == [] && world.server.objects.count == 1, "what was copied stays")
            #expect(try await world.pushes.state(of: world.trainer.userId).push == nil)
            for table in ["calendar_pushes", "calendar_push_objects"] {
                let isAny = try await world.house.database.read { try $0.exists("SELECT 1 FROM \(table)") }
                #expect(!isAny)
            }
            try await world.pushes.remove(of: world.trainer.userId)
        }
    }

    @Test func anAccountTakesItAlong() async throws {
        try await PushFixture.run { world in
            try await world.book("Squats")
            try await world.set()
            try await world.settle()
            let user = DeletedUser(id: world.trainer.userId, name: world.trainer.user.displayName, role: .trainer)
            let erasure = world.pushes.erasure
            try await world.house.database.write { try erasure.accountWillClose(user, email: "", on: $0) }
            #expect(try await world.pushes.state(of: user.id).push == nil)
            let isErased = try await world.house.database.read { try erasure.isErased(user.id, on: $0) }
            #expect(isErased)
        }
    }

    /// It has taken place, so it isn't deleted there when it isn't listed here any more.
    @Test func whatIsOverForAYearStaysThere() async throws {
        try await PushFixture.run { world in
            try await world.book("Squats")
            try await world.set()
            try await world.settle()
            world.pass(seconds: 370 * 86_400)
            try await world.settle()
            #expect(world.server.objects.count == 1)
            #expect(try await world.state().state == .active)
        }
    }

    @Test func aLateNodeWritesNothingDown() async throws {
        try await PushFixture.run { world in
            try await world.book("Squats")
            try await world.set()
            let takeover = try await TestCluster(world.house.database).takeover()
            await #expect(throws: LeaseLost.self) {
                _ = try await takeover.late.perform { try await world.service.pushDue() }
            }
            #expect(world.server.objects.isEmpty)
            _ = try await takeover.next.perform { try await world.service.pushDue() }
            #expect(world.server.objects.count == 1)
        }
    }
}
