import Domain
import ServerTestKit
import Testing

/// `rescheduleEvent` and `cancelEvent`.
@Suite struct EventChangeTests {
    @Test func anEventIsMovedAndKeepsItsLength() async throws {
        try await StudioFixture.open { studio in
            let id = try await studio.event("2026-03-12T19:00:00Z", "2026-03-12T19:45:00Z")
            let parameters: JSONValue = [
                "eventId": .string(id), "newDateTime": "2026-03-13T10:00:00", "timezone": "America/New_York",
            ]
            let result = try await studio.execute("rescheduleEvent", parameters)
            #expect(result["result"] == "✓ Event rescheduled to Friday, March 13, 2026 10:00 AM")
            #expect(result["data"] == ["eventId": .string(id), "newStartTime": "2026-03-13T14:00:00.000Z"])
            let event = try #require(try await studio.events().first)
            #expect(event["startsAt"] == "2026-03-13T14:00:00.000Z" && event["endsAt"] == "2026-03-13T14:45:00.000Z")

            var longer = try #require(parameters.object)
            longer["newDuration"] = .wrapped(90)
            #expect(try await studio.execute("rescheduleEvent", .object(longer)).isSuccess)
            #expect(try await studio.events().first?["endsAt"] == "2026-03-13T15:30:00.000Z")
        }
    }

    @Test func movesThatCannotBe() async throws {
        try await StudioFixture.open { studio in
            let id = try await studio.event("2026-03-12T19:00:00Z", "2026-03-12T20:00:00Z")
            let call = try await studio.execute(
                "scheduleCall",
                ScheduleCallTests.parameters(studio, at: "2026-03-13T10:00:00")
            )
            #expect(call.isSuccess)
            let event = JSONValue.string(id)
            let cases: [(JSONValue, String)] = [
                (
                    ["eventId": event, "newDateTime": "2026-03-13T10:15:00"],
                    "Cannot reschedule: conflicts with \"Call with Sara Lindqvist\""
                ),
                (["eventId": event, "newDateTime": "2026-03-10T10:00:00"], "New time must be in the future."),
                (["eventId": event, "newDateTime": "later"], "Invalid date/time format: later"),
            ]
            for (parameters, words) in cases {
                let result = try await studio.execute("rescheduleEvent", parameters)
                #expect(result == ["success": false, "actionId": "", "error": .string(words)])
            }
            #expect(try await studio.execute("rescheduleEvent", ["eventId": event]).failure != nil)
            #expect(try await studio.events().contains { $0["startsAt"] == "2026-03-12T19:00:00.000Z" })
        }
    }

    @Test func anEventIsCancelledOnce() async throws {
        try await StudioFixture.open { studio in
            let id = JSONValue.string(try await studio.event("2026-03-12T19:00:00Z", "2026-03-12T20:00:00Z"))
            let result = try await studio.execute("cancelEvent", ["eventId": id])
            #expect(result["result"] == "✓ Event \"Dentist\" cancelled" && result["data"] == ["eventId": id])
            #expect(try await studio.events().allSatisfy { $0["status"] == "cancelled" })
            #expect(try await studio.execute("cancelEvent", ["eventId": id]) == result)
            #expect(try await studio.audit().count { $0["state"] == "executed" } == 1)
        }
    }

    @Test(arguments: ["rescheduleEvent", "cancelEvent"])
    func eventsThatAreNotOnesOwnDoNotExist(function: String) async throws {
        try await StudioFixture.open { studio in
            let rivals = try await studio.rivals()
            let theirs = try await studio.event("2026-03-12T19:00:00Z", "2026-03-12T20:00:00Z", as: rivals.trainer)
            var answers: Set<JSONValue> = []
            for id in [theirs, "0195871a-0000-7000-8000-000000000000", "no-event"] {
                let parameters: JSONValue = ["eventId": .string(id), "newDateTime": "2026-03-13T10:00:00"]
                answers.insert(try await studio.execute(function, parameters))
            }
            answers.insert(try await studio.execute(function, ["newDateTime": "2026-03-13T10:00:00"]))
            #expect(answers == [["success": false, "actionId": "", "error": "Event not found."]])
            let event = try #require(try await studio.events(of: rivals.trainer).first)
            #expect(event["status"] == "scheduled" && event["startsAt"] == "2026-03-12T19:00:00.000Z")
        }
    }
}
