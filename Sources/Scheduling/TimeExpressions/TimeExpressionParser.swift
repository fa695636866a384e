public import Domain
public import Foundation

/// Understands what people say about time: dates, clock times, intervals, lengths, repetitions.
///
/// Deterministic and total: the same text at the same "now" in the same zone always has the same reading, and what
/// isn't a time has the reading `none`. Texts are read up to their first thousand characters.
/// ```swift
/// let parser = TimeExpressionParser(now: clock.now(), timeZone: zone, locale: "en-GB")
/// parser.parse("half nine on Friday").local      // 2026-03-13T09:30
/// ```
public struct TimeExpressionParser: Sendable {
    private let now: Timestamp
    private let timeZone: TimeZone
    private let style: LocaleStyle

    /// - Parameter locale: decides the language and the order of numeric dates: `en-US`, `en-GB`, `es-ES`, …
    public init(now: Timestamp, timeZone: TimeZone, locale: String) {
        self.now = now
        self.timeZone = timeZone
        style = LocaleStyle(locale)
    }

    /// Reads a text that is nothing but a time expression; `none` when anything is left over.
    public func parse(_ text: String) -> TimeReading {
        let tokens = TimeLexer.tokens(of: text)
        // A text that was cut off isn't one expression.
        guard text.count <= TimeLexer.characterLimit else { return .none }
        for vocabularies in style.vocabularies {
            let grammar = grammar(tokens, vocabularies, isWhole: true)
            guard let expression = grammar.wholeExpression() else { continue }
            let reading = TimeResolver(now: now, timeZone: timeZone).reading(of: expression)
            if reading.kind != .none { return reading }
        }
        return .none
    }

    /// Finds the time expressions of a sentence, from left to right, without overlaps.
    public func find(in text: String) -> [TimeMatch] {
        let tokens = TimeLexer.tokens(of: text)
        let resolver = TimeResolver(now: now, timeZone: timeZone)
        for vocabularies in style.vocabularies(for: tokens) {
            let matches = grammar(tokens, vocabularies, isWhole: false).expressions().compactMap { found in
                let reading = resolver.reading(of: found.expression)
                return reading.kind == .none ? nil : TimeMatch(range: found.range, reading: reading)
            }
            if !matches.isEmpty { return matches }
        }
        return []
    }

    private func grammar(_ tokens: [TimeToken], _ vocabularies: [TimeVocabulary], isWhole: Bool) -> TimeGrammar {
        let annotated = TimeVocabulary.annotate(tokens, with: vocabularies)
        return TimeGrammar(tokens: annotated, style: style, isWhole: isWhole)
    }
}
