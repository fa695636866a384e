import Assistant
import Domain
import LanguageModels
import ModelBudgets
import ModelTestKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Providers that stall, break off, refuse, lie and flood, over real sockets: chat goes on, nothing happens twice, and no
/// budget is exceeded.
@Suite(.standardTimeLimit) struct HostileProviderTests {
    struct Hostility: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: ScriptedResponse
        /// Of the first question.
        let status: Int
        var model = "scripted"
    }

    private static let usage = ModelUsage(inputTokens: 1_000_000_000_000, outputTokens: 1_000_000_000_000)

    private static let flood: ScriptedResponse = {
        let call: JSONValue = [
            "function": ["name": "setReminder", "arguments": #"{"reminderText":"x","dateTime":"2026-03-12T09:00:00"}"#]
        ]
        let calls = JSONValue.array(Array(repeating: call, count: 10_000))
        return .stream([ScriptedResponse.chunk(delta: ["tool_calls": calls], finish: "tool_calls")])
    }()

    private static let sixty: ScriptedResponse = .toolCalls(
        (0..<60).map {
            ToolCall(
                id: "c\($0)",
                name: "setReminder",
                arguments: ["reminderText": "stretch", "dateTime": "2026-03-12T09:00:00"]
            )
        }
    )

    static let all = [
        Hostility(testDescription: "stalls", response: .hang, status: 200, model: "built-in"),
        Hostility(
            testDescription: "only keeps the connection open",
            response: .body([": OPENROUTER PROCESSING\n\n"]).cut(after: 1, .hang),
            status: 200,
            model: "built-in"
        ),
        Hostility(testDescription: "hangs up", response: .disconnect, status: 200, model: "built-in"),
        Hostility(testDescription: "10 000 calls", response: flood, status: 200, model: "built-in"),
        Hostility(testDescription: "sixty calls in each round", response: sixty, status: 200),
        Hostility(
            testDescription: "breaks off",
            response: .text("one two three four").cut(after: 4, .complete),
            status: 502
        ),
        Hostility(
            testDescription: "wants to be left alone",
            response: .error(429, "slow down", headers: [("retry-after", "600")]),
            status: 429
        ),
        Hostility(testDescription: "lies about its usage", response: .text("Fine", usage: usage), status: 200),
        Hostility(testDescription: "tells no usage", response: .text("Fine"), status: 200),
    ]

    @Test(arguments: all)
    func chatGoesOnNothingHappensTwiceNoBudgetIsExceeded(hostility: Hostility) async throws {
        let provider = try await ScriptedProvider { _, _ in hostility.response }
        let most = 40_000
        try await AssistantFixture.open(
            provider: provider,
            { configuration in
                // Short, where nothing comes before it.
                if hostility.response.ending == .hang { configuration.languageModel?.firstByteSeconds = 1 }
                configuration.budget.limits = BudgetLimits(day: .init(tokens: most))
            }
        ) { studio in
            async let first = studio.ask("Remind me tomorrow at 9 to stretch")
            let sent = try await studio.request(
                "POST",
                "/v1/chats/\(studio.chat)/messages",
                ["clientMessageId": "meanwhile", "text": "Chat works"]
            )
            #expect(sent.status == 201)
            let answer = try await first
            #expect(answer.status == hostility.status)
            if answer.status == 200 {
                #expect(answer.json["model"]?.string == hostility.model)
                #expect((answer.json["proposals"]?.array?.count ?? 0) <= 3)
            }
            var statuses: [Int] = []
            for _ in 0..<8 where hostility.response.ending != .hang {
                statuses.append(try await studio.ask("Remind me tomorrow at 9 to stretch").status)
            }
            if hostility.testDescription.hasPrefix("lies") { #expect(statuses.last == 429) }
            // Nothing was confirmed.
            #expect(try await studio.request("GET", "/v1/reminders").json["reminders"]?.array?.isEmpty == true)
            let used = try await studio.request("GET", "/v1/me/usage").json["day"]
            let tokens = (used?["inputTokens"]?.int ?? .max) + (used?["outputTokens"]?.int ?? 0)
            #expect(tokens <= most)
        }
        await provider.closeConnections()
        await provider.stop()
    }

    @Test func twoHundredQuestionsAtOnceAreAllAnswered() async throws {
        let provider = try await ScriptedProvider { _, _ in
            .text("Fine", usage: ModelUsage(inputTokens: 1_000, outputTokens: 10))
        }
        try await AssistantFixture.open(provider: provider) { studio in
            var people = [studio.alex]
            for number in 0..<19 {
                let email = "coach\(number)@example.com"
                people.append(try await studio.server.register("Coach", role: .trainer, email: email))
            }
            let statuses = await withTaskGroup(of: Int.self) { group in
                for round in 0..<200 {
                    let person = people[round % people.count]
                    group.addTask {
                        // At most two answers of one user at once.
                        var status = 0
                        await until("it is answered") {
                            guard let answer = try? await studio.ask("How is Sara?", as: person) else { return true }
                            guard answer.errorCode != "rate_limited" else { return false }
                            status = answer.status
                            return true
                        }
                        return status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { $0 == 200 })
            let used = try await studio.request("GET", "/v1/me/usage").json["day"]
            #expect(used?["requests"] == 10 && used?["inputTokens"] == 10_000 && used?["outputTokens"] == 100)
        }
        await provider.stop()
    }
}
