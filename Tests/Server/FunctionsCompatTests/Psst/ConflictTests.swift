import Domain
import ServerTestKit
import Testing

@Suite struct ConflictTests {
    /// One time without fractional seconds, and the app doesn't show the card.
    static func isAppTime(_ value: JSONValue?) -> Bool {
        value?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
    }

    @Test func aConflictComesWithThreeFreeTimes() async throws {
        try await StudioFixture.open { studio in
            let dentist = try await studio.event("2026-03-12T19:00:00Z", "2026-03-12T20:00:00Z")
            let parameters = ScheduleCallTests.parameters(studio, at: "2026-03-12T15:30:00", duration: .wrapped(60))
            let result = try await studio.execute("scheduleCall", parameters)
            #expect(result.failure == "CONFLICT_DETECTED")
            let data = try #require(result["data"])
            #expect(data.keys == ["type", "conflictingEvent", "suggestions", "originalRequest"])
            #expect(data["type"] == "CONFLICT_DETECTED")
            #expect(
                data["conflictingEvent"] == [
                    "id": .string(dentist), "title": "Dentist", "startTime": "2026-03-12T19:00:00.000Z",
                    "endTime": "2026-03-12T20:00:00.000Z",
                ]
            )
            let original = try #require(data["originalRequest"])
            #expect(original["clientName"] == "Sara Lindqvist" && original["eventType"] == "call")
            #expect(original["clientId"]?.string == studio.sara.id.description)
            #expect(original["duration"] == .integer(60))
            #expect(Self.isAppTime(original["dateTime"]))
            #expect(try await studio.events().count == 1)

            let suggestions = try #require(data["suggestions"]?.array)
            #expect(suggestions.count == 3 && suggestions.allSatisfy(Self.isAppTime))
            // Free means that each can be had, one after the other if they don't overlap.
            for suggestion in suggestions {
                let start = try #require(suggestion.string.flatMap { Timestamp(rfc3339: $0) })
                let taken = try await studio.events().contains { event in
                    guard let from = event["startsAt"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
                        let to = event["endsAt"]?.string.flatMap({ Timestamp(rfc3339: $0) })
                    else { return true }
                    return start < to && from < start.adding(minutes: 60)
                }
                #expect(!taken)
            }
            let chosen = ScheduleCallTests.parameters(studio, at: suggestions[0], duration: .wrapped(60))
            #expect(try await studio.execute("scheduleCall", chosen).isSuccess)
            #expect(try await studio.events().contains { $0["startsAt"] == suggestions[0] })
        }
    }

    /// The original looked only at what began within half an hour.
    @Test func whatBeganLongBeforeAndStillRunsIsAConflict() async throws {
        try await StudioFixture.open { studio in
            try await studio.event("2026-03-12T13:00:00Z", "2026-03-12T22:00:00Z")
            let result = try await studio.execute("scheduleCall", ScheduleCallTests.parameters(studio))
            #expect(result.failure == "CONFLICT_DETECTED")
        }
    }

    @Test func touchingIsNoConflict() async throws {
        try await StudioFixture.open { studio in
            try await studio.event("2026-03-12T18:00:00Z", "2026-03-12T19:00:00Z")
            try await studio.event("2026-03-12T19:30:00Z", "2026-03-12T20:00:00Z")
            let result = try await studio.execute("scheduleCall", ScheduleCallTests.parameters(studio, duration: 30))
            #expect(result.isSuccess)
        }
    }

    /// Another trainer's calendar neither gets in the way nor shows.
    @Test func anothersEventsAreNoConflict() async throws {
        try await StudioFixture.open { studio in
            let rivals = try await studio.rivals()
            try await studio.event("2026-03-12T19:00:00Z", "2026-03-12T20:00:00Z", as: rivals.trainer)
            #expect(try await studio.execute("scheduleCall", ScheduleCallTests.parameters(studio)).isSuccess)
        }
    }
}
