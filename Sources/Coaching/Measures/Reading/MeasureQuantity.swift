import Domain

/// A number of a sentence with what belongs to it.
struct MeasureQuantity: Sendable {
    enum Form: Sendable, Hashable {
        case plain
        /// Out of ten.
        case scale
        case ratio(Double)
        /// Two or three numbers with colons.
        case clock([Int])
        case hours
        case unit(MeasureUnit)
        case percent
        /// A price, a span, a time of day or a date: no measure.
        case other
    }

    let range: Range<Int>
    let number: MeasureNumber
    /// In hours for `.hours`.
    let value: Double
    let form: Form

    /// All quantities of a sentence, in order.
    static func all(in items: [MeasureItem]) -> [MeasureQuantity] {
        var (found, index): ([MeasureQuantity], Int) = ([], 0)
        while index < items.count {
            guard let quantity = read(items, index) else {
                index += 1
                continue
            }
            found.append(quantity)
            index = max(index + 1, quantity.range.upperBound)
        }
        return found
    }

    private static func read(_ items: [MeasureItem], _ start: Int) -> MeasureQuantity? {
        guard let number = items[safe: start]?.number else { return nil }
        func made(_ end: Int, _ form: Form) -> MeasureQuantity {
            MeasureQuantity(range: start..<min(end, items.count), number: number, value: number.value, form: form)
        }
        let next = items[safe: start + 1]
        let second = items[safe: start + 2]?.number
        if isPrice(items, start) || next?.has(.price) == true || next.map({ isCurrency($0) }) == true {
            return made(start + 2, .other)
        }
        if let next, next.isMark("/"), let second {
            if second.value == 10, !second.hasFraction { return made(start + 3, .scale) }
            // 12/3/2026
            let isDate = items[safe: start + 3]?.isMark("/") == true
            return made(start + 3, isDate ? .other : .ratio(second.value))
        }
        if let scale = outOfTen(items, start) { return made(scale, .scale) }
        if let next, next.isMark(":"), next.isJoined, let minutes = items[safe: start + 2], minutes.isJoined,
            minutes.token.number != nil
        {
            return clock(items, start, number)
        }
        if let next, next.isMark("-") || next.isMark("–"), next.isJoined, second != nil {
            return made(start + 3, .other)
        }
        if let next, next.has(.over), let second { return made(start + 3, .ratio(second.value)) }
        return measured(items, start, number) ?? made(start + 1, .plain)
    }

    private static func isCurrency(_ item: MeasureItem) -> Bool { ["€", "$", "£"].contains { item.isMark($0) } }

    private static func isPrice(_ items: [MeasureItem], _ start: Int) -> Bool {
        guard start > 0 else { return false }
        return isCurrency(items[start - 1]) || items[start - 1].isMark("#") || items[start - 1].isMark("№")
    }

    /// The end of "out of 10", "von 10", "/10".
    private static func outOfTen(_ items: [MeasureItem], _ start: Int) -> Int? {
        var index = start + 1
        while let item = items[safe: index], item.has(.outof) || item.isMark("/"), index < start + 3 { index += 1 }
        guard index > start + 1, let ten = items[safe: index]?.number, ten.value == 10,
            items[safe: index + 1]?.unit == nil
        else { return nil }
        return index + 1
    }

    private static func clock(_ items: [MeasureItem], _ start: Int, _ number: MeasureNumber) -> MeasureQuantity {
        var (parts, index) = ([Int(exactly: number.value) ?? -1], start + 1)
        while parts.count < 3, items[safe: index]?.isMark(":") == true, items[safe: index]?.isJoined == true,
            let next = items[safe: index + 1], next.isJoined, let value = next.token.number?.value
        {
            parts.append(Int(exactly: value.rounded(.down)) ?? -1)
            index += 2
        }
        let isTime = parts.allSatisfy { (0...999).contains($0) } && parts.dropFirst().allSatisfy { $0 < 60 }
        // "7:15 h" of sleep
        if isTime, parts.count == 2, items[safe: index]?.unit == "h" {
            let hours = Double(parts[0]) + Double(parts[1]) / 60
            return MeasureQuantity(range: start..<index + 1, number: number, value: hours, form: .hours)
        }
        let form = isTime ? Form.clock(parts) : .other
        return MeasureQuantity(range: start..<index, number: number, value: number.value, form: form)
    }

    /// A number with a unit.
    private static func measured(
        _ items: [MeasureItem],
        _ start: Int,
        _ number: MeasureNumber
    ) -> MeasureQuantity? {
        var (value, index) = (number.value, start + 1)
        if items[safe: index]?.isMark("%") == true || items[safe: index]?.unit == "%" {
            return MeasureQuantity(range: start..<index + 1, number: number, value: value, form: .percent)
        }
        var hasHalf = false
        if items[safe: index]?.has(.half) == true { (value, hasHalf, index) = (value + 0.5, true, index + 1) }
        if items[safe: index]?.isMark("-") == true, items[safe: index]?.isJoined == true { index += 1 }
        guard let unit = items[safe: index]?.unit else { return nil }
        index += 1
        func made(_ value: Double, _ form: Form) -> MeasureQuantity {
            MeasureQuantity(range: start..<index, number: number, value: value, form: form)
        }
        switch unit {
        case "h":
            if !hasHalf, items[safe: index]?.has(.half) == true {
                (value, index) = (value + 0.5, index + 1)
            } else if let minutes = minutes(items, &index) {
                value += minutes / 60
            }
            return made(value, .hours)
        case "min":
            if let next = items[safe: index], let seconds = next.number?.value, items[safe: index + 1]?.unit == "s" {
                index += 2
                value += seconds / 60
            }
            return made(value / 60, .hours)
        case "st":
            var pounds = value * 14
            if let more = items[safe: index]?.token.number, more.value < 14 {
                pounds += more.value
                index += items[safe: index + 1]?.unit == "lb" ? 2 : 1
            }
            return made(pounds, .unit(.pound))
        default: return MeasureUnit(rawValue: unit).map { made(value, .unit($0)) }
        }
    }

    /// "7h15", "7 h 15 min", "7 hours and 15 minutes".
    private static func minutes(_ items: [MeasureItem], _ index: inout Int) -> Double? {
        var next = index
        if items[safe: next]?.has(.conj) == true { next += 1 }
        guard let item = items[safe: next], let value = item.token.number?.value, value < 60 else { return nil }
        let isNamed = items[safe: next + 1]?.unit == "min"
        guard isNamed || (item.isJoined && next == index) else { return nil }
        index = next + (isNamed ? 2 : 1)
        return value
    }
}
