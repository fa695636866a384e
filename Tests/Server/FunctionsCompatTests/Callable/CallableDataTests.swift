import Domain
import ServerTestKit
import TestSupport
import Testing

/// What stands under `data`: wrapped integers, and whatever else a stranger may send.
@Suite struct CallableDataTests {
    static let int64 = "type.googleapis.com/google.protobuf.Int64Value"
    static let uint64 = "type.googleapis.com/google.protobuf.UInt64Value"

    @Test(
        arguments: [
            (["@type": .string(int64), "value": "2"], 2),
            (["@type": .string(uint64), "value": "2"], 2),
            (["@type": .string(int64), "value": 1], 1),
            (2, 2), (2.0, 2),
        ] as [(JSONValue, Int)]
    )
    func anIntegerIsUnwrapped(limit: JSONValue, count: Int) async throws {
        try await StudioFixture.open { studio in
            for day in 1...3 { try await studio.say("Knee report, day \(day)", studio.sara) }
            let answer = try await studio.call(
                "semanticSearch",
                ["query": "knee report", "userId": .string(studio.alex.id.description), "limit": limit]
            )
            #expect(answer.result?["count"]?.int == count)
            #expect(answer.result?["results"]?.array?.count == count)
        }
    }

    @Test func integersAreUnwrappedHoweverDeepTheyAre() async throws {
        try await StudioFixture.open { studio in
            let parameters: JSONValue = [
                "clientId": .string(studio.sara.id.description), "clientName": "Sara Lindqvist",
                "dateTime": "2026-03-12T15:00:00", "duration": .wrapped(45), "query": "call",
                "more": ["list": [[.wrapped(1)], ["deep": .wrapped(2)]]],
            ]
            let result = try await studio.execute("scheduleCall", parameters)
            #expect(result.isSuccess)
            let event = try #require(try await studio.events().first)
            #expect(event["endsAt"]?.string == "2026-03-12T19:45:00.000Z")
        }
    }

    @Test(
        arguments: [
            ["@type": "type.googleapis.com/google.protobuf.StringValue", "value": "2"],
            ["@type": "", "value": "2"], ["@type": nil, "value": "2"], ["@type": 5], ["@type": .string(int64)],
            ["@type": .string(int64), "value": "two"], ["@type": .string(int64), "value": "99999999999999999999"],
            ["@type": .string(uint64), "value": [1]],
        ] as [JSONValue]
    )
    func whatCannotBeUnwrappedIsRefused(value: JSONValue) async throws {
        try await StudioFixture.open { studio in
            for data: JSONValue in [value, ["limit": value], ["deep": [["list": [value]]]]] {
                let answer = try await studio.call("semanticSearch", data)
                #expect(answer.http == 400)
                #expect(answer.refusal?.status == "INVALID_ARGUMENT")
            }
        }
    }

    /// `INTERNAL` would lose its words on the way, and 500 would be a defect: neither ever comes, whatever is sent.
    @Test func nothingThatIsSentIsAnInternalError() async throws {
        try await StudioFixture.open { studio in
            var random = SeededRandom(seed: 20_260_311)
            let keys = [
                "userId", "query", "message", "limit", "conversationId", "timezone", "functionName", "parameters",
                "clientId", "clientName", "chatId", "dateTime", "newDateTime", "eventId", "duration", "reminderText",
                "messageText",
            ]
            for _ in 0..<150 {
                var parameters: [String: JSONValue] = [:]
                for key in keys where Bool.random(using: &random) {
                    parameters[key] = Self.value(studio, &random)
                }
                var data = parameters
                if Bool.random(using: &random) { data["userId"] = .string(studio.alex.id.description) }
                data["parameters"] = .object(parameters)
                let names = ["scheduleCall", "setReminder", "sendMessage", "searchMessages", "rescheduleEvent"]
                data["functionName"] = .string(names.randomElement(using: &random) ?? "cancelEvent")
                for function in ["semanticSearch", "executeFunctionCall", "chatWithAI"] {
                    let answer = try await studio.call(function, .object(data))
                    let shown = "\(function) \(JSONValue.object(data).text) gave \(answer.json.text)"
                    if answer.http == 200 {
                        #expect(answer.result != nil, "\(shown)")
                    } else {
                        #expect(answer.http < 500 && answer.refusal?.message.isEmpty == false, "\(shown)")
                    }
                    #expect(answer.refusal?.status != "INTERNAL")
                }
            }
        }
    }

    private static func value(_ studio: StudioFixture, _ random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer(.random(in: .min ... .max, using: &random))
        case 3: .number(1e300)
        case 4: .array([.string(random.text()), 1])
        case 5: .object([random.text(): .string(random.text())])
        case 6: .string(studio.sara.id.description)
        case 7: .string(studio.chat.description)
        case 8: .string("2026-03-13T15:00:00")
        case 9: .wrapped(.random(in: -5...600, using: &random))
        default: .string(random.text())
        }
    }
}
