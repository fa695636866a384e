import Accounts
import Assistant
import Domain
import LanguageModels
import SpotterAPI
import Synchronization
import Testing

/// Two hundred answers are generated at the same time, two for each of a hundred people: everybody gets their own.
@Suite struct ManyGenerationsTests {
    /// Keeps all waiting, then answers each with the number in its question, the last one first.
    private final class NumberModel: LanguageModel {
        private typealias Stream = AsyncThrowingStream<ModelEvent, any Error>

        let name = "numbers"
        private let waiting = Mutex<[(number: String, stream: Stream.Continuation)]>([])
        private let arrivals: AsyncStream<Void>
        private let arrival: AsyncStream<Void>.Continuation

        init() { (arrivals, arrival) = AsyncStream.makeStream() }

        func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error> {
            let (stream, continuation) = AsyncThrowingStream<ModelEvent, any Error>.makeStream()
            let asked = request.messages.compactMap { message -> String? in
                if case .user(let text, _) = message { text } else { nil }
            }
            let number = asked.last?.matches(of: /number (\d+)/).last.map { String($0.1) } ?? ""
            waiting.withLock { $0.append((number, continuation)) }
            arrival.yield()
            return stream
        }

        /// Returns when so many wait.
        func asked(_ count: Int) async {
            var left = count
            for await _ in arrivals {
                left -= 1
                if left == 0 { return }
            }
        }

        func answerAll() {
            let all = waiting.withLock { $0 }
            for (number, stream) in all.reversed() {
                stream.yield(.textDelta("It is "))
                stream.yield(.textDelta("number \(number)."))
                stream.yield(.finished(.stop))
                stream.finish()
            }
        }
    }

    @Test func everybodyGetsTheirOwnAnswer() async throws {
        let fixture = try await AssistantFixture(isSemantic: false)
        let model = NumberModel()
        let assistant = fixture.assistant(models: [model])
        var generations: [Generation] = []
        for place in 0..<100 {
            let person = try await fixture.person("Coach Nr \(place)", .trainer)
            for number in [2 * place, 2 * place + 1] {
                let query = AssistantQuery(message: "What is the colour of number \(number)?")
                generations.append(try await assistant.query(query, by: person))
            }
        }
        await model.asked(generations.count)
        model.answerAll()
        for (number, generation) in generations.enumerated() {
            let answer = try await generation.answer()
            #expect(answer.text == "It is number \(number).")
            #expect(answer.conversationId == generation.conversationId && answer.model == "numbers")
        }
    }
}
