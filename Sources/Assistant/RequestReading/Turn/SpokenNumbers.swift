import TextReading

/// Numbers in the user's words, read as everything that they can mean: more than the parser's one meaning.
enum SpokenNumbers {
    private static let named = TurnWords.numbers("number")

    /// Minutes from midnight of every clock time that a number can be: 9 is 9:00 and 21:00.
    static func clockTimes(in texts: [String]) -> Set<Int> {
        var times: Set<Int> = []
        func add(_ hour: Int, _ minute: Int) {
            guard (0...24).contains(hour), (0..<60).contains(minute) else { return }
            times.insert(hour % 24 * 60 + minute)
            if hour <= 12 { times.insert((hour + 12) % 24 * 60 + minute) }
        }
        for text in texts {
            for match in text.matches(of: /(\d{1,2})\s?[:.hH]\s?(\d{2})/) {
                if let hour = Int(match.1), let minute = Int(match.2) { add(hour, minute) }
            }
            for match in text.matches(of: /\b(\d{1,2})(\d{2})\b/) {
                if let hour = Int(match.1), let minute = Int(match.2) { add(hour, minute) }
            }
            let words = TextWord.words(of: text).map(\.folded)
            let numbers = words.map(number)
            let hasHalf = words.contains { TurnWords.of("half").contains($0) }
            let hasQuarter = words.contains { TurnWords.of("quarter").contains($0) }
            for (position, value) in numbers.enumerated() {
                guard let value, !TurnWords.of("article").contains(words[position]) else { continue }
                add(value, 0)
                if hasHalf {
                    add(value, 30)
                    add(value - 1, 30)
                }
                if hasQuarter {
                    add(value, 15)
                    add(value - 1, 45)
                }
                // "ten past three", "20 to 5", "nine thirty".
                for other in numbers.dropFirst(position + 1).prefix(3) {
                    guard let other else { continue }
                    add(other, value)
                    add(other - 1, 60 - value)
                    add(value, other)
                }
            }
        }
        return times
    }

    /// Minutes of every length that the words can mean.
    static func lengths(in words: [String]) -> Set<Int> {
        var lengths: Set<Int> = []
        for (position, word) in words.enumerated() {
            let digits = word.prefix { $0.isNumber }
            if !digits.isEmpty, digits.count < 4, let value = Int(digits) {
                let unit = word.dropFirst(digits.count)
                if TurnWords.of("minute").contains(String(unit)) || unit.isEmpty { lengths.insert(value) }
                if TurnWords.of("hour").contains(String(unit)) { lengths.insert(value * 60) }
            }
            guard let unit = minutes[word] else { continue }
            let before = words[max(0, position - 4)..<position]
            for count in before.compactMap(number) where count < 200 { lengths.insert(count * unit) }
            if before.contains("half") {
                lengths.insert(unit / 2)
                for count in before.compactMap(number) where count < 200 { lengths.insert(count * unit + unit / 2) }
            }
            let after = words.dropFirst(position + 1).prefix(3)
            if after.contains("half") { lengths.insert(unit + unit / 2) }
            if unit == 60, before.contains("quarter") || before.contains("quarters") {
                lengths.formUnion([15, 45, 75])
            }
        }
        return lengths
    }

    /// Minutes of a unit of time.
    private static let minutes = TurnWords.numbers("unit")

    private static func number(_ word: String) -> Int? {
        if let known = named[word] { return known }
        let digits = word.prefix { $0.isNumber }
        guard !digits.isEmpty, digits.count < 3, let value = Int(digits) else { return nil }
        let ending = String(word.dropFirst(digits.count))
        return ending.isEmpty || TurnWords.of("ending of numbers").contains(ending) ? value : nil
    }
}
