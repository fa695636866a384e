import Domain

/// Exercises with a weight: "squat 3x5 at 92.5", "bench 80 kg, 4 sets of 6".
extension MeasureRules {
    struct Sets {
        var sets: Int?
        var repetitions: Int?
        var load: Double?
        var range: Range<Int>
    }

    mutating func findLifts() {
        let names = items.indices.filter { items[$0].lift != nil }
        guard !names.isEmpty else { return findNamelessLift() }
        for (number, index) in names.enumerated() {
            let start = number == 0 ? sentence.clause(of: index).lowerBound : index
            let end = number + 1 < names.count ? names[number + 1] : items.count
            findLift(items[index].lift ?? "", in: start..<end)
        }
    }

    /// "3x5 at 92.5"
    private mutating func findNamelessLift() {
        guard !items.contains(where: { $0.has(.othersport) || $0.has(.ran) || !$0.kinds.isEmpty }) else { return }
        guard let sets = sets(in: items.indices), sets.sets ?? 0 > 1, sets.repetitions != nil else { return }
        findLift("", in: items.indices)
    }

    private mutating func findLift(_ name: String, in range: Range<Int>) {
        let sets = sets(in: range)
        guard let load = load(in: range, sets) else { return }
        guard isStated(load.range) else { return }
        let isThing = items[load.range.upperBound..<min(items.count, load.range.upperBound + 2)].contains {
            $0.has(.thing)
        }
        guard !isThing || sets != nil else { return }
        add(
            MeasureReading(
                kind: .lift,
                detail: name,
                value: load.value,
                unit: load.unit,
                day: day(at: load.range.lowerBound),
                repetitions: sets?.repetitions,
                sets: sets?.sets,
                confidence: confidence(name.isEmpty ? 0.7 : 0.9, at: load.range)
            ),
            using: load.range
        )
        if let sets { used.formUnion(sets.range) }
    }

    private func load(
        in range: Range<Int>,
        _ sets: Sets?
    ) -> (value: Double, unit: MeasureUnit, range: Range<Int>)? {
        for quantity in quantities where range.contains(quantity.range.lowerBound) {
            if case .unit(let unit) = quantity.form, unit == .kilogram || unit == .pound {
                return (quantity.value, unit, quantity.range)
            }
        }
        let unit: MeasureUnit = usesPounds ? .pound : .kilogram
        if let load = sets?.load, let range = sets?.range { return (load, unit, range) }
        for quantity in quantities where range.contains(quantity.range.lowerBound) && quantity.form == .plain {
            let index = quantity.range.lowerBound
            guard sets?.range.contains(index) != true, index > 0 else { continue }
            if items[index - 1].has(.load) || items[index - 1].isMark("@"), sets != nil {
                return (quantity.value, unit, quantity.range)
            }
        }
        return nil
    }

    /// "3x5", "100 kg x 3", "3x5x100", "4 sets of 6", "5 reps".
    private func sets(in range: Range<Int>) -> Sets? {
        for index in range {
            guard let first = items[index].number else { continue }
            if let found = product(first, at: index, upTo: range.upperBound) { return found }
            if items[safe: index + 1]?.has(.sets) == true {
                var next = index + 2
                while let item = items[safe: next], item.number == nil,
                    item.has(.by) || item.isFiller || item.has(.load),
                    next < index + 5
                { next += 1 }
                let repetitions = next < range.upperBound ? items[safe: next]?.number : nil
                let isLoad = items[safe: next + 1]?.unit != nil || items[safe: next - 1]?.isMark("@") == true
                return Sets(
                    sets: whole(first),
                    repetitions: isLoad ? nil : repetitions.flatMap(whole),
                    range: index..<(repetitions == nil || isLoad ? index + 2 : next + 1)
                )
            }
            if items[safe: index + 1]?.has(.reps) == true, !(items[safe: index + 1]?.has(.by) == true) {
                return Sets(sets: 1, repetitions: whole(first), range: index..<index + 2)
            }
        }
        return nil
    }

    private func product(_ first: MeasureNumber, at index: Int, upTo end: Int) -> Sets? {
        var (numbers, units, next) = ([first], [items[safe: index + 1]?.unit != nil], index + 1)
        if units[0] { next += 1 }
        while numbers.count < 3, next + 1 < end, isTimes(next), let number = items[next + 1].number {
            numbers.append(number)
            let hasUnit = items[safe: next + 2]?.unit.map { $0 == "kg" || $0 == "lb" } == true
            units.append(hasUnit)
            next += hasUnit ? 3 : 2
        }
        guard numbers.count > 1 else { return nil }
        let range = index..<next
        let counts = zip(numbers, units).filter { !$0.1 }.map(\.0)
        switch (counts.count, numbers.count) {
        case (1, _): return Sets(sets: 1, repetitions: whole(counts[0]), range: range)
        case (2, _) where (whole(counts[0]) ?? 99) <= 20:
            return Sets(sets: whole(counts[0]), repetitions: whole(counts[1]), range: range)
        // "100 x 5"
        case (2, 2): return Sets(sets: 1, repetitions: whole(counts[1]), load: counts[0].value, range: range)
        case (3, _):
            let isFirst = counts[0].value > counts[2].value
            let (load, rest) = isFirst ? (counts[0], [counts[2], counts[1]]) : (counts[2], [counts[0], counts[1]])
            return Sets(sets: whole(rest[0]), repetitions: whole(rest[1]), load: load.value, range: range)
        default: return nil
        }
    }

    private func isTimes(_ index: Int) -> Bool {
        items[index].has(.by) || items[index].isMark("×") || items[index].isMark("*")
    }

    private func whole(_ number: MeasureNumber) -> Int? {
        Int(exactly: number.value).flatMap { (1...200).contains($0) ? $0 : nil }
    }
}
