import Assistant
import Domain
import Messaging
import ServerTestKit
import SpotterAPI
import SpotterServer
import Testing

/// A confirmation that comes again, because of a double tap or a lost answer, does nothing again.
@Suite struct RepeatedCallTests {
    private static let calls: [(String, JSONValue)] = [
        ("sendMessage", ["messageText": "On my way"]),
        ("setReminder", ["reminderText": "Send the plan", "dateTime": "2026-03-12T09:00:00"]),
        ("scheduleCall", ["dateTime": "2026-03-12T15:00:00", "duration": 30, "query": "call"]),
    ]

    /// The parameters with the ids of the studio.
    private func parameters(_ function: String, _ parameters: JSONValue, _ studio: StudioFixture) -> JSONValue {
        var members = parameters.object ?? [:]
        members["timezone"] = "America/New_York"
        if function == "sendMessage" { members["chatId"] = .string(studio.chat.description) }
        if function == "scheduleCall" {
            members["clientId"] = .string(studio.sara.id.description)
            members["clientName"] = "Sara Lindqvist"
        }
        return .object(members)
    }

    private func count(_ studio: StudioFixture) async throws -> Int {
        let messages = try await studio.messages(as: studio.sara).count
        return try await messages + studio.reminders().count + studio.events().count
    }

    @Test(arguments: calls.indices)
    func aRepeatedCallGivesTheSameAnswer(call: Int) async throws {
        try await StudioFixture.open { studio in
            let (function, given) = Self.calls[call]
            let parameters = parameters(function, given, studio)
            let first = try await studio.execute(function, parameters)
            #expect(first.isSuccess)
            for _ in 0..<3 { #expect(try await studio.execute(function, parameters) == first) }
            #expect(try await count(studio) == 1)
            #expect(try await studio.audit().count == 2)
        }
    }

    @Test(arguments: calls.indices)
    func ofParallelCallsOneActs(call: Int) async throws {
        try await StudioFixture.open { studio in
            let (function, given) = Self.calls[call]
            let parameters = parameters(function, given, studio)
            let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for _ in 0..<20 { group.addTask { try await studio.execute(function, parameters) } }
                return try await group.reduce(into: Set<JSONValue>()) { $0.insert($1) }
            }
            #expect(answers.count == 1)
            #expect(answers.first?.isSuccess == true)
            #expect(try await count(studio) == 1)
        }
    }

    /// 20 calls and 20 confirmations over REST of what `chatWithAI` proposed.
    @Test func callsAndConfirmationsTogetherActOnce() async throws {
        try await StudioFixture.open { studio in
            let asked: JSONValue = [
                "userId": .string(studio.alex.id.description), "message": "Send Sara Lindqvist: \"On my way\"",
            ]
            let answer = try await studio.call("chatWithAI", asked)
            let function = try #require(answer.result?["functionCall"]?["parameters"])
            let proposal = try #require(try await studio.proposals().first?["id"]?.string)
            let ids = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await studio.execute("sendMessage", function)["data"]?["messageId"]?.string }
                    group.addTask {
                        let path = "/v1/assistant/proposals/\(proposal)/confirm"
                        let done = try await studio.server.request("POST", path, as: studio.alex)
                        return JSONValue.parse([UInt8](done.body))?["result"]?["messageId"]?.string
                    }
                }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try await studio.messages(as: studio.sara).count == 1)
            // Who wants it twice asks twice.
            _ = try await studio.call("chatWithAI", asked)
            _ = try await studio.execute("sendMessage", function)
            #expect(try await studio.messages(as: studio.sara).count == 2)
            _ = try await studio.execute("sendMessage", function)
            #expect(try await studio.messages(as: studio.sara).count == 2)
        }
    }

    /// Two of the same were proposed; a double tap on one card leaves the other.
    @Test func aDoubleTapDoesNotConfirmAnotherProposal() async throws {
        try await StudioFixture.open { studio in
            let asked: JSONValue = [
                "userId": .string(studio.alex.id.description), "message": "Send Sara Lindqvist: \"On my way\"",
            ]
            for _ in 0..<2 { _ = try await studio.call("chatWithAI", asked) }
            let function = try #require(
                try await studio.call("chatWithAI", asked).result?["functionCall"]?["parameters"]
            )
            for _ in 0..<3 { _ = try await studio.execute("sendMessage", function) }
            #expect(try await studio.messages(as: studio.sara).count == 1)
        }
    }
}
