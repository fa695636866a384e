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
        guard let date = LocalClock.numbers(text[...], "-", widths: [4, 2, 2]) else { return nil }
        self.init(year: date[0], month: date[1], day: date[2])
    }
}
