import Foundation
import TestSupport
import Testing

@testable import TimeExpressions

/// The parser's own vocabulary in random order, and texts made to nest deeply: every reading holds together, and the work
/// is bounded by the length of the text, counted in examined tokens.
@Suite struct TimeExpressionsWorkTests {
    private static let vocabularies: [(locale: String, vocabulary: TimeVocabulary)] = [
        ("en-US", .english), ("es-ES", .spanish), ("de-DE", .german), ("fr-FR", .french), ("sv-SE", .swedish),
        ("pt-BR", .portuguese),
    ]
    private static let numbers = ["1", "2", "3", "5", "8", "10", "11", "12", "15", "30", "31", "730", "1730", "2026"]
    private static let marks = [",", ".", "...", "-", "/", ":", "(", ")", "!", "?", "'s"]

    /// Examined tokens per token of the text; far above what real texts need.
    private static let limit = 2500

    private func work(_ text: String, locale: String, isWhole: Bool) -> (tokens: Int, lookups: Int) {
        let style = LocaleStyle(locale)
        let tokens = TimeVocabulary.annotate(
            TimeLexer.tokens(of: text),
            with: style.vocabularies.first?.vocabularies ?? []
        )
        let counter = LookupCounter()
        let grammar = TimeGrammar(tokens: tokens, style: style, isWhole: isWhole, counter: counter)
        if isWhole { _ = grammar.wholeExpression() } else { _ = grammar.expressions() }
        return (tokens.count, counter.count)
    }

    @Test(arguments: 0..<12)
    func anyOrderOfItsOwnWordsIsRead(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 77)
        let (locale, vocabulary) = Self.vocabularies[seed % Self.vocabularies.count]
        let words = vocabulary.spellings
        let zone = try #require(TimeZone(identifier: seed % 2 == 0 ? "Australia/Lord_Howe" : "America/New_York"))
        let parser = try #require(TimeExpressionParser.at("2026-03-07T06:59:59Z", zone.identifier, locale))
        for _ in 0..<TestLength.choose(100, full: 300) {
            let pieces = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<3: Self.numbers.randomElement(using: &random)
                case 3: Self.marks.randomElement(using: &random)
                default: words.randomElement(using: &random)
                }
            }
            let text = pieces.joined(separator: " ")
            let reading = parser.parse(text)
            #expect(reading.zoneDisagreement(zone) == nil, "\(text)")
            #expect(reading.doubts.allSatisfy { !$0.text.isEmpty })
            let matches = parser.find(in: text)
            var last = text.startIndex
            for match in matches {
                #expect(match.range.lowerBound >= last && match.range.lowerBound < match.range.upperBound, "\(text)")
                last = match.range.upperBound
            }
            for range in parser.unusedTimeWords(in: text, matches: matches) {
                #expect(!matches.contains { $0.range.overlaps(range) }, "\(text)")
            }
            for isWhole in [true, false] {
                let (count, lookups) = work(text, locale: locale, isWhole: isWhole)
                #expect(lookups <= Self.limit * (count + 1), "\(lookups) for \(text)")
            }
        }
    }

    @Test(arguments: [
        "a week from ", "the day after ", "the week before the weekend after ", "2 hours before ", "no wait, ", "or 5 ",
        "two fridays from now ", "every day but sunday ", "early on friday ", "the monday before ", "between 1 and ",
        "the night before ", "3 business days after ", "1st and ", "from 5 on ", "quarter to ", "friday or ", "5.3.",
        "the day before my ", "week from ", "in two weeks ", "12 of noon ", "tue/thu/",
    ])
    func workGrowsWithTheLength(_ piece: String) {
        let text = String(String(repeating: piece, count: 1000 / piece.count + 1).prefix(TimeLexer.maxCharacters))
        for isWhole in [true, false] {
            let (count, lookups) = work(text, locale: "en-US", isWhole: isWhole)
            #expect(lookups <= Self.limit * (count + 1), "\(lookups) for \(count) tokens")
        }
    }
}
