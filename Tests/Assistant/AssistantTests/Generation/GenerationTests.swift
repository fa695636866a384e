import Accounts
import Assistant
import Domain
import LanguageModels
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

@Suite struct GenerationTests {
    @Test func aLateReaderGetsEverything() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model])
        let generation = try await assistant.query(.init(message: "How are you?"), by: coach)
        async let early = generation.events().told()
        await model.asked()
        model.say("All ")
        model.say("well. ")
        let live = try await assistant.reattach(generation.messageId, by: coach)
        model.end()
        let expected = ["started", "text All", "text  well.", "text  ", "usage", "completed All well. "]
        #expect(await early == expected)
        #expect(await live.told() == expected)
        #expect(await generation.events().told() == expected)
        #expect(try await generation.answer().text == "All well. ")
        let replayed = try await assistant.reattach(generation.messageId, by: coach).told()
        #expect(replayed == ["started", "text All well. ", "usage", "completed All well. "])
    }

    @Test func aReaderThatGoesStopsNothing() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model])
        let generation = try await assistant.query(.init(message: "How are you?"), by: coach)
        let reader = Task {
            for await event in generation.events() {
                if case .textDelta = event { return }
            }
        }
        await model.asked()
        model.say("Going ")
        await reader.value
        model.say("on.")
        model.end()
        #expect(try await generation.answer().text == "Going on.")
    }

    @Test func stoppingKeepsWhatWasThere() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model])
        let generation = try await assistant.query(.init(message: "Tell me a story"), by: coach)
        await model.asked()
        model.say("Once upon a ")
        for await event in generation.events() {
            if case .textDelta = event { break }
        }
        let turn = try await assistant.stop(generation.messageId, by: coach)
        #expect(turn.state == .stopped)
        #expect(turn.text == "Once upon a ")
        #expect(try await generation.answer().text == "Once upon a ")
        // Stopping once more changes nothing.
        #expect(try await assistant.stop(generation.messageId, by: coach) == turn)
    }

    @Test func placesPerUserAreBounded() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let other = try await fixture.person("Robin Lee", .trainer)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model])
        let first = try await assistant.query(.init(message: "one"), by: coach)
        let second = try await assistant.query(.init(message: "two"), by: coach)
        let error = await #expect(throws: SpotterError.self) {
            try await assistant.query(.init(message: "three"), by: coach)
        }
        #expect(error?.code == .rateLimited)
        #expect(error?.retryable == true)
        let theirs = try await assistant.query(.init(message: "one"), by: other)
        for _ in 1...3 { await model.asked() }
        for request in 0...2 { model.end(request) }
        for generation in [first, second, theirs] { _ = try await generation.answer() }
        let third = try await assistant.query(.init(message: "three"), by: coach)
        await model.asked()
        model.end(3)
        _ = try await third.answer()
    }

    @Test func oneAnswerAtATimeInABranch() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model])
        let generation = try await assistant.query(.init(message: "one"), by: coach)
        let next = AssistantQuery(message: "two", conversationId: generation.conversationId)
        let error = await #expect(throws: SpotterError.self) { try await assistant.query(next, by: coach) }
        #expect(error?.code == .conflict)
        await model.asked()
        model.end()
        _ = try await generation.answer()
    }

    @Test func theWallClockEndsIt() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = FedModel()
        let (alarm, ring) = AsyncStream<Void>.makeStream()
        let assistant = fixture.assistant(models: [model]) { _ in
            for await _ in alarm { return }
            throw CancellationError()
        }
        let generation = try await assistant.query(.init(message: "one"), by: coach)
        await model.asked()
        model.say("Slow, ")
        for await event in generation.events() {
            if case .textDelta = event { break }
        }
        ring.yield()
        let error = await #expect(throws: SpotterError.self) { try await generation.answer() }
        #expect(error?.code == .modelTimeout)
        let tree = try await assistant.conversations.get(generation.conversationId, for: coach.actor)
        #expect(tree.turns.last?.state == .failed)
        #expect(tree.turns.last?.text == "Slow, ")
    }

    @Test func shutdownInterruptsGenerations() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model])
        let generation = try await assistant.query(.init(message: "one"), by: coach)
        await model.asked()
        await assistant.shutdown()
        let error = await #expect(throws: SpotterError.self) { try await generation.answer() }
        #expect(error?.code == .shuttingDown)
        await #expect(throws: SpotterError.self) { try await assistant.query(.init(message: "two"), by: coach) }
        let tree = try await assistant.conversations.get(generation.conversationId, for: coach.actor)
        #expect(tree.turns.last?.state == .interrupted)
    }

    @Test(arguments: ["", "  \n", String(repeating: "a", count: 4001)])
    func messagesHaveBounds(_ message: String) async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let error = await #expect(throws: SpotterError.self) {
            try await fixture.assistant().query(.init(message: message), by: coach)
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func unknownModelsAndZonesAreRefused() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant(models: [FedModel(name: "big")])
        #expect(assistant.modelNames == ["big", "built-in"])
        for query in [
            AssistantQuery(message: "hi", model: "small"), AssistantQuery(message: "hi", timezone: "Mars/Base"),
            AssistantQuery(message: "hi", parent: .root),
        ] {
            let error = await #expect(throws: SpotterError.self) { try await assistant.query(query, by: coach) }
            #expect(error?.code == .invalidRequest)
        }
        let answer = try await assistant.query(.init(message: "hi", model: "built-in"), by: coach).answer()
        #expect(answer.model == "built-in")
    }
}
