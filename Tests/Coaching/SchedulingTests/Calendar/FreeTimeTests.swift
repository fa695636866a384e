import Domain
import Foundation
import Scheduling
import Testing

@Suite struct FreeTimeTests {
    private func starts(_ house: SchedulingFixture, near wish: String, minutes: Int = 60) async throws -> [Timestamp] {
        try await house.calendar.freeStarts(for: house.alex, near: instant(wish), minutes: minutes)
    }

    @Test func nearestFreeStartsComeFirst() async throws {
        let house = try await SchedulingFixture()
        // 15:00 to 16:00 in New York is taken, and so is 17:00 to 18:00.
        try await house.busy("2026-03-12T15:00-04:00", "2026-03-12T16:00-04:00")
        try await house.busy("2026-03-12T17:00-04:00", "2026-03-12T18:00-04:00")
        let found = try await starts(house, near: "2026-03-12T15:00-04:00")
        #expect(
            found == [
                instant("2026-03-12T16:00-04:00"), instant("2026-03-12T14:00-04:00"),
                instant("2026-03-12T13:30-04:00"),
            ]
        )
    }

    @Test func neverInThePastNorOutsideOfHours() async throws {
        let house = try await SchedulingFixture(now: "2026-03-13T22:20:00Z")  // Friday, 18:20 in New York
        let found = try await starts(house, near: "2026-03-13T18:00-04:00")
        // Closed from 19:00; Saturday is open from 9 to 13, Sunday closed.
        #expect(
            found == [
                instant("2026-03-14T09:00-04:00"), instant("2026-03-14T09:30-04:00"),
                instant("2026-03-14T10:00-04:00"),
            ]
        )
    }

    @Test func hoursFollowTheClockAcrossSpringForward() async throws {
        // The clock in New York goes from 02:00 to 03:00 on Sunday, 8 March 2026.
        let house = try await SchedulingFixture(now: "2026-03-07T12:00:00Z")
        try await house.preferences.set(
            SchedulingSettings(workingHours: ["sun": "01:00-05:00"], callMinutes: 30, trainingMinutes: 60),
            by: house.alex
        )
        let found = try await house.calendar.freeStarts(
            for: house.alex,
            near: instant("2026-03-08T02:00-05:00"),
            minutes: 30,
            count: 6
        )
        #expect(
            found.sorted() == [
                instant("2026-03-08T01:00-05:00"), instant("2026-03-08T01:30-05:00"),
                instant("2026-03-08T03:00-04:00"), instant("2026-03-08T03:30-04:00"),
                instant("2026-03-08T04:00-04:00"), instant("2026-03-08T04:30-04:00"),
            ]
        )
    }

    @Test func openingTimeIsLocalOnBothSidesOfTheChange() async throws {
        let house = try await SchedulingFixture(now: "2026-03-05T12:00:00Z")
        try await house.preferences.set(
            SchedulingSettings(
                workingHours: ["fri": "08:00-08:30", "mon": "08:00-08:30"],
                callMinutes: 30,
                trainingMinutes: 60
            ),
            by: house.alex
        )
        let found = try await house.calendar.freeStarts(
            for: house.alex,
            near: instant("2026-03-07T12:00Z"),
            minutes: 30,
            count: 2
        )
        #expect(found.sorted() == [instant("2026-03-06T13:00Z"), instant("2026-03-09T12:00Z")])
    }

    @Test func aSlotDoesNotRunPastClosingWhenTheClockGoesBack() async throws {
        // 25 October 2026, Stockholm: 03:00 becomes 02:00, so 02:00 to 04:00 on the clock lasts three hours.
        let house = try await SchedulingFixture(now: "2026-10-24T12:00:00Z", zone: "Europe/Stockholm")
        try await house.preferences.set(
            SchedulingSettings(workingHours: ["sun": "02:00-04:00"], callMinutes: 30, trainingMinutes: 60),
            by: house.alex
        )
        let found = try await house.calendar.freeStarts(
            for: house.alex,
            near: instant("2026-10-25T00:00Z"),
            minutes: 150,
            count: 1
        )
        #expect(found == [instant("2026-10-25T00:30Z")] || found == [instant("2026-10-25T00:00Z")])
        let last = instant("2026-10-25T03:00Z")
        #expect(found.allSatisfy { $0.adding(minutes: 150) <= last })
    }

    @Test func aFullMonthGivesNothing() async throws {
        let house = try await SchedulingFixture()
        try await house.busy("2026-01-01T00:00Z", "2026-12-31T00:00Z")
        #expect(try await starts(house, near: "2026-03-12T15:00-04:00").isEmpty)
    }

    @Test func everySuggestionCanBeTaken() async throws {
        let house = try await SchedulingFixture()
        for hour in [13, 14, 15, 17, 19, 20] {
            try await house.busy("2026-03-12T\(hour):15Z", "2026-03-12T\(hour):50Z")
        }
        let suggestions = try await starts(house, near: "2026-03-12T15:00Z")
        #expect(!suggestions.isEmpty)
        for start in suggestions {
            let new = NewEvent(
                eventType: .training,
                clientId: house.sara.userId,
                startsAt: start,
                endsAt: start.adding(minutes: 60)
            )
            await #expect(throws: Never.self) {
                let made = try await house.calendar.create(new, by: house.alex)
                try await house.calendar.delete(made.id, by: house.alex)
            }
        }
    }
}
