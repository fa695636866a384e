import Domain
import Messaging

/// Decides which of a language model's claims are values of their author, by the message's own words.
///
/// A claim says which measure a number is. Everything else comes from the message: the digits have to stand in it, in words
/// that the model has copied; whose they are, whether they are wished for, their unit and their day are read by the rules.
/// What the rules have read themselves isn't read again. Pure, and total: a model may claim anything.
struct MeasureClaimCheck {
    /// A model reads between the lines; what rules find is said in so many words.
    static let confidence = 0.6
    private static let maxClaims = 200
    private static let maxReadings = 8

    private let sentences: [MeasureSentence]
    private let weekday: Int
    private let usesPounds: Bool
    private let byRules: [MeasureReading]

    init(_ text: String, weekday: Int, usesPounds: Bool) {
        let cut = MeasureLexer.sentences(of: text)
        sentences =
            MeasureReader.language(of: cut).map { vocabulary in
                cut.map { MeasureSentence($0, vocabulary) }
            } ?? []
        self.weekday = weekday
        self.usesPounds = usesPounds
        byRules = MeasureReader().readings(in: text, weekday: weekday, usesPounds: usesPounds)
    }

    /// Whether a message has numbers that the rules have made nothing of, so that it's worth asking a model.
    static func mayHoldMore(_ text: String, _ readings: [MeasureReading]) -> Bool {
        let numbers = MeasureLexer.sentences(of: text).flatMap(\.tokens).count { $0.number != nil }
        let used = readings.reduce(0) { sum, reading in
            sum + 1 + [reading.diastolic != nil, reading.repetitions != nil, reading.sets != nil].count { $0 }
        }
        return numbers > used
    }

    /// What is proven, in the order of the claims.
    func readings(of claims: [MeasureClaim]) -> [MeasureReading] {
        var found: [MeasureReading] = []
        for claim in claims.prefix(Self.maxClaims) where found.count < Self.maxReadings {
            guard let reading = reading(for: claim) else { continue }
            // One number is one value.
            if found.contains(where: {
                $0.value == reading.value || ($0.kind, $0.detail) == (reading.kind, reading.detail)
            }) {
                continue
            }
            found.append(reading)
        }
        return found
    }

    private func reading(for claim: MeasureClaim) -> MeasureReading? {
        let isKnown = byRules.contains { read in
            read.kind == claim.kind || read.value == claim.value
                || read.diastolic == claim.value || read.repetitions.map { Double($0) } == claim.value
                || read.sets.map { Double($0) } == claim.value
        }
        // A run's or lift's other numbers would be missing.
        guard !isKnown, claim.kind != .lift, claim.kind != .bloodPressure else { return nil }
        let quote = MeasureLexer.sentences(of: claim.quote).flatMap(\.tokens)
        guard quote.contains(where: { $0.number?.means(claim.value) == true }) else { return nil }
        var places: [(sentence: MeasureSentence, index: Int)] = []
        for sentence in sentences {
            for index in sentence.items.indices where sentence.items[index].token.number?.means(claim.value) == true {
                places.append((sentence, index))
            }
        }
        // The same digits twice: which of them is meant isn't known.
        guard places.count == 1, let place = places.first, place.sentence.holds(quote) else { return nil }
        return reading(for: claim, in: place.sentence, at: place.index)
    }

    private func reading(for claim: MeasureClaim, in sentence: MeasureSentence, at index: Int) -> MeasureReading? {
        let rules = MeasureRules(sentence, weekday: weekday, heading: nil, usesPounds: usesPounds)
        guard !sentence.isQuestion, !rules.days.isVague, !rules.used.contains(index),
            rules.isStated(index..<(index + 1)),
            let quantity = rules.quantities.first(where: { $0.range.lowerBound == index }),
            let unit = unit(of: claim.kind, quantity), let detail = detail(of: claim, in: sentence)
        else { return nil }
        // Of 10,412 the digits may be thousands; hours and the like are converted by what they are written with.
        let isGrouped = quantity.number.grouped == claim.value && quantity.value == quantity.number.value
        let value = isGrouped ? claim.value : quantity.value
        guard let compared = unit.converted(value, to: claim.kind.unit), claim.kind.range.contains(compared) else {
            return nil
        }
        return MeasureReading(
            kind: claim.kind,
            detail: detail,
            value: value,
            unit: unit,
            day: rules.day(at: index, isSleep: claim.kind == .sleep),
            confidence: rules.confidence(Self.confidence, at: quantity.range)
        )
    }

    /// The unit that the message names, or the only one that can be meant.
    private func unit(of kind: MeasureKind, _ quantity: MeasureQuantity) -> MeasureUnit? {
        switch quantity.form {
        case .unit(let unit): unit
        case .hours: .hour
        case .percent: .percent
        case .scale: .points
        case .plain: plainUnit(of: kind)
        case .ratio, .clock, .other: nil
        }
    }

    /// Without a unit: where people use pounds, a length or distance could be in two.
    private func plainUnit(of kind: MeasureKind) -> MeasureUnit? {
        guard usesPounds else { return kind.unit }
        return switch kind.unit {
        case .kilogram: .pound
        case .centimetre, .kilometre: nil
        default: kind.unit
        }
    }

    /// The place or exercise by its name among the rules' words; `nil` if the measure needs one and has none.
    private func detail(of claim: MeasureClaim, in sentence: MeasureSentence) -> String? {
        guard claim.kind == .pain else { return "" }
        let named = Set(MeasureLexer.sentences(of: claim.detail).flatMap(\.tokens).compactMap(\.plain))
        let places = sentence.items.filter { item in item.place != nil && item.token.plain.map(named.contains) == true }
        return places.first?.place
    }
}

extension MeasureSentence {
    /// Whether all words and numbers of a quotation stand here, one after the other. Marks don't count.
    fileprivate func holds(_ quote: [MeasureToken]) -> Bool {
        let wanted = quote.compactMap(\.said)
        guard !wanted.isEmpty, wanted.count <= tokens.count else { return false }
        let own = tokens.compactMap(\.said)
        guard own.count >= wanted.count else { return false }
        return (0...(own.count - wanted.count)).contains { Array(own[$0..<($0 + wanted.count)]) == wanted }
    }
}

extension MeasureNumber {
    /// Whether its digits are this value, in one of the ways to read a separator.
    fileprivate func means(_ value: Double) -> Bool { self.value == value || grouped == value }
}

extension MeasureToken {
    fileprivate var said: String? { plain ?? number.map { "\($0.value)" } }
}
