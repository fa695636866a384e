import Domain

/// Runs: a distance, and how long it took.
extension MeasureRules {
    mutating func findRuns() {
        let hasRun = items.contains { $0.has(.ran) }
        for quantity in quantities where used.isDisjoint(with: quantity.range) {
            guard case .unit(let unit) = quantity.form, unit == .kilometre || unit == .mile else { continue }
            guard !isSteps(quantity) else { continue }
            findRun(quantity.value, unit, at: quantity.range, hasRun: hasRun)
        }
        for index in items.indices where !used.contains(index) {
            for case .distance(let kilometres) in items[index].meanings {
                findRun(kilometres, .kilometre, at: index..<index + 1, hasRun: false)
            }
        }
    }

    private func isSteps(_ quantity: MeasureQuantity) -> Bool {
        items[safe: quantity.range.upperBound]?.kinds.contains(.steps) == true
    }

    private mutating func findRun(_ distance: Double, _ unit: MeasureUnit, at range: Range<Int>, hasRun: Bool) {
        let clause = sentence.clause(of: range.lowerBound)
        guard isStated(range), !items[clause].contains(where: { $0.has(.othersport) }),
            items[safe: range.lowerBound - 1]?.isMark("/") != true,
            let kilometres = unit.converted(distance, to: .kilometre), MeasureKind.run.range.contains(kilometres)
        else { return }
        let time = time(of: kilometres, near: range)
        guard hasRun || time != nil else { return }
        add(
            MeasureReading(
                kind: .run,
                value: distance,
                unit: unit,
                day: day(at: range.lowerBound),
                seconds: time?.seconds,
                confidence: confidence(hasRun ? 0.9 : 0.75, at: range)
            ),
            using: range
        )
        if let time { used.formUnion(time.range) }
    }

    /// The first time of the sentence at which somebody can run so far.
    private func time(of kilometres: Double, near range: Range<Int>) -> (seconds: Int, range: Range<Int>)? {
        for quantity in quantities where used.isDisjoint(with: quantity.range) {
            let choices: [Double]
            switch quantity.form {
            case .clock(let parts):
                guard !isClockTime(quantity) else { continue }
                if isPace(quantity) {
                    choices = [Double(parts[0] * 60 + parts[1]) * kilometres]
                } else if parts.count == 3 {
                    choices = [Double(parts[0] * 3600 + parts[1] * 60 + parts[2])]
                } else {
                    choices = [Double(parts[0] * 60 + parts[1]), Double(parts[0] * 3600 + parts[1] * 60)]
                }
            case .hours: choices = [quantity.value * 3600]
            default: continue
            }
            if let seconds = choices.first(where: { (130...1200).contains($0 / kilometres) }) {
                return (Int(seconds.rounded()), quantity.range)
            }
        }
        return nil
    }

    private func isPace(_ quantity: MeasureQuantity) -> Bool {
        let next = items[safe: quantity.range.upperBound]
        return next?.isMark("/") == true || items[safe: quantity.range.upperBound + 1]?.isMark("/") == true
    }

    private func isClockTime(_ quantity: MeasureQuantity) -> Bool {
        items[safe: quantity.range.lowerBound - 1]?.has(.clockat) == true && !isPace(quantity)
    }
}
