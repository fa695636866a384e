import Domain
import Messaging
import ServerTestKit
import SpotterServer
import Testing

/// `executeFunctionCall`: its checks, reminders, messages and searches.
@Suite struct ExecuteTests {
    @Test func refusalsInTheOriginalsWords() async throws {
        try await StudioFixture.open { studio in
            let name = Refusal.invalid("Function name must be provided")
            let object = Refusal.invalid("Parameters must be an object")
            let cases: [(JSONValue, Refusal)] = [
                ([:], name), ("scheduleCall", name), (nil, name), (["functionName": 5], name),
                (["functionName": "", "parameters": [:]], name), (["functionName": "scheduleCall"], object),
                (["functionName": "scheduleCall", "parameters": nil], object),
                (["functionName": "scheduleCall", "parameters": "x"], object),
                (["functionName": "scheduleCall", "parameters": [1]], object),
                (["functionName": "dropTable"], object),
                (["functionName": "dropTable", "parameters": [:]], .invalid("Unknown function: dropTable")),
                (["functionName": "ScheduleCall", "parameters": [:]], .invalid("Unknown function: ScheduleCall")),
            ]
            for (data, refusal) in cases {
                let answer = try await studio.call("executeFunctionCall", data)
                #expect(answer.refusal == refusal, "\(data.text)")
            }
        }
    }

    // MARK: Reminders

    @Test func aReminderIsSetInTheZoneOfTheUser() async throws {
        try await StudioFixture.open { studio in
            let parameters: JSONValue = [
                "reminderText": "Send the plan", "dateTime": "2026-03-12T09:00:00", "timezone": "America/New_York",
                "clientId": .string(studio.sara.id.description), "clientName": "Sara Lindqvist",
            ]
            let result = try await studio.execute("setReminder", parameters)
            #expect(result["result"] == "✓ Reminder set for Thursday, March 12, 2026 9:00 AM: \"Send the plan\"")
            let reminders = try await studio.reminders()
            #expect(reminders.count == 1)
            #expect(reminders[0]["id"] == result["data"]?["reminderId"])
            #expect(reminders[0]["text"] == "Send the plan" && reminders[0]["dueAt"] == "2026-03-12T13:00:00.000Z")
            #expect(reminders[0]["clientId"]?.string == studio.sara.id.description)
            #expect(try await studio.audit().map { $0["door"] } == ["callable", "callable"])
        }
    }

    @Test func aReminderWithoutAClientNeedsNoChoice() async throws {
        try await StudioFixture.open { studio in
            // No zone: the account's.
            let parameters: JSONValue = ["reminderText": "Buy tape", "dateTime": "2026-03-12T09:00:00"]
            let result = try await studio.execute("setReminder", parameters)
            #expect(result.isSuccess)
            #expect(try await studio.reminders().first?["dueAt"] == "2026-03-12T13:00:00.000Z")
        }
    }

    @Test func remindersThatCannotBe() async throws {
        try await StudioFixture.open { studio in
            let long = JSONValue.string(String(repeating: "a", count: 501))
            let cases: [(JSONValue, String)] = [
                (
                    ["reminderText": "x", "dateTime": "2026-03-10T09:00:00"],
                    "That time has already passed. Please provide a future date and time."
                ),
                (["reminderText": "x", "dateTime": "whenever"], "Invalid date/time format: whenever"),
                (
                    ["reminderText": long, "dateTime": "2026-03-12T09:00:00"],
                    "Reminder text is too long. Please keep it under 500 characters."
                ),
            ]
            for (parameters, words) in cases {
                let result = try await studio.execute("setReminder", parameters)
                #expect(result.failure == words)
            }
            for half: JSONValue in [["reminderText": "x"], ["dateTime": "2026-03-12T09:00:00"], [:]] {
                let result = try await studio.execute("setReminder", half)
                #expect(result.failure?.isEmpty == false)
            }
            #expect(try await studio.reminders().isEmpty)
        }
    }

    // MARK: Messages

    @Test func aMessageArrivesLikeAnyOther() async throws {
        try await StudioFixture.open { studio in
            let parameters: JSONValue = ["chatId": .string(studio.chat.description), "messageText": "On my way"]
            let (socket, _) = try await studio.server.open(studio.sara)
            let result = try await studio.execute("sendMessage", parameters)
            #expect(result["result"] == "✓ Message sent successfully")
            let received = try await studio.messages(as: studio.sara)
            #expect(received.count == 1)
            #expect(received[0]["id"] == result["data"]?["messageId"])
            #expect(result["data"]?["chatId"]?.string == studio.chat.description)
            #expect(received[0]["text"] == "On my way" && received[0]["via"] == "assistant")
            #expect(received[0]["senderId"]?.string == studio.alex.id.description)
            let frame = try await socket.next { $0.message["text"] as? String == "On my way" }
            #expect(frame.message["via"] as? String == "assistant")
            socket.close()
        }
    }

    @Test func chatsThatAreNotOnesOwnDoNotExist() async throws {
        try await StudioFixture.open { studio in
            let rivals = try await studio.rivals()
            var answers: Set<JSONValue> = []
            for chat in [rivals.chat.description, "0195871a-0000-7000-8000-000000000000", "no-chat"] {
                let parameters: JSONValue = ["chatId": .string(chat), "messageText": "Hello"]
                answers.insert(try await studio.execute("sendMessage", parameters))
            }
            #expect(answers == [["success": false, "actionId": "", "error": "Chat not found."]])
            #expect(try await studio.messages(as: rivals.client, in: rivals.chat).isEmpty)
            #expect(
                try await studio.execute("sendMessage", ["messageText": "Hello"]).failure
                    == "Either chatId or clientName must be provided."
            )
            let chat = JSONValue.string(studio.chat.description)
            for text: JSONValue in [nil, "", "  ", .string(String(repeating: "a", count: 10_001))] {
                #expect(
                    try await studio.execute("sendMessage", ["chatId": chat, "messageText": text]).failure != nil
                )
            }
            #expect(try await studio.messages(as: studio.sara).isEmpty)
        }
    }

    // MARK: Search

    @Test func aSearchRunsAtOnceAndOnlyInOnesOwnChats() async throws {
        try await StudioFixture.open { studio in
            let rivals = try await studio.rivals()
            try await studio.say("My knee secret", rivals.client, in: rivals.chat)
            let mike = try await studio.client("Mike Ross")
            let hers = try await studio.say("My knee hurts", studio.sara)
            try await studio.say("My knee is fine", mike.user, in: mike.chat)
            let all = try await studio.execute("searchMessages", ["query": "knee", "limit": .wrapped(10)])
            #expect(all.isSuccess && all["result"] == "Found 2 message(s) matching \"knee\"")
            #expect(all["data"]?["count"] == 2)

            let parameters: JSONValue = ["query": "knee", "chatId": .string(studio.chat.description)]
            let one = try await studio.execute("searchMessages", parameters)
            let message = try #require(one["data"]?["messages"]?[0])
            #expect(one["data"]?["messages"]?.array?.count == 1)
            #expect(message.keys.isSuperset(of: ["text", "senderName", "timestamp", "chatId", "score"]))
            #expect(message["text"] == "My knee hurts" && message["senderName"] == "Sara Lindqvist")
            #expect(message["timestamp"] == .integer(Int(hers.createdAt.milliseconds)))

            let none = try await studio.execute("searchMessages", ["query": "volcano"])
            #expect(none.isSuccess && none["result"] == "No messages found matching \"volcano\".")
            #expect(none["data"] == ["messages": [], "count": 0])
            #expect(try await studio.proposals().isEmpty)

            var refused: Set<JSONValue> = []
            for chat in [rivals.chat.description, "0195871a-0000-7000-8000-000000000000", "no-chat"] {
                refused.insert(try await studio.execute("searchMessages", ["query": "knee", "chatId": .string(chat)]))
            }
            #expect(refused == [["success": false, "actionId": "", "error": "Chat not found."]])
            #expect(try await studio.execute("searchMessages", ["query": " "]).failure != nil)
        }
    }
}
