import Domain

/// Finds the values of one sentence.
struct MeasureRules {
    let sentence: MeasureSentence
    let days: MeasureDays
    let quantities: [MeasureQuantity]
    let heading: Int?
    let usesPounds: Bool
    var items: [MeasureItem] { sentence.items }
    /// Items that already belong to a value.
    var used: Set<Int>
    var found: [MeasureReading] = []

    init(_ sentence: MeasureSentence, weekday: Int, heading: Int?, usesPounds: Bool) {
        self.sentence = sentence
        days = MeasureDays(sentence.items, weekday: weekday)
        quantities = MeasureQuantity.all(in: sentence.items)
        self.heading = heading
        self.usesPounds = usesPounds
        used = days.used
    }

    /// The day of a line that says nothing else.
    var onlyDay: Int? {
        guard quantities.isEmpty, days.mentions.count == 1, !sentence.isQuestion,
            items.allSatisfy({ $0.isFiller })
        else { return nil }
        return days.mentions.first?.day
    }

    mutating func readings() -> [MeasureReading] {
        guard !sentence.isQuestion, !days.isVague, !quantities.isEmpty else { return [] }
        findLifts()
        findRuns()
        for number in quantities.indices {
            let quantity = quantities[number]
            guard used.isDisjoint(with: quantity.range), quantity.form != .other else { continue }
            findBody(number)
        }
        return found
    }

    // MARK: What all rules ask

    /// Whether a value at an item is the author's, and neither wished for nor bounded.
    func isStated(_ range: Range<Int>, mayBeDenied: Bool = false) -> Bool {
        let index = range.lowerBound
        guard sentence.isOwn[index], sentence.isReal[index] else { return false }
        let before = items[max(0, index - 2)..<index]
        if before.contains(where: { $0.has(.bound) }) { return false }
        if let last = before.last, last.has(.delta), !last.has(.at) { return false }
        if items[safe: range.upperBound]?.has(.delta) == true { return false }
        guard !mayBeDenied else { return true }
        let said = items[sentence.clause(of: index).lowerBound..<index]
        // "je n'ai dormi que 4 h"
        return !said.contains { $0.has(.deny) } || said.contains { $0.has(.only) }
    }

    func day(at index: Int, isSleep: Bool = false) -> Int {
        days.day(of: index, in: sentence.clause(of: index), isSleep: isSleep, otherwise: heading ?? 0)
    }

    func confidence(_ best: Double, at range: Range<Int>) -> Double {
        let around = items[max(0, range.lowerBound - 2)..<min(items.count, range.upperBound + 1)]
        return around.contains { $0.has(.hedge) || $0.isMark("~") } ? best - 0.15 : best
    }

    /// Whether only words without weight stand between two places.
    func isAdjacent(_ range: Range<Int>) -> Bool { items[range].allSatisfy(\.isFiller) }

    /// Adds a value if somebody can have it.
    mutating func add(_ reading: MeasureReading, using range: Range<Int>) {
        guard let compared = reading.unit.converted(reading.value, to: reading.kind.unit),
            reading.kind.range.contains(compared)
        else { return }
        used.formUnion(range)
        found.append(reading)
    }
}
