import TextReading

/// Numbers in the user's words, read as everything that they can mean: more than the parser's one meaning.
enum SpokenNumbers {
    private static let named = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45,
        "sixty": 60,
        "ninety": 90, "a": 1, "an": 1, "uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
        "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "eins": 1, "zwei": 2, "drei": 3, "vier": 4,
        "funf": 5,
        "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwolf": 12,
    ]

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
            let hasHalf = words.contains { ["half", "media", "halb", "meia", "demie", "halv"].contains($0) }
            let hasQuarter = words.contains { ["quarter", "cuarto", "viertel", "kvart", "quart"].contains($0) }
            for (position, value) in numbers.enumerated() {
                guard let value, !["a", "an"].contains(words[position]) else { continue }
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
                if ["m", "min", "mins", "minute"].contains(unit) || unit.isEmpty { lengths.insert(value) }
                if ["h", "hr", "hrs", "hour"].contains(unit) { lengths.insert(value * 60) }
            }
            guard let unit = minutes(of: word) else { continue }
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

    private static func minutes(of unit: String) -> Int? {
        switch unit {
        case "minute", "minutes", "min", "mins", "minuto", "minutos", "minuten": 1
        case "hour", "hours", "hr", "hrs", "hora", "horas", "stunde", "stunden", "heure", "heures": 60
        case "day", "days", "dia", "dias", "tag", "tage": 1440
        case "week", "weeks", "semana", "semanas", "woche", "wochen": 7 * 1440
        default: nil
        }
    }

    private static func number(_ word: String) -> Int? {
        if let known = named[word] { return known }
        let digits = word.prefix { $0.isNumber }
        guard !digits.isEmpty, digits.count < 3, let value = Int(digits) else { return nil }
        return ["", "am", "pm", "a", "p", "h", "ish", "o'clock", "uhr", "hs", "th", "st", "nd", "rd"]
            .contains(word.dropFirst(digits.count)) ? value : nil
    }
}
