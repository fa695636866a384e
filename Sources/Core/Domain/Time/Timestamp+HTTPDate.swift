extension Timestamp {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The date of an HTTP header, to the second: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
    public var httpDate: String { "\(dateAndTime) GMT" }

    /// The date of a mail, to the second: `Sun, 06 Nov 1994 08:49:37 +0000` (RFC 5322 §3.3).
    public var mailDate: String { "\(dateAndTime) +0000" }

    /// Reads the form that ``httpDate`` writes. Total: `nil` for anything else.
    ///
    /// The two obsolete forms that RFC 9110 mentions are not read, and the weekday is not checked.
    public init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[1].utf8.count == 2, parts[3].utf8.count == 4,
            let month = Self.months.firstIndex(of: String(parts[2]))
        else { return nil }
        self.init(rfc3339: "\(parts[3])-\(Self.twoDigits(month + 1))-\(parts[1])T\(parts[4])Z")
    }

    private var dateAndTime: String {
        let seconds = milliseconds.flooredDivision(by: 1000)
        let days = seconds.flooredDivision(by: 86_400)
        let second = Int(seconds - days * 86_400)
        let (year, month, day) = CivilCalendar.date(days: Int(days))
        let weekday = Self.weekdays[Int(days - days.flooredDivision(by: 7) * 7)]
        let digits = String(year)
        let date =
            "\(Self.twoDigits(day)) \(Self.months[month - 1]) "
            + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let time = [second / 3600, second / 60 % 60, second % 60].map(Self.twoDigits).joined(separator: ":")
        return "\(weekday), \(date) \(time)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
