import Domain
import Foundation
import Retrieval
import TestSupport
import Testing
import TextReading

@testable import RequestReading

/// Orders that no rule reads are guessed from their meaning. How well is measured by `MeantOrderTests`, with the encoder.
@Suite struct OrderMeaningTests {
    // MARK: Examples

    @Test func everyActionHasExamplesAndNoneIsThereTwice() {
        for kind in RequestKind.allCases {
            #expect(OrderExamples.all.count { $0.kind == kind } >= 30, "\(kind)")
        }
        #expect(OrderExamples.all.count { $0.kind == nil } >= 150)
        #expect(Set(OrderExamples.texts).count == OrderExamples.all.count)
    }

    /// What the fixtures hold would be known by heart.
    @Test(arguments: ["request-meanings", "request-strangers", "requests"])
    func noExampleIsInTheFixtures(name: String) throws {
        let file = Repository.root.appending(path: "fixtures/\(name).jsonl")
        let said = try String(contentsOf: file, encoding: .utf8).lowercased()
        for text in OrderExamples.texts { #expect(!said.contains("\"\(text.lowercased())\""), "\(text)") }
    }

    // MARK: Clauses

    private func undecided(_ text: String) -> [String] {
        let grammar = BuiltInGrammarTests.grammar
        let turn = UserTurn(text, people: RequestPeople(directory: grammar.directory), times: grammar.times)
        return UnreadOrder.undecided(in: turn, grammar).map(\.text)
    }

    @Test(arguments: [
        ("Wedge Sara's session in on Friday at 3pm", "Wedge Alex's session on Friday at 3"),
        ("Mike skipped the session yesterday", "Alex skipped the session last Friday"),
        ("Could you fill Sara in?", "Could you fill Alex in?"),
    ])
    func namesAndTimesAreThoseOfTheExamples(text: String, clause: String) {
        #expect(undecided(text) == [clause])
    }

    @Test(arguments: [
        "What did Sara wedge into Friday at noon?", "Don't wedge Sara into Friday at noon",
        "Sara said: wedge me into Friday at noon", "Mike asked me to wedge Sara into Friday", "Bees are fun",
        "When can I wedge Sara in?", "Wo ist Sara am Freitag geblieben und was hat sie gegessen",
    ])
    func whatCannotBeAnOrderIsNotGuessed(text: String) { #expect(undecided(text).isEmpty) }

    // MARK: Guesses

    /// One direction a kind, and a little of another one in each example.
    private static func vector(_ kind: RequestKind?, _ number: Int) -> [Float] {
        let place = kind.flatMap { RequestKind.allCases.firstIndex(of: $0) } ?? RequestKind.allCases.count
        return (0..<16).map { $0 == place ? 0.98 : $0 == 6 + number % 10 ? 0.2 : 0 }
    }

    private let meaning = OrderMeaning(OrderExamples.all.enumerated().map { vector($1.kind, $0) })

    @Test(arguments: RequestKind.allCases)
    func whatIsLikeTheExamplesOfAnActionIsThatAction(kind: RequestKind) throws {
        let meaning = try #require(meaning)
        #expect(meaning.guess(Self.vector(kind, 3)) == .action(kind))
    }

    @Test func betweenTwoActionsItIsAnOrderAndBesidesThemNone() throws {
        let meaning = try #require(meaning)
        let both = zip(Self.vector(.cancel, 1), Self.vector(.reschedule, 1)).map { ($0 + $1) / 2 }
        #expect(meaning.guess(both) == .unknown)
        #expect(meaning.guess(Self.vector(nil, 1)) == nil)
    }

    @Test func vectorsOfOtherExamplesAreNoMeaning() { #expect(OrderMeaning([[1, 0]]) == nil) }

    /// The weights of two points on a line, by hand: half of the difference over half of the squared distance and the penalty.
    @Test func aRegressionIsTheOneOfTheFormula() {
        let regression = RidgeRegression([[1], [-1]], classes: [0, 1], count: 2)
        let slope = 1 / 2.3
        for (score, expected) in zip(regression.scores(of: [1]), [0.5 + slope, 0.5 - slope]) {
            #expect(abs(score - expected) < 1e-9)
        }
    }

    private func order(_ guess: OrderMeaning.Guess, _ text: String) throws -> UnreadOrder {
        let grammar = BuiltInGrammarTests.grammar
        let turn = UserTurn(text, people: RequestPeople(directory: grammar.directory), times: grammar.times)
        let clause = try #require(UnreadOrder.undecided(in: turn, grammar).first)
        return UnreadOrder(guess, in: clause, grammar)
    }

    @Test func whatCanBeSaidPlainlyIsAskedInPlainWords() throws {
        let order = try order(.action(.cancel), "Wave goodbye to Mike's session on Friday")
        #expect(order.plain == "cancel Mike's session on Friday")
        #expect(order.reply.hasPrefix("Shall I cancel Mike's session on Friday?"))
    }

    /// Whoever is meant by the same words may have another name by then.
    @Test func aYesIsToWhatWasAsked() throws {
        let order = try order(.action(.cancel), "Wave goodbye to Mike's session on Friday")
        #expect(order.plain(agreedTo: order.needs) == "cancel Mike's session on Friday")
        let other = try self.order(.action(.cancel), "Wave goodbye to Sara's session on Friday")
        #expect(other.plain != nil && other.needs != order.needs)
        #expect(other.plain(agreedTo: order.needs) == nil && order.plain(agreedTo: other.needs) == nil)
    }

    /// A word that the plain words leave unused would be dropped.
    @Test func whatCannotIsAskedFor() throws {
        let order = try order(.action(.cancel), "Mike's session on Friday has become void, half of it at least")
        #expect(order.plain == nil)
        #expect(order.reply.contains("“Cancel Mike's session on"))
        #expect(try self.order(.unknown, "Wedge Mike in").reply.hasPrefix("This looks like a request"))
    }
}
