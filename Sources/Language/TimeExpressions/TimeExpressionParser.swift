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
    private let ownerZone: TimeZone?

    /// - Parameters:
    ///   - locale: determines the language and the order of numeric dates: `en-US`, `en-GB`, `es-ES`, …; without it, the
    ///     English that is usual where the zone is (`LocaleTag`).
    ///   - ownerZone: the time zone meant by "his time", "her time" or "Kenji's time". If it is `nil`, such a reading is
    ///     in `timeZone`, is ambiguous, and names whose zone is missing (`ParsedTime.zoneOwner`).
    public init(now: Timestamp, timeZone: TimeZone, locale: String? = nil, ownerZone: TimeZone? = nil) {
        self.ownerZone = ownerZone
        self.now = now
        self.timeZone = timeZone
        style = LocaleStyle(locale ?? LocaleTag.usual(in: timeZone.identifier))
    }

    /// Parses a text that consists only of a time expression. `.none` if anything else remains.
    public func parse(_ text: String) -> ParsedTime {
        let tokens = TimeLexer.tokens(of: text)
        // A truncated text isn't a single expression.
        guard text.count <= TimeLexer.maxCharacters else { return .none }
        for (index, choice) in style.vocabularies.enumerated() {
            let grammar = grammar(tokens, choice, isWhole: true)
            // Numbers alone are read as in the locale's language.
            guard index == 0 || grammar.tokens.contains(where: { $0.isWord && !$0.meanings.isEmpty }) else { continue }
            guard let expression = grammar.wholeExpression() else { continue }
            let time = resolver.parsedTime(of: expression)
            if time.kind != .none { return time }
        }
        return .none
    }

    /// Finds the time expressions in a sentence, from left to right, without overlaps.
    public func find(in text: String) -> [TimeMatch] { sentence(text).matches }

    /// The times in a sentence, and the grammar of the language in which they were found.
    func sentence(_ text: String) -> (grammar: TimeGrammar, matches: [TimeMatch]) {
        let times = TurnTexts.current?.reading(of: text, name) { read(text) } ?? read(text)
        return (TimeGrammar(tokens: times.tokens, style: times.style, isWhole: false), times.matches)
    }

    private struct SentenceTimes: Sendable {
        var tokens: [TimeToken]
        var style: LocaleStyle
        var matches: [TimeMatch]
    }

    /// All on which a reading depends besides the text.
    private var name: String {
        let zones = "\(timeZone.identifier) \(ownerZone?.identifier ?? "")"
        return "times \(now.milliseconds) \(zones) \(style.language) \(style.region ?? "")"
    }

    private func read(_ text: String) -> SentenceTimes {
        let tokens = TimeLexer.tokens(of: text)
        var first: SentenceTimes?
        for choice in style.vocabularies(for: tokens) {
            let grammar = grammar(tokens, choice, isWhole: false)
            let matches: [TimeMatch] = grammar.expressions().compactMap { found in
                let time = resolver.parsedTime(of: found.expression)
                return time.kind == .none ? nil : TimeMatch(range: found.range, reading: time)
            }
            let times = SentenceTimes(tokens: grammar.tokens, style: grammar.style, matches: matches)
            if !matches.isEmpty { return times }
            first = first ?? times
        }
        return first ?? SentenceTimes(tokens: [], style: style, matches: [])
    }

    /// The same parser, for which "his time", "her time" and "Kenji's time" mean this zone.
    public func resolvingOwners(in zone: TimeZone) -> TimeExpressionParser {
        TimeExpressionParser(now: now, timeZone: timeZone, style: style, ownerZone: zone)
    }

    private init(now: Timestamp, timeZone: TimeZone, style: LocaleStyle, ownerZone: TimeZone) {
        self.now = now
        self.timeZone = timeZone
        self.style = style
        self.ownerZone = ownerZone
    }

    private var resolver: TimeResolver { TimeResolver(now: now, timeZone: timeZone, ownerZone: ownerZone) }

    private func grammar(_ tokens: [TimeToken], _ choice: LocaleStyle.Choice, isWhole: Bool) -> TimeGrammar {
        let annotated = TimeVocabulary.annotate(tokens, with: choice.vocabularies)
        return TimeGrammar(tokens: annotated, style: choice.style, isWhole: isWhole)
    }
}
