import Domain
import ServerTestKit
import Testing

/// A proposal's life over REST: confirmed once, cancelled, or nobody else's business.
@Suite struct AssistantProposalTests {
    static func propose(_ studio: AssistantFixture, _ message: String = AssistantDoorTests.schedule) async throws
        -> String
    {
        let answer = try await studio.ask(message).json
        return try #require(answer["proposals"]?[0]?["id"]?.string, "\(answer.text)")
    }

    @Test(
        arguments: [
            (AssistantDoorTests.schedule, "eventId"), ("Remind me to send the plan tomorrow at 9am", "reminderId"),
            ("Tell Sara that I'm ten minutes late", "messageId"),
        ]
    )
    func confirmingExecutesOnce(message: String, key: String) async throws {
        try await AssistantFixture.open { studio in
            let id = try await Self.propose(studio, message)
            let first = try await studio.request("POST", "/v1/assistant/proposals/\(id)/confirm")
            #expect(first.status == 200)
            #expect(first.json.keys == ["proposal", "result"] && first.json["result"]?.keys == [key])
            #expect(first.json["proposal"]?["id"]?.string == id && first.json["proposal"]?["state"] == "executed")
            let second = try await studio.request("POST", "/v1/assistant/proposals/\(id)/confirm")
            #expect(second.status == 200 && second.json == first.json)

            let events = try await studio.events()
            let reminders = try await studio.request("GET", "/v1/reminders").json["reminders"]?.array ?? []
            let messages =
                try await studio.request("GET", "/v1/chats/\(studio.chat)/messages", as: studio.sara)
                .json["messages"]?.array ?? []
            #expect(events.count + reminders.count + messages.count == 1)
            #expect((events + reminders + messages).first?["id"] == first.json["result"]?[key])
            #expect(messages.allSatisfy { $0["via"] == "assistant" })
        }
    }

    @Test func theAuditTellsWhoDidWhatThroughWhichDoor() async throws {
        try await AssistantFixture.open { studio in
            let id = try await Self.propose(studio)
            #expect(try await studio.request("POST", "/v1/assistant/proposals/\(id)/confirm").status == 200)
            let entries = try await studio.audit()
            #expect(entries.map { $0["state"] } == ["executed", "pending"])
            #expect(entries.map { $0["door"] } == ["rest", "chat"])
            for entry in entries {
                #expect(
                    entry.keys == [
                        "id", "proposalId", "tool", "arguments", "state", "door", "actorId", "at", "hash",
                        "previousHash",
                    ]
                )
                #expect(entry["proposalId"]?.string == id && entry["tool"] == "scheduleCall")
                #expect(entry["actorId"]?.string == studio.alex.id.description)
            }
            #expect(entries[0]["previousHash"] == entries[1]["hash"])
            #expect(try await studio.request("GET", "/v1/assistant/audit", as: studio.sara).json["entries"] == [])
            let one = try await studio.request("GET", "/v1/assistant/audit?limit=1").json["entries"]
            #expect(one?.array?.count == 1)
        }
    }

    @Test func itIsEditedAndThenConfirmedAsItWasSeen() async throws {
        try await AssistantFixture.open { studio in
            let id = try await Self.propose(studio, "Tell Sara that I'm ten minutes late")
            let path = "/v1/assistant/proposals/\(id)"
            let edited = try await studio.request("PATCH", path, ["version": 1, "text": "I'm an hour late"])
            #expect(edited.status == 200 && edited.json["proposal"]?["version"] == 2)
            #expect(edited.json["proposal"]?["arguments"]?["text"] == "I'm an hour late")
            #expect(try await studio.request("GET", path).json == edited.json)

            for body: JSONValue? in [nil, [:], ["version": 1]] {
                let unseen = try await studio.request("POST", path + "/confirm", body)
                #expect(unseen.status == 409 && unseen.errorCode == "conflict")
            }
            let late = try await studio.request("PATCH", path, ["version": 1, "text": "I'm here"])
            #expect(late.status == 409 && late.errorCode == "conflict")
            #expect(try await studio.request("PATCH", path, ["text": "No version"]).status == 400)
            #expect(try await studio.request("PATCH", path, ["version": 2, "place": "Park"]).status == 400)
            #expect(try await studio.request("POST", path + "/confirm", ["version": 2]).status == 200)
            let messages = try await studio.request("GET", "/v1/chats/\(studio.chat)/messages", as: studio.sara)
            #expect(messages.json["messages"]?.array?.map { $0["text"] } == ["I'm an hour late"])
            #expect(try await studio.audit().map { $0["edited"] } == [nil, true, nil])
            let done = try await studio.request("PATCH", path, ["version": 2, "text": "Too late"])
            #expect(done.status == 409 && done.errorCode == "conflict")
        }
    }

    @Test func somebodyElsesProposalDoesNotExist() async throws {
        try await AssistantFixture.open { studio in
            let id = try await Self.propose(studio)
            let edit: JSONValue = ["version": 1, "title": "Mine"]
            for (method, action) in [("POST", "/confirm"), ("POST", "/cancel"), ("GET", ""), ("PATCH", "")] {
                let body: JSONValue? = method == "PATCH" ? edit : .none
                let foreign = try await studio.request(
                    method,
                    "/v1/assistant/proposals/\(id)\(action)",
                    as: studio.sara,
                    body
                )
                let invented = try await studio.request(
                    method,
                    "/v1/assistant/proposals/0195871a-0000-7000-8000-000000000000\(action)",
                    as: studio.sara,
                    body
                )
                #expect(foreign.status == 404 && foreign.errorCode == "not_found", "\(method) \(foreign.json.text)")
                #expect(foreign.json["error"]?["message"] == invented.json["error"]?["message"])
            }
            let proposal = try await studio.request("GET", "/v1/assistant/proposals/\(id)").json["proposal"]
            #expect(proposal?["state"] == "pending")
            #expect(try await studio.events().isEmpty)
        }
    }

    @Test func whatWasCancelledCannotBeConfirmed() async throws {
        try await AssistantFixture.open { studio in
            let id = try await Self.propose(studio)
            let cancelled = try await studio.request("POST", "/v1/assistant/proposals/\(id)/cancel")
            #expect(cancelled.status == 200 && cancelled.json["proposal"]?["state"] == "cancelled")
            let late = try await studio.request("POST", "/v1/assistant/proposals/\(id)/confirm")
            #expect(late.status == 409 && late.errorCode == "conflict")
            #expect(try await studio.events().isEmpty)
            #expect(try await studio.audit().map { $0["state"] } == ["cancelled", "pending"])
        }
    }

    @Test func whatWasExecutedCannotBeCancelled() async throws {
        try await AssistantFixture.open { studio in
            let id = try await Self.propose(studio)
            #expect(try await studio.request("POST", "/v1/assistant/proposals/\(id)/confirm").status == 200)
            let late = try await studio.request("POST", "/v1/assistant/proposals/\(id)/cancel")
            #expect(late.status == 409 && late.errorCode == "conflict")
            #expect(try await studio.events().map { $0["status"] } == ["scheduled"])
        }
    }

    /// What was free when it was proposed may be taken when it's confirmed.
    @Test func aTimeThatWasTakenMeanwhileIsAConflict() async throws {
        try await AssistantFixture.open { studio in
            let id = try await Self.propose(studio)
            let taken: JSONValue = [
                "eventType": "adhoc", "title": "Dentist", "startsAt": "2026-03-12T19:15:00Z",
                "endsAt": "2026-03-12T20:00:00Z",
            ]
            #expect(try await studio.request("POST", "/v1/calendar/events", taken).status == 201)
            let late = try await studio.request("POST", "/v1/assistant/proposals/\(id)/confirm")
            #expect(late.status == 409 && late.errorCode == "conflict")
            #expect(try await studio.events().map { $0["title"] } == ["Dentist"])
            #expect(try await studio.audit().first?["state"] == "failed")
        }
    }
}
