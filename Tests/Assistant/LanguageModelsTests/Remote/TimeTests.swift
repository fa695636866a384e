import Domain
import LanguageModels
import ModelTestKit
import OpenAIClient
import TestSupport
import Testing

/// Time limits and cancellation, over a real socket but with a clock of the test's own: nothing waits.
@Suite(.standardTimeLimit) struct TimeTests {
    private let clock = TestClock()
    private let timeouts = ModelTimeouts(firstByte: .seconds(120), idle: .seconds(60), total: .seconds(600))

    /// Asks `model`, and moves the clock by `step` once the events are `awaited` many and the request has arrived.
    private func ask(
        _ model: some LanguageModel,
        of provider: ScriptedProvider,
        awaiting awaited: Int,
        thenPassing step: Duration
    ) async -> (events: [ModelEvent], error: ModelError?) {
        let stream = model.stream(ModelRequest(messages: [.user("Hi")]))
        await provider.requestArrived()
        var events: [ModelEvent] = []
        if awaited == 0 { clock.advance(by: step) }
        do {
            for try await event in stream {
                events.append(event)
                if events.count == awaited { clock.advance(by: step) }
            }
        } catch {
            return (events, error as? ModelError)
        }
        return (events, nil)
    }

    @Test func noAnswerInTime() async throws {
        try await withProvider([.hang, .text("never asked for")]) { provider, model async throws in
            let model = try model(timeouts: timeouts, retry: Sleeps().policy(retries: 3), clock: clock)
            let (events, error) = await ask(model, of: provider, awaiting: 0, thenPassing: .seconds(120))
            #expect(events.isEmpty && error?.code == .timeout)
            #expect(provider.requests.count == 1)
            await provider.clientHungUp()
        }
    }

    @Test func aStreamThatFallsSilent() async throws {
        let response = ScriptedResponse.text("one two three").cut(after: 3, .hang)
        try await withProvider([response]) { provider, model async throws in
            let model = try model(timeouts: timeouts, clock: clock)
            let (events, error) = await ask(model, of: provider, awaiting: 2, thenPassing: .seconds(60))
            #expect(events == [.textDelta("one"), .textDelta(" two")])
            #expect(error?.code == .interrupted)
            #expect(error?.message.contains("stopped sending") == true)
            await provider.clientHungUp()
        }
    }

    @Test func aFinishedAnswerWhoseConnectionFallsSilentIsComplete() async throws {
        let last = ScriptedResponse.chunk(delta: ["content": "ok"], finish: "stop")
        let response = ScriptedResponse.stream([last], done: false).cut(after: 1, .hang)
        try await withProvider([response]) { provider, model async throws in
            let model = try model(timeouts: timeouts, clock: clock)
            let (events, error) = await ask(model, of: provider, awaiting: 1, thenPassing: .seconds(60))
            #expect(events == [.textDelta("ok"), .finished(.stop)] && error == nil)
        }
    }

    @Test func anAnswerThatGoesOnForTooLong() async throws {
        let patient = ModelTimeouts(firstByte: .seconds(3600), idle: .seconds(3600), total: .seconds(600))
        let response = ScriptedResponse.text("one").cut(after: 2, .hang)
        try await withProvider([response]) { provider, model async throws in
            let model = try model(timeouts: patient, clock: clock)
            let (events, error) = await ask(model, of: provider, awaiting: 1, thenPassing: .seconds(600))
            #expect(events == [.textDelta("one")])
            #expect(error?.message.contains("too long") == true)
        }
    }

    @Test func retriesEndWithTheTotal() async throws {
        let clock = clock
        let forever = RetryPolicy(
            retries: 9,
            sleep: { _ in
                clock.advance(by: .seconds(600))
                try await Task.sleep(for: .seconds(3600))
            }
        )
        try await withProvider([], otherwise: .error(503, "down")) { provider, model async throws in
            let model = try model(timeouts: timeouts, retry: forever, clock: clock)
            #expect(await model.ask().error?.code == .timeout)
            #expect(provider.requests.count == 1)
        }
    }

    @Test func afterDONENobodyWaitsForTheConnection() async throws {
        try await withProvider([.text("ok").cut(after: 4, .hang)]) { _, model async throws in
            let model = try model(timeouts: timeouts, clock: clock)
            #expect(await model.ask().events == [.textDelta("ok"), .finished(.stop)])
        }
    }

    @Test func cancellingTheReaderCancelsTheRequest() async throws {
        let response = ScriptedResponse.text("one two").cut(after: 2, .hang)
        try await withProvider([response]) { provider, model async throws in
            let stream = try model().stream(ModelRequest(messages: [.user("Hi")]))
            let (heard, hear) = AsyncStream<ModelEvent>.makeStream()
            let reader = Task {
                for try await event in stream { hear.yield(event) }
            }
            for await event in heard {
                #expect(event == .textDelta("one"))
                break
            }
            reader.cancel()
            try await reader.value
            await provider.clientHungUp()
        }
    }

    @Test func droppingTheStreamCancelsTheRequest() async throws {
        let response = ScriptedResponse.text("one two").cut(after: 2, .hang)
        try await withProvider([response]) { provider, model async throws in
            for try await _ in try model().stream(ModelRequest(messages: [.user("Hi")])) { break }
            // The provider is silent: nothing else would end this.
            await provider.clientHungUp()
        }
    }

    @Test func cancellingWhileWaitingForAnAnswerCancelsTheRequest() async throws {
        try await withProvider([.hang]) { provider, model async throws in
            let stream = try model().stream(ModelRequest(messages: [.user("Hi")]))
            let reader = Task { for try await _ in stream {} }
            await provider.requestArrived()
            reader.cancel()
            try await reader.value
            // The provider is silent: nothing else would end this.
            await provider.clientHungUp()
        }
    }
}
