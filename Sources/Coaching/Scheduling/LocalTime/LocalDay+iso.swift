/// Days as the wire has them: `YYYY-MM-DD`.
extension LocalDay {
    package var iso: String {
        let (year, month, day) = date
        return [(year, 4), (month, 2), (day, 2)].map { number, width in
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }.joined(separator: "-")
    }

    /// `nil` if the text has another form, or there is no such day.
    package init?(iso text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
            let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
