import Accounts
import Assistant
import Domain
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

/// An answer that one server generates is stopped at another one.
@Suite(.standardTimeLimit) struct AnswersElsewhereTests {
    /// An answer of which there is a beginning, and what another server has said of it.
    private struct World {
        let fixture: AssistantFixture
        let coach: Principal
        let generation: Generation
        let generating: AssistantService
        let model = FedModel()
        let hints = Hints()

        init() async throws {
            fixture = try await AssistantFixture()
            coach = try await Self.person("Alex Moore", in: fixture)
            generating = fixture.assistant(models: [model])
            generation = try await generating.query(.init(message: "Tell me a story"), by: coach)
            await model.asked()
            model.say("Once upon a ")
            for await event in generation.events() {
                if case .textDelta = event { break }
            }
        }

        static func person(_ name: String, in fixture: AssistantFixture) async throws -> Principal {
            let (person, now) = (try await fixture.person(name, .trainer), fixture.clock.now())
            _ = try await fixture.database.write { connection in
                try connection.execute(
                    "INSERT INTO sessions (id, user_id, device_name, created_at) VALUES ($1, $2, 'phone', $3)",
                    person.sessionId,
                    person.userId,
                    now
                )
            }
            return person
        }

        /// A server that knows nothing of what this process generates otherwise.
        func other(sleep: @escaping @Sendable () async -> Void) -> AssistantService {
            fixture.assistant(
                sleep: { _ in await sleep() },
                derived: DerivedTexts(clock: fixture.clock, ids: fixture.ids, audit: fixture.audit) { _, _ in },
                askOthers: { [hints] in hints.add($0) }
            )
        }
    }

    private final class Hints: Sendable {
        private let turns = Mutex<[TurnID]>([])
        var all: [TurnID] { turns.withLock { $0 } }
        func add(_ turn: TurnID) { turns.withLock { $0.append(turn) } }
    }

    @Test func theServerThatGeneratesItStopsIt() async throws {
        let world = try await World()
        let (generating, generation) = (world.generating, world.generation)
        let other = world.other {
            generating.stopHere(generation.messageId)
            for await _ in generation.events() {}
        }
        let turn = try await other.stop(generation.messageId, by: world.coach)
        #expect(turn.state == .stopped && turn.text == "Once upon a ")
        #expect(world.hints.all == [generation.messageId])
        // Stopping once more asks nobody.
        let again = try await other.stop(generation.messageId, by: world.coach)
        #expect(again == turn && world.hints.all.count == 1)
    }

    @Test func aProgramFollowsItToItsEnd() async throws {
        let world = try await World()
        let (model, generation) = (world.model, world.generation)
        let other = world.other {
            model.end()
            for await _ in generation.events() {}
        }
        let events = try await other.events(of: generation.messageId, for: world.coach)
        let told = await events.stream.told()
        #expect(told.first == "started" && told.count { $0 == "started" } == 1)
        #expect(told.last == "completed Once upon a ")
        #expect(!events.ending().isStopped)
    }

    /// It has died or hangs. When it wakes up, it stores what it has.
    @Test func oneThatDoesNotStopItIsNotWaitedFor() async throws {
        let world = try await World()
        let turn = try await world.other {}.stop(world.generation.messageId, by: world.coach)
        #expect(turn.state == .interrupted)
        #expect(world.hints.all == Array(repeating: turn.id, count: 5), "a hint may be lost")
        world.model.end()
        let answer = try await world.generation.answer()
        #expect(answer.text == "Once upon a ")
        let stored = try await world.generating.stop(turn.id, by: world.coach)
        #expect(stored.state == .completed && stored.text == answer.text)
    }

    @Test func onlyItsOwnerStopsIt() async throws {
        let world = try await World()
        let other = world.other {}
        let stranger = try await World.person("Robin Lee", in: world.fixture)
        let error = await #expect(throws: SpotterError.self) {
            try await other.stop(world.generation.messageId, by: stranger)
        }
        #expect(error?.code == .notFound && world.hints.all.isEmpty)
        world.model.end()
        _ = try await world.generation.answer()
    }
}
