import Domain
import ServerTestKit
import Testing

/// `executeFunctionCall` with `scheduleCall`, once the app has an id for the person.
@Suite struct ScheduleCallTests {
    static func parameters(
        _ studio: StudioFixture,
        at dateTime: JSONValue = "2026-03-12T15:00:00",
        query: JSONValue = "schedule a call with Sara tomorrow at 3pm",
        duration: JSONValue = nil
    ) -> JSONValue {
        [
            "clientName": "Sara Lindqvist", "clientId": .string(studio.sara.id.description), "dateTime": dateTime,
            "timezone": "America/New_York", "duration": duration, "query": query,
        ]
    }

    @Test func aConfirmedCallIsInTheCalendarAndInTheAudit() async throws {
        try await StudioFixture.open { studio in
            let result = try await studio.execute("scheduleCall", Self.parameters(studio, duration: .wrapped(30)))
            #expect(result.keys == ["success", "actionId", "result", "data"])
            #expect(result.isSuccess)
            #expect(
                result["result"]
                    == "✓ Call scheduled with Sara Lindqvist for Thursday, March 12, 2026 3:00 PM (30 minutes)"
            )
            let events = try await studio.events()
            #expect(events.count == 1)
            #expect(events[0]["id"] == result["data"]?["eventId"])
            #expect(events[0]["clientId"]?.string == studio.sara.id.description)
            #expect(events[0]["title"] == "Call with Sara Lindqvist" && events[0]["eventType"] == "call")
            #expect(events[0]["startsAt"] == "2026-03-12T19:00:00.000Z")
            #expect(events[0]["endsAt"] == "2026-03-12T19:30:00.000Z")
            #expect(events[0]["createdBy"] == "ai" && events[0]["status"] == "scheduled")
            let data = try #require(result["data"])
            #expect(data["startTime"] == "2026-03-12T19:00:00.000Z" && data["endTime"] == "2026-03-12T19:30:00.000Z")
            #expect(data["trainerId"]?.string == studio.alex.id.description && data["status"] == "scheduled")

            let audit = try await studio.audit()
            #expect(audit.map { $0["state"] } == ["executed", "pending"])
            for entry in audit {
                #expect(entry["door"] == "callable" && entry["tool"] == "scheduleCall")
                #expect(entry["proposalId"] == result["actionId"])
                #expect(entry["actorId"]?.string == studio.alex.id.description)
                #expect(entry["arguments"]?["startsAt"] == "2026-03-12T19:00:00.000Z")
            }
        }
    }

    @Test(
        arguments: [
            ("book a training session with Sara", "Training Session", "training", 60),
            ("workout with Sara", "Training Session", "training", 60), ("zoom with Sara", "Call", "call", 30),
            (nil, "Call", "call", 30), ("catch up with Sara", "Appointment", "adhoc", 30),
        ] as [(JSONValue, String, JSONValue, Int)]
    )
    func theTypeIsFoundByItsWords(query: JSONValue, words: String, type: JSONValue, minutes: Int) async throws {
        try await StudioFixture.open { studio in
            let result = try await studio.execute("scheduleCall", Self.parameters(studio, query: query))
            #expect(
                result["result"]?.string
                    == "✓ \(words) scheduled with Sara Lindqvist for Thursday, March 12, 2026 3:00 PM (\(minutes) minutes)"
            )
            #expect(try await studio.events().map { $0["eventType"] } == [type])
        }
    }

    @Test func theTimeIsLocalToItsZone() async throws {
        try await StudioFixture.open { studio in
            var parameters = try #require(Self.parameters(studio).object)
            parameters["timezone"] = "Asia/Tokyo"
            #expect(try await studio.execute("scheduleCall", .object(parameters)).isSuccess)
            #expect(try await studio.events().first?["startsAt"] == "2026-03-12T06:00:00.000Z")
        }
    }

    /// Two taps, or a request that was sent again: they share one event.
    @Test func callsAtTheSameTimeScheduleOnce() async throws {
        try await StudioFixture.open { studio in
            let results = try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await studio.execute("scheduleCall", Self.parameters(studio)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let scheduled = try await studio.events().map { $0["id"] }
            let answered = results.filter(\.isSuccess).map { $0["data"]?["eventId"] }
            #expect(scheduled.count == 1)
            #expect(Set(answered) == Set(scheduled), "\(JSONValue.array(results).text)")
            #expect(results.filter { !$0.isSuccess }.isEmpty)
            #expect(try await studio.audit().count { $0["state"] == "executed" } == 1)
            let again = try await studio.execute("scheduleCall", Self.parameters(studio))
            #expect(again["data"]?["eventId"] == scheduled.first)
            #expect(try await studio.events().count == 1)
        }
    }

    @Test(
        arguments: [
            ("2026-03-11T09:14:00", nil, "That time has already passed. Please provide a future date and time."),
            ("2025-03-12T15:00:00Z", nil, "That time has already passed. Please provide a future date and time."),
            ("soon-ish", nil, "Invalid date/time format: soon-ish"),
            ("2026-02-30T15:00:00", nil, "Invalid date/time format: 2026-02-30T15:00:00"),
            ("2026-03-12T15:00:00", 4, "Call duration must be between 5 minutes and 8 hours."),
            ("2026-03-12T15:00:00", 481, "Call duration must be between 5 minutes and 8 hours."),
        ] as [(JSONValue, JSONValue, String)]
    )
    func whatCannotBeIsRefusedInTheOriginalsWords(at: JSONValue, duration: JSONValue, words: String) async throws {
        try await StudioFixture.open { studio in
            let result = try await studio.execute(
                "scheduleCall",
                Self.parameters(studio, at: at, duration: duration)
            )
            #expect(result.failure == words)
            #expect(try await studio.events().isEmpty)
        }
    }

    @Test func strangersAndInventedPeopleGetTheSameAnswer() async throws {
        try await StudioFixture.open { studio in
            let rivals = try await studio.rivals()
            var answers: Set<JSONValue> = []
            for id in [rivals.client.id.description, "0195871a-0000-7000-8000-000000000000", "nobody"] {
                var parameters = try #require(Self.parameters(studio).object)
                parameters["clientId"] = .string(id)
                parameters["clientName"] = "Zoe Quist"
                answers.insert(try await studio.execute("scheduleCall", .object(parameters)))
            }
            #expect(
                answers == [
                    ["success": false, "actionId": "", "error": "I couldn't find 'Zoe Quist' in your contacts."]
                ]
            )
            #expect(try await studio.events().isEmpty)
            #expect(try await studio.audit().isEmpty)
        }
    }

    @Test func aClientHasNoCalendarToScheduleIn() async throws {
        try await StudioFixture.open { studio in
            var parameters = try #require(Self.parameters(studio).object)
            parameters["clientId"] = .string(studio.alex.id.description)
            let result = try await studio.execute("scheduleCall", .object(parameters), as: studio.sara)
            #expect(result.failure?.isEmpty == false)
            #expect(try await studio.events().isEmpty)
        }
    }
}
