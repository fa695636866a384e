public import Domain
public import Foundation

/// Parses time expressions in natural language: dates, clock times, intervals, lengths, repetitions.
///
/// Deterministic: the same text at the same current time in the same time zone always has the same result. Text that
/// isn't a time has the result `.none`. Only the first thousand characters are parsed.
/// ```swift
/// let parser = TimeExpressionParser(now: clock.now(), timeZone: zone, locale: "en-GB")
/// parser.parse("half nine on Friday").local      // 2026-03-13T09:30
/// ```
public struct TimeExpressionParser: Sendable {
    private let now: Timestamp
    private let timeZone: TimeZone
    private let style: LocaleStyle

    /// - Parameter locale: determines the language and the order of numeric dates: `en-US`, `en-GB`, `es-ES`, …
    public init(now: Timestamp, timeZone: TimeZone, locale: String) {
        self.now = now
        self.timeZone = timeZone
        style = LocaleStyle(locale)
    }

    /// Parses a text that consists only of a time expression. `.none` if anything else remains.
    public func parse(_ text: String) -> ParsedTime {
        let tokens = TimeLexer.tokens(of: text)
        // A truncated text isn't a single expression.
        guard text.count <= TimeLexer.maxCharacters else { return .none }
        for vocabularies in style.vocabularies {
            let grammar = grammar(tokens, vocabularies, isWhole: true)
            guard let expression = grammar.wholeExpression() else { continue }
            let time = TimeResolver(now: now, timeZone: timeZone).parsedTime(of: expression)
            if time.kind != .none { return time }
        }
        return .none
    }

    /// Finds the time expressions in a sentence, from left to right, without overlaps.
    public func find(in text: String) -> [TimeMatch] {
        let tokens = TimeLexer.tokens(of: text)
        let resolver = TimeResolver(now: now, timeZone: timeZone)
        for vocabularies in style.vocabularies(for: tokens) {
            let matches = grammar(tokens, vocabularies, isWhole: false).expressions().compactMap { found in
                let time = resolver.parsedTime(of: found.expression)
                return time.kind == .none ? nil : TimeMatch(range: found.range, reading: time)
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
