import Domain
import Messaging
import SpotterAPI
import Testing

@testable import Retrieval

/// Each idea of the ranking by itself, over cosines that are given.
@Suite struct RankingTests {
    private var candidates = CandidateSet()
    private let one = ChatID(high: 1, low: 1)
    private let two = ChatID(high: 1, low: 2)
    private let sara = UserID(high: 2, low: 1)
    private let mike = UserID(high: 2, low: 2)
    private var plain = RankingOptions()

    init() { (plain.contextWeight, plain.chatWeight, plain.repetitionPenalty) = (0, 0, 0) }

    /// A message whose vector has this cosine with the query; nothing for one without a vector.
    private func message(_ number: UInt64, _ text: String, in chat: ChatID, by sender: UserID? = nil) -> VisibleMessage
    {
        VisibleMessage(
            id: MessageID(high: 3, low: number),
            num: Int64(number),
            seq: Int64(number),
            chatId: chat,
            clientMessageId: text,
            senderId: sender ?? sara,
            senderName: "Sara",
            text: text,
            sentAt: Timestamp(milliseconds: Int64(number))
        )
    }

    private mutating func add(_ message: VisibleMessage, _ cosine: Double?, before: VisibleMessage? = nil) {
        candidates.messages[message.id] = message
        if let before {
            candidates.neighbours[message.id, default: .init()].before = before
            candidates.neighbours[before.id, default: .init()].after = message
        }
        guard let cosine else { return }
        let vector = [Float(cosine), Float((1 - cosine * cosine).squareRoot())]
        candidates.similarities[message.id] = Similarity(
            cosine: cosine,
            whole: cosine,
            vector: vector,
            best: 0,
            count: 1
        )
    }

    private func order(_ query: String, _ options: RankingOptions, people: [KnownPerson] = []) -> [String] {
        var understanding = QueryUnderstanding(plain: query)
        understanding.people = people
        return HybridRanking(candidates: candidates, understanding: understanding, options: options).ranked().map(
            \.message.text
        )
    }

    @Test mutating func nearerIsBetterAndTiesGoToTheNewer() {
        add(message(1, "far", in: one), 0.2)
        add(message(2, "near", in: one), 0.5)
        add(message(3, "near too", in: one), 0.5)
        #expect(order("topic", plain) == ["near too", "near", "far"])
    }

    /// What is said beside something near is worth more than the same alone.
    @Test mutating func contextRaisesNeighbours() {
        let question = message(1, "where does it hurt", in: one)
        add(message(9, "somewhere else", in: two), 0.25)
        add(question, 0.6)
        add(message(2, "on the left", in: one), 0.2, before: question)
        #expect(order("pain", plain) == ["where does it hurt", "somewhere else", "on the left"])
        var options = plain
        options.contextWeight = 1
        #expect(order("pain", options) == ["where does it hurt", "on the left", "somewhere else"])
    }

    /// Two halves of a thought are as near as their sum, not as their nearest.
    @Test mutating func togetherIsTheCosineOfTheSum() throws {
        let first = message(1, "same", in: one)
        add(first, 0.6)
        add(message(2, "size", in: one), 0.6, before: first)
        let context = try #require(candidates.context(of: first, candidates.similarities))
        #expect(abs(context - 0.6) < 1e-6, "equal vectors stay where they are")
        #expect(candidates.context(of: message(7, "unknown", in: one), candidates.similarities) == nil)
    }

    @Test mutating func chatsWithMuchOfItComeFirst() {
        for number in 1...3 { add(message(UInt64(number), "rich \(number)", in: one), 0.5) }
        add(message(4, "weak in the rich chat", in: one), 0.3)
        add(message(5, "alone", in: two), 0.32)
        #expect(order("topic", plain).last == "weak in the rich chat")
        var options = plain
        options.chatWeight = 0.6
        #expect(order("topic", options).last == "alone")
    }

    @Test mutating func rareWordsCountMore() {
        add(message(1, "training again", in: one), 0.3)
        add(message(2, "the xylophone", in: one), 0.3)
        for number in 3..<9 { add(message(UInt64(number), "training \(number)", in: two), 0.1) }
        #expect(order("xylophone training", plain).prefix(2) == ["the xylophone", "training again"])
    }

    @Test mutating func whoIsNamedComesFirst() {
        add(message(1, "by sara", in: one, by: sara), 0.3)
        add(message(2, "by mike", in: two, by: mike), 0.35)
        #expect(order("topic", plain) == ["by mike", "by sara"])
        let people = [KnownPerson(identity: .user(sara), name: "Sara")]
        #expect(order("topic", plain, people: people) == ["by sara", "by mike"])
    }

    @Test mutating func theSameAgainComesLater() {
        add(message(1, "See you at nine!", in: one), 0.5)
        add(message(2, "see you at nine", in: two), 0.49)
        add(message(3, "another", in: one), 0.45)
        #expect(order("topic", plain).last == "another")
        var options = plain
        options.repetitionPenalty = 0.15
        #expect(order("topic", options) == ["See you at nine!", "another", "see you at nine"])
    }

    /// What was said just now has no vector; its words speak for it.
    @Test mutating func wordsStandInForAMissingVector() throws {
        add(message(1, "my xylophone", in: one), nil)
        add(message(2, "unrelated", in: one), 0.1)
        #expect(order("xylophone", plain) == ["my xylophone", "unrelated"])
        let ranking = HybridRanking(candidates: candidates, understanding: .init(plain: "xylophone"), options: .init())
        #expect(ranking.ranked().map(\.match) == [.text, .semantic])
    }

    /// What `explain` shows adds up to the score.
    @Test mutating func partsAddUp() {
        let first = message(1, "training", in: one)
        add(first, 0.4)
        add(message(2, "more training", in: one), 0.3, before: first)
        for ranked in HybridRanking(candidates: candidates, understanding: .init(plain: "training"), options: .init())
            .ranked()
        {
            let parts = ranked.parts
            let sum = parts.meaning + parts.context + parts.words + parts.names + parts.chat + parts.repetition
            #expect(abs(sum - parts.total) < 1e-9 && parts.words > 0 && parts.chat > 0 && parts.context > 0)
        }
    }
}
