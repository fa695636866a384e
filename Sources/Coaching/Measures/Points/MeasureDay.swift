import Scheduling

/// Days as the wire has them: `YYYY-MM-DD`.
enum MeasureDay {
    static func text(_ day: LocalDay) -> String {
        let (year, month, date) = day.date
        return [(year, 4), (month, 2), (date, 2)].map { number, width in
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }.joined(separator: "-")
    }

    static func parse(_ text: String) -> LocalDay? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2])
        else { return nil }
        return LocalDay(year: year, month: month, day: day)
    }
}
