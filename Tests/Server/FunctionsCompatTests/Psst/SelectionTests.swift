import Contacts
import Domain
import Messaging
import ServerTestKit
import SpotterServer
import Testing

/// The app executes at once, unasked, when a call names somebody without an id: that must never act.
@Suite struct SelectionTests {
    static let schedule: JSONValue = [
        "clientName": "Sara", "dateTime": "2026-03-12T15:00:00", "timezone": "America/New_York",
        "duration": .wrapped(30), "query": "schedule a call with Sara",
    ]

    static func expectNothingHappened(_ studio: StudioFixture) async throws {
        #expect(try await studio.events().isEmpty)
        #expect(try await studio.reminders().isEmpty)
        #expect(try await studio.messages(as: studio.alex).isEmpty)
        #expect(try await studio.proposals().isEmpty)
        #expect(try await studio.audit().isEmpty)
    }

    @Test func aNameAloneIsAnsweredWithAChoiceEvenOfOne() async throws {
        try await StudioFixture.open { studio in
            let result = try await studio.execute("scheduleCall", Self.schedule)
            #expect(result.failure == "SELECTION_REQUIRED")
            #expect(result["actionId"]?.string != nil)
            let data = try #require(result["data"])
            #expect(data["type"] == "SELECTION_REQUIRED" && data["selectionType"] == "contact")
            #expect(data["prompt"] == "Who did you mean?")
            let id = JSONValue.string(studio.sara.id.description)
            #expect(
                data["options"] == [
                    [
                        "id": id, "title": "Sara Lindqvist", "subtitle": "saralindqvist@example.com", "icon": "👤",
                        "metadata": ["userId": id, "displayName": "Sara Lindqvist"],
                    ]
                ]
            )
            // Without both members the app drops the choice; the integer comes back plain.
            var original = try #require(Self.schedule.object)
            original["duration"] = 30
            #expect(
                data["context"] == ["originalFunction": "scheduleCall", "originalParameters": .object(original)]
            )
            try await Self.expectNothingHappened(studio)
        }
    }

    /// What the app does after the choice: the option's title and id go into the same call.
    @Test(arguments: ["schedule a call with Sara", "see Sara", nil] as [JSONValue])
    func theChoiceLeadsToTheAction(query: JSONValue) async throws {
        try await StudioFixture.open { studio in
            var parameters = try #require(Self.schedule.object)
            parameters["query"] = query
            let card = try await studio.execute("scheduleCall", .object(parameters))
            let option = try #require(card["data"]?["options"]?[0])
            var chosen = try #require(card["data"]?["context"]?["originalParameters"]?.object)
            chosen["clientName"] = option["title"]
            chosen["clientId"] = option["metadata"]?["userId"]
            #expect(try await studio.execute("scheduleCall", .object(chosen)).isSuccess)
            #expect(try await studio.events().count == 1)
        }
    }

    @Test func severalAreAllOffered() async throws {
        try await StudioFixture.open { studio in
            let lee = try await studio.client("Sam Lee")
            let fox = try await studio.client("Sam Fox")
            let rivals = try await studio.rivals()
            _ = try await studio.client("Sam Stranger", of: rivals.trainer)
            var parameters = try #require(Self.schedule.object)
            parameters["clientName"] = "Sam"
            let result = try await studio.execute("scheduleCall", .object(parameters))
            let options = try #require(result["data"]?["options"]?.array)
            #expect(Set(options.compactMap { $0["title"]?.string }) == ["Sam Lee", "Sam Fox"])
            let ids = Set(options.compactMap { $0["metadata"]?["userId"]?.string })
            #expect(ids == [lee.user.id.description, fox.user.id.description])
            try await Self.expectNothingHappened(studio)
        }
    }

    @Test(arguments: ["scheduleCall", "setReminder"])
    func aProspectCanBeChosen(function: String) async throws {
        try await StudioFixture.open { studio in
            let prospect = try await studio.server.server.messaging.contacts.addProspect(
                displayName: "Nina Petrov",
                timezone: nil,
                by: studio.alex.actor
            )
            var parameters = try #require(Self.schedule.object)
            parameters["clientName"] = "Nina"
            parameters["reminderText"] = "Send the offer"
            let card = try await studio.execute(function, .object(parameters))
            let option = try #require(card["data"]?["options"]?[0])
            #expect(option["title"] == "Nina Petrov")
            #expect(option["metadata"]?["userId"]?.string == prospect.id.description)
            parameters["clientId"] = option["metadata"]?["userId"]
            #expect(try await studio.execute(function, .object(parameters)).isSuccess)
            if function == "scheduleCall" {
                #expect(try await studio.events().first?["prospectId"]?.string == prospect.id.description)
            } else {
                #expect(try await studio.reminders().count == 1)
            }
        }
    }

    @Test func remindersAndMessagesAskTooBeforeTheyAct() async throws {
        try await StudioFixture.open { studio in
            let reminder = try await studio.execute(
                "setReminder",
                ["clientName": "sara", "reminderText": "Send the plan", "dateTime": "2026-03-12T09:00:00"]
            )
            #expect(reminder.failure == "SELECTION_REQUIRED")
            #expect(reminder["data"]?["options"]?[0]?["title"] == "Sara Lindqvist")
            #expect(reminder["data"]?["options"]?[0]?["id"]?.string == studio.sara.id.description)

            let message = try await studio.execute("sendMessage", ["clientName": "Sara", "messageText": "On my way"])
            #expect(message.failure == "SELECTION_REQUIRED")
            let option = try #require(message["data"]?["options"]?[0])
            #expect(option["id"]?.string == studio.sara.id.description)
            #expect(
                option["metadata"] == ["chatId": .string(studio.chat.description), "displayName": "Sara Lindqvist"]
            )
            #expect(message["data"]?["context"]?["originalFunction"] == "sendMessage")
            #expect(
                message["data"]?["context"]?["originalParameters"] == [
                    "clientName": "Sara", "messageText": "On my way",
                ]
            )
            try await Self.expectNothingHappened(studio)
        }
    }

    @Test(arguments: ["Veronica", "Zoe Quist"])
    func whoIsNotKnownCannotBeChosen(name: String) async throws {
        try await StudioFixture.open { studio in
            _ = try await studio.rivals()
            for function in ["scheduleCall", "setReminder", "sendMessage"] {
                var parameters = try #require(Self.schedule.object)
                parameters["clientName"] = .string(name)
                parameters["reminderText"] = "Send the plan"
                parameters["messageText"] = "Hello"
                let result = try await studio.execute(function, .object(parameters))
                #expect(result.failure == "I couldn't find '\(name)' in your contacts.", "\(function)")
            }
            try await Self.expectNothingHappened(studio)
        }
    }
}
