import Domain
import LanguageModels
import ModelTestKit
import OpenAIClient
import Testing

/// What the client makes of servers that fail, over a real socket.
@Suite struct FailureTests {
    @Test(
        arguments: [
            (400, .rejected), (401, .authentication), (402, .unavailable), (403, .authentication),
            (404, .misconfigured),
            (413, .rejected), (422, .rejected), (302, .misconfigured),
        ] as [(Int, ModelError.Code)]
    )
    func aRefusalIsntRepeatedAndSaysNothingOfTheKey(status: Int, code: ModelError.Code) async throws {
        let refusal = ScriptedResponse.error(status, "Incorrect API key provided: sk-secret")
        try await withProvider([refusal]) { provider, model async throws in
            let error = try #require(try await model(apiKey: Secret("sk-secret")).ask().error)
            #expect(error.code == code)
            #expect(!"\(error)".contains("sk-secret"))
            #expect(provider.requests.count == 1)
        }
    }

    @Test(arguments: [408, 429, 500, 502, 503, 529])
    func aPassingFailureIsWaitedOut(status: Int) async throws {
        let sleeps = Sleeps()
        try await withProvider([.error(status, "later"), .disconnect, .text("ok")]) { provider, model async throws in
            let (events, error) = try await model(retry: sleeps.policy(retries: 2)).ask()
            #expect(events == [.textDelta("ok"), .finished(.stop)] && error == nil)
            #expect(provider.requests.count == 3)
            #expect(sleeps.all == [.milliseconds(500), .seconds(1)])
        }
    }

    @Test func retryAfterIsHonoured() async throws {
        let sleeps = Sleeps()
        let refusal = ScriptedResponse.error(429, "later", headers: [("Retry-After", "7")])
        try await withProvider([refusal, .text("ok")]) { _, model async throws in
            #expect(try await model(retry: sleeps.policy(retries: 1)).ask().error == nil)
            #expect(sleeps.all == [.seconds(7)])
        }
    }

    @Test func tooLongARetryAfterIsToldInstead() async throws {
        let sleeps = Sleeps()
        let refusal = ScriptedResponse.error(429, "later", headers: [("Retry-After", "3600")])
        try await withProvider([refusal]) { provider, model async throws in
            let error = try await model(retry: sleeps.policy(retries: 5)).ask().error
            #expect(error?.code == .rateLimited(retryAfter: .seconds(3600)))
            #expect(error?.message.contains("3600 seconds") == true)
            #expect(provider.requests.count == 1 && sleeps.all.isEmpty)
        }
    }

    @Test(arguments: [("false", 503, 1), ("true", 400, 3)])
    func theServersWordOnRetryingCounts(word: String, status: Int, requests: Int) async throws {
        let refusal = ScriptedResponse.error(status, "no", headers: [("x-should-retry", word)])
        try await withProvider([], otherwise: refusal) { provider, model async throws in
            #expect(try await model(retry: Sleeps().policy(retries: 2)).ask().error != nil)
            #expect(provider.requests.count == requests)
        }
    }

    @Test func retriesEndAtTheirLimit() async throws {
        try await withProvider([], otherwise: .error(503, "down")) { provider, model async throws in
            let error = try await model(retry: Sleeps().policy(retries: 3)).ask().error
            #expect(error?.code == .unavailable && error?.isRetryable == true)
            #expect(provider.requests.count == 4)
        }
    }

    @Test func anAccountWithoutCreditIsntAskedAgain() async throws {
        try await withProvider([.error(429, "quota", type: "insufficient_quota")]) { provider, model async throws in
            #expect(try await model(retry: Sleeps().policy(retries: 3)).ask().error?.code == .unavailable)
            #expect(provider.requests.count == 1)
        }
    }

    @Test func aRefusedConnectionIsTriedAgainThenTold() async throws {
        let sleeps = Sleeps()
        try await withProvider([]) { _, model async throws in
            // Nobody listens there. A port that a provider has left may be another test's a moment later.
            let nowhere = ModelMaker(baseURL: "http://127.0.0.1:1/v1", client: model.client)
            let model = try nowhere(retry: sleeps.policy(retries: 2))
            #expect(await model.ask().error?.code == .unavailable)
            #expect(sleeps.all.count == 2)
        }
    }

    /// Asks, and breaks the connection once `count` events have come.
    private func ask(
        _ model: some LanguageModel,
        of provider: ScriptedProvider,
        breakingAfter count: Int
    ) async -> (events: [ModelEvent], error: ModelError?) {
        var events: [ModelEvent] = []
        do {
            for try await event in model.stream(ModelRequest(messages: [.user("Hi")])) {
                events.append(event)
                if events.count == count { await provider.closeConnections() }
            }
        } catch {
            return (events, error as? ModelError)
        }
        return (events, nil)
    }

    @Test func aBreakInTheMiddleKeepsWhatCameAndIsntRepeated() async throws {
        let response = ScriptedResponse.text("one two three").cut(after: 3, .hang)
        try await withProvider([response, .text("again")]) { provider, model async throws in
            let model = try model(retry: Sleeps().policy(retries: 3))
            let (events, error) = await ask(model, of: provider, breakingAfter: 2)
            #expect(events == [.textDelta("one"), .textDelta(" two")])
            #expect(error?.code == .interrupted)
            #expect(provider.requests.count == 1)
        }
    }

    @Test func aBodyThatEndsTooEarlyIsABreakAsWell() async throws {
        let response = ScriptedResponse.text("one two three").cut(after: 3, .complete)
        try await withProvider([response]) { _, model async throws in
            let (events, error) = try await model(retry: Sleeps().policy(retries: 3)).ask()
            #expect(events == [.textDelta("one"), .textDelta(" two")])
            #expect(error?.code == .interrupted)
        }
    }

    @Test func aBreakAfterTheLastWordDoesNoHarm() async throws {
        let last = ScriptedResponse.chunk(delta: ["content": "one"], finish: "stop")
        let response = ScriptedResponse.stream([last], done: false).cut(after: 1, .hang)
        try await withProvider([response]) { provider, model async throws in
            let (events, error) = await ask(try model(), of: provider, breakingAfter: 1)
            #expect(events == [.textDelta("one"), .finished(.stop)] && error == nil)
        }
    }

    @Test func aBreakInTheMiddleOfACallGivesNoCall() async throws {
        let call = ToolCall(id: "c", name: "sendMessage", rawArguments: #"{"text":"Hello"}"#)
        let response = ScriptedResponse.toolCalls([call]).cut(after: 4, .disconnect)
        try await withProvider([response]) { _, model async throws in
            let (events, error) = try await model().ask()
            #expect(events.isEmpty && error != nil)
        }
    }

    @Test func anEmptyAnswerIsAskedForAgain() async throws {
        let empty = ScriptedResponse.text("lost").cut(after: 0, .disconnect)
        try await withProvider([empty, .text("ok")]) { _, model async throws in
            #expect(
                try await model(retry: Sleeps().policy(retries: 1)).ask().events == [
                    .textDelta("ok"), .finished(.stop),
                ]
            )
        }
    }

    @Test func whatIsntAModelsServerIsToldApart() async throws {
        try await withProvider([.body(["<html>Hello</html>"], type: "text/html")]) { _, model async throws in
            #expect(try await model().ask().error?.code == .protocolViolation)
        }
        try await withProvider([.raw(Array("SSH-2.0-OpenSSH_9\r\n".utf8))]) { _, model async throws in
            #expect(try await model().ask().error?.code == .unavailable)
        }
    }
}
