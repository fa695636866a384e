import Domain

/// Values of the body and scales: the nearest measure that fits a number's form.
extension MeasureRules {
    mutating func findBody(_ number: Int) {
        let quantity = quantities[number]
        let clause = sentence.clause(of: quantity.range.lowerBound)
        let before = number > 0 ? quantities[number - 1].range.upperBound : 0
        let after = number + 1 < quantities.count ? quantities[number + 1].range.lowerBound : items.count
        let back = max(clause.lowerBound, before)..<quantity.range.lowerBound
        let ahead = quantity.range.upperBound..<max(quantity.range.upperBound, min(clause.upperBound, after))
        for index in back.reversed() where !used.contains(index) {
            if take(quantity, at: index, gap: index + 1..<quantity.range.lowerBound, in: clause) { return }
        }
        for index in ahead where !used.contains(index) {
            if take(quantity, at: index, gap: quantity.range.upperBound..<index, in: clause) { return }
        }
        if isBare(clause, but: quantity), takeEarlier(quantity, in: clause) { return }
        findWeight(quantity, in: clause)
    }

    /// Whether a clause holds nothing but the quantity and words without weight.
    private func isBare(_ clause: Range<Int>, but quantity: MeasureQuantity) -> Bool {
        clause.allSatisfy { index in
            let item = items[index]
            return quantity.range.contains(index) || item.isFiller || item.has(.conj)
                || [",", "(", ")"].contains { item.isMark($0) }
        }
    }

    /// What an earlier clause names: "slept badly, maybe 4 hours", "slept 6 hours yesterday, and today 8 hours".
    private mutating func takeEarlier(_ quantity: MeasureQuantity, in clause: Range<Int>) -> Bool {
        let start = quantities.last { $0.range.upperBound <= clause.lowerBound }?.range.upperBound ?? 0
        let gap = clause.lowerBound..<quantity.range.lowerBound
        for index in (start..<max(start, clause.lowerBound)).reversed() where !used.contains(index) {
            let around = sentence.clause(of: index).lowerBound..<clause.upperBound
            if take(quantity, at: index, gap: gap, in: around) { return true }
        }
        guard let former = found.last, former.kind != .weight, former.kind != .lift,
            items[clause].contains(where: { $0.isDay }), isStated(quantity.range),
            let (value, unit, sure) = value(of: quantity, as: former.kind, isAdjacent: true)
        else { return false }
        let day = day(at: quantity.range.lowerBound, isSleep: former.kind == .sleep)
        add(
            MeasureReading(kind: former.kind, value: value, unit: unit, day: day, confidence: sure - 0.1),
            using: quantity.range
        )
        return true
    }

    /// - Returns: whether the item names the measure of this quantity.
    private mutating func take(
        _ quantity: MeasureQuantity,
        at index: Int,
        gap: Range<Int>,
        in clause: Range<Int>
    ) -> Bool {
        let item = items[index]
        if item.isPain || item.place != nil, takePain(quantity, at: index, gap: gap, in: clause) { return true }
        for kind in item.kinds {
            guard let (value, unit, sure) = value(of: quantity, as: kind, isAdjacent: isAdjacent(gap)) else { continue }
            guard isStated(quantity.range) else { return true }
            if kind == .weight, items[clause].contains(where: { $0.has(.thing) }) { return true }
            var reading = MeasureReading(
                kind: kind,
                value: value,
                unit: unit,
                day: day(at: quantity.range.lowerBound, isSleep: kind == .sleep),
                confidence: confidence(sure, at: quantity.range)
            )
            if case .ratio(let diastolic) = quantity.form { reading.diastolic = diastolic }
            let count = found.count
            add(reading, using: quantity.range)
            if found.count > count, kind != .weight { used.insert(index) }
            return true
        }
        return false
    }

    private mutating func takePain(
        _ quantity: MeasureQuantity,
        at index: Int,
        gap: Range<Int>,
        in clause: Range<Int>
    ) -> Bool {
        let item = items[index]
        let around = clause.lowerBound..<clause.upperBound
        let isPain = item.isPain || items[around].contains { $0.isPain }
        let isScale = quantity.form == .scale
        guard isScale || (isPain && quantity.form == .plain && isAdjacent(gap) && quantity.value <= 10) else {
            return false
        }
        // A measure's own name is nearer.
        guard gap.allSatisfy({ items[$0].kinds.isEmpty }) else { return false }
        guard isStated(quantity.range, mayBeDenied: quantity.value == 0) else { return true }
        let place = item.place ?? items[around].compactMap(\.place).first
        guard let place = place ?? (isPain ? "" : nil) else { return false }
        add(
            MeasureReading(
                kind: .pain,
                detail: place,
                value: quantity.value,
                unit: .points,
                day: day(at: quantity.range.lowerBound),
                confidence: confidence(isPain ? 0.95 : 0.8, at: quantity.range)
            ),
            using: quantity.range
        )
        return true
    }

    /// The value if a quantity of this form can be of this kind.
    private func value(
        of quantity: MeasureQuantity,
        as kind: MeasureKind,
        isAdjacent: Bool
    ) -> (value: Double, unit: MeasureUnit, confidence: Double)? {
        let value = quantity.value
        switch (kind, quantity.form) {
        case (.weight, .unit(let unit)) where unit == .kilogram || unit == .pound: return (value, unit, 0.95)
        case (.weight, .plain) where isAdjacent: return plainWeight(value).map { (value, $0, 0.85) }
        case (.waist, .unit(let unit)), (.hips, .unit(let unit)), (.chest, .unit(let unit)), (.thigh, .unit(let unit)),
            (.arm, .unit(let unit)), (.neck, .unit(let unit)), (.shoulders, .unit(let unit)),
            (.forearm, .unit(let unit)), (.calf, .unit(let unit)):
            return unit == .centimetre || unit == .inch ? (value, unit, 0.95) : nil
        case (.waist, .plain), (.hips, .plain), (.chest, .plain):
            return isAdjacent && value >= 55 && !usesPounds ? (value, .centimetre, 0.8) : nil
        case (.bodyFat, .percent): return (value, .percent, 0.95)
        case (.bodyFat, .plain) where isAdjacent: return (value, .percent, 0.8)
        case (.restingPulse, .plain), (.restingPulse, .unit(.beatsPerMinute)): return (value, .beatsPerMinute, 0.95)
        case (.bloodPressure, .ratio(let low)) where value > low && (40...140).contains(low):
            return (value, .millimetreOfMercury, 0.95)
        case (.sleep, .hours): return isClock(quantity) ? nil : (value, .hour, 0.95)
        case (.sleep, .clock(let parts)) where parts.count == 2 && isAdjacent && !isClock(quantity):
            return (Double(parts[0]) + Double(parts[1]) / 60, .hour, 0.8)
        case (.sleep, .plain) where isAdjacent && (2...14).contains(value): return (value, .hour, 0.75)
        case (.steps, .plain) where isAdjacent:
            let steps = thousands(quantity) + (quantity.number.grouped ?? value)
            return steps >= 100 ? (steps, .steps, 0.95) : nil
        case (.steps, .unit(.kilometre)) where isAdjacent: return (value * 1000, .steps, 0.9)
        case (.mood, .scale), (.stress, .scale), (.energy, .scale), (.effort, .scale): return (value, .points, 0.95)
        case (.mood, .plain), (.stress, .plain), (.energy, .plain), (.effort, .plain):
            return isAdjacent && value <= 10 ? (value, .points, 0.85) : nil
        default: return nil
        }
    }

    /// "10 500": what a blank separates.
    private func thousands(_ quantity: MeasureQuantity) -> Double {
        guard quantity.number.hasThreeDigits,
            let before = items[safe: quantity.range.lowerBound - 1]?.token.number, !before.hasFraction,
            before.value < 200
        else { return 0 }
        return before.value * 1000
    }

    private func isClock(_ quantity: MeasureQuantity) -> Bool {
        items[safe: quantity.range.lowerBound - 1]?.has(.clockat) == true
    }

    private func plainWeight(_ value: Double) -> MeasureUnit? {
        if usesPounds { return (90...400).contains(value) ? .pound : nil }
        return (35...150).contains(value) ? .kilogram : nil
    }

    /// A weight that isn't called one: "I'm at 80.2", "81.3 this morning", and the second of "80.9 yesterday, today 80.5".
    private mutating func findWeight(_ quantity: MeasureQuantity, in clause: Range<Int>) {
        let own = items[clause]
        guard isStated(quantity.range), !own.contains(where: { $0.has(.thing) || $0.lift != nil }) else { return }
        let rest = clause.filter { !quantity.range.contains($0) }.map { items[$0] }
        if items.contains(where: { $0.lift != nil }), !rest.contains(where: { $0.isDay }) { return }
        let isBare = isBare(clause, but: quantity)
        let isAt = items[clause.lowerBound..<quantity.range.lowerBound].contains { $0.has(.at) }
        let former = found.last { $0.kind == .weight }
        let unit: MeasureUnit
        var sure = 0.8
        switch quantity.form {
        case .unit(let named) where named == .kilogram || named == .pound:
            guard isBare || isAt else { return }
            let isTold = isAt || former != nil || rest.contains { $0.isDay } || quantity.number.hasFraction
            guard isTold, quantity.value >= 35 else { return }
            unit = named
        case .plain:
            guard let plain = former?.unit ?? plainWeight(quantity.value) else { return }
            let isMorning = rest.contains { $0.has(.morning) } && quantities.count == 1
            let isNext = former != nil && isBare && rest.contains { $0.isDay }
            let isSecond = isAt && isAdjacent(lastAt(before: quantity.range.lowerBound)..<quantity.range.lowerBound)
            guard quantity.number.hasFraction, isNext || (isBare && isMorning) || isSecond else { return }
            (unit, sure) = (plain, 0.7)
        default: return
        }
        add(
            MeasureReading(
                kind: .weight,
                value: quantity.value,
                unit: unit,
                day: day(at: quantity.range.lowerBound),
                confidence: confidence(sure, at: quantity.range)
            ),
            using: quantity.range
        )
    }

    private func lastAt(before index: Int) -> Int {
        items.indices.last { $0 < index && items[$0].has(.at) }.map { $0 + 1 } ?? index
    }
}
