import Domain
import Foundation
import Scheduling
import TimeExpressions

/// Journeys with their dates, and moves.
enum TravelRules {
    static func statements(in reading: MessageReading) -> [ProfileStatement] {
        reading.sentences.compactMap { sentence in
            guard !sentence.isQuestion else { return nil }
            return cancelled(in: sentence) ?? move(in: sentence, of: reading) ?? journey(in: sentence, of: reading)
                ?? listed(in: sentence, of: reading)
        }
    }

    private static func cancelled(in sentence: ProfileSentence) -> ProfileStatement? {
        guard let range = TravelWords.cancelled.first(in: sentence.tokens), sentence.isOwn(range.lowerBound) else {
            return nil
        }
        let topics = sentence.tokens.dropFirst().filter {
            $0.isCapitalized && !SpeakerWords.firstPerson.contains($0.word)
        }.map(\.word)
        return ProfileStatement(
            .travel,
            topics,
            sentence.excerpt(around: range),
            0.8,
            in: sentence,
            kind: .withdrawal
        )
    }

    private static func move(in sentence: ProfileSentence, of reading: MessageReading) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard let range = TravelWords.moving.first(in: tokens), sentence.isOwn(range.lowerBound),
            !sentence.isSupposed(range.lowerBound), !sentence.isNegated(range.lowerBound, within: 2)
        else { return nil }
        guard
            range.lowerBound == 0
                || tokens[max(0, range.lowerBound - 3)..<range.lowerBound].contains(where: { token in
                    SpeakerWords.firstPerson.contains(token.word) || TravelWords.opening.contains(token.word)
                })
        else { return nil }
        let isTo = tokens[range.upperBound - 1].word == "to"
        if isTo { guard place(after: range.upperBound, in: sentence) != nil else { return nil } }
        return make(sentence, range, ["home"], 0.9, .replacement, reading, keepsEnd: false)
    }

    private static func journey(in sentence: ProfileSentence, of reading: MessageReading) -> ProfileStatement? {
        let tokens = sentence.tokens
        if let range = TravelWords.away.first(in: tokens), isSaid(range, in: sentence), isDated(sentence) {
            return make(sentence, range, places(in: sentence), 0.85, .fact, reading)
        }
        // "In Berlin all of next week"
        if tokens.first?.word == "in", let place = place(after: 1, in: sentence), tokens[place].isCapitalized,
            isDated(sentence),
            !TravelWords.over.isIn(tokens)
        {
            return make(sentence, 0..<(place + 1), [tokens[place].word], 0.8, .fact, reading)
        }
        var start = 0
        while let range = TravelWords.going.first(in: tokens, from: start) {
            start = range.lowerBound + 1
            guard isSaid(range, in: sentence) else { continue }
            let from = range.upperBound
            guard let place = place(after: from, in: sentence), isDated(sentence) || isOnDays(sentence, place) else {
                continue
            }
            return make(sentence, range, [tokens[place].word], 0.85, .fact, reading)
        }
        return nil
    }

    /// "Zurich every Monday to Wednesday", "Singapore from the 2nd to the 13th", "Bali with the boys 14 to 22 Feb"
    private static func listed(in sentence: ProfileSentence, of reading: MessageReading) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard GoalWords.events.matches(in: tokens).isEmpty, !TravelWords.over.isIn(tokens) else { return nil }
        for (index, token) in tokens.enumerated() where token.isCapitalized && token.word.count > 3 {
            guard !SpeakerWords.calendar.contains(token.word), !TravelWords.months.contains(token.word),
                sentence.isOwn(index),
                index > 0 || tokens.count > 4
            else { continue }
            let rest = Array(tokens[(index + 1)...].prefix(8))
            guard let span = TravelWords.span.first(in: rest), span.lowerBound <= 4 else { continue }
            guard !rest[..<span.lowerBound].contains(where: { TravelWords.appointment.contains($0.word) }) else {
                continue
            }
            return make(sentence, index..<(index + 1), [token.word], 0.8, .fact, reading)
        }
        return nil
    }

    private static func isSaid(_ range: Range<Int>, in sentence: ProfileSentence) -> Bool {
        sentence.isOwn(range.lowerBound) && !sentence.isSupposed(range.lowerBound)
            && !sentence.isNegated(range.lowerBound, within: 2) && !TravelWords.over.isIn(sentence.tokens)
    }

    /// "in Oslo on Tuesday and Wednesday"
    private static func isOnDays(_ sentence: ProfileSentence, _ place: Int) -> Bool {
        guard sentence.tokens[place].isCapitalized else { return false }
        return sentence.tokens[place...].prefix(4).contains { SpeakerWords.calendar.contains($0.word) }
    }

    /// A date or a length of stay, not just a clock time.
    private static func isDated(_ sentence: ProfileSentence) -> Bool {
        let tokens = sentence.tokens
        if TravelWords.when.isIn(tokens) { return true }
        return tokens.enumerated().contains { index, token in
            TravelWords.months.contains(token.word)
                && (-3...3).contains { tokens[safe: index + $0]?.isNumber == true }
        }
            || tokens.contains {
                $0.isNumber && TravelWords.ordinalEnding.contains(String($0.word.drop(while: \.isNumber)))
            }
    }

    /// The token of a place; capitals count if the author uses them.
    private static func place(after index: Int, in sentence: ProfileSentence) -> Int? {
        let tokens = sentence.tokens
        let usesCapitals = tokens.dropFirst().contains { $0.isCapitalized }
        for position in index..<min(index + 4, tokens.count) {
            let token = tokens[position]
            if token.isNumber || SpeakerWords.calendar.contains(token.word) || TravelWords.months.contains(token.word) {
                return nil
            }
            if TravelWords.articles.contains(token.word) { continue }
            if TravelWords.near.contains(token.word) { return nil }
            if token.isCapitalized { return position }
            if !usesCapitals, token.word.count > 2, position == index { return position }
        }
        return nil
    }

    private static func places(in sentence: ProfileSentence) -> [String] {
        let names = sentence.tokens.dropFirst().filter { token in
            token.isCapitalized && !SpeakerWords.calendar.contains(token.word)
                && !TravelWords.months.contains(token.word)
        }
        return names.isEmpty ? ["away"] : names.prefix(2).map(\.word)
    }

    private static func make(
        _ sentence: ProfileSentence,
        _ range: Range<Int>,
        _ topics: [String],
        _ confidence: Double,
        _ kind: ProfileStatement.Kind,
        _ reading: MessageReading,
        keepsEnd: Bool = true
    ) -> ProfileStatement {
        var statement = ProfileStatement(
            .travel,
            topics,
            sentence.excerpt(around: range),
            confidence,
            in: sentence,
            kind: kind
        )
        let dates = dates(in: sentence, of: reading)
        statement.validFrom = dates.from
        statement.validTo = keepsEnd ? dates.to : nil
        if let from = dates.from { statement.topics.insert("number:\(from.milliseconds / 86_400_000)") }
        return statement
    }

    /// The first and the last day that the sentence names.
    static func dates(in sentence: ProfileSentence, of reading: MessageReading) -> (
        from: Timestamp?, to: Timestamp?
    ) {
        guard let zone = TimeZone(identifier: reading.timeZone) else { return (nil, nil) }
        let parser = TimeExpressionParser(now: reading.sentAt, timeZone: zone)
        let found = parser.find(in: String(sentence.text)).map(\.reading).filter {
            $0.kind != .duration && $0.kind != .recurrence
        }
        guard let first = found.compactMap(\.startsAt).first else { return (nil, nil) }
        let end = found.compactMap { $0.endsAt ?? $0.startsAt }.max()
        guard let end, end > first, end.milliseconds(since: first) < 366 * 86_400_000 else { return (first, nil) }
        let isOneDay = end.milliseconds(since: first) <= 86_400_000
        return (first, isOneDay ? nil : end)
    }
}
