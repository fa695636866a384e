/// The start of an entry of an export: date and time, followed by sender and text. Any line either parses or gives
/// `nil`.
///
/// Android writes `12/31/23, 9:41 PM - `, iOS `[31/12/2023, 21:41:05] `, older iOS `31/12/23, 21:41:05: `. Order,
/// digits, separators, words and clock depend on the phone's region and language.
struct WhatsAppHeader: Sendable, Hashable {
    enum Form: Sendable, Hashable { case dash, bracket, colon }

    /// How a phone writes headers: the same in the whole file.
    struct Style: Sendable, Hashable {
        let form: Form
        let isTimeFirst: Bool
        /// Between the numbers of the date.
        let separator: Unicode.Scalar
        let yearPlace: Int?
        let hasSeconds: Bool
        /// Whether the clock has twelve hours and a word for the part of the day.
        let hasHalf: Bool
        /// The other words.
        let words: [String]
    }

    let style: Style
    /// The three numbers of the date in the file's order.
    let date: [Int]
    /// The places of `date` that can be a year: 0, 2 or both. Years have two digits or more.
    let yearPlaces: [Int]
    let hour: Int
    let minute: Int
    let second: Int
    /// The orders of day, month and year where the words are used; `nil` if there are no words.
    let orders: Set<DateOrder>?
    /// The rest of the line.
    let rest: String

    /// - Parameter learned: words of dates and times that the file has besides the usual; `nil` to take any, for a
    ///   file's first line.
    init?(_ line: String, learned: Set<String>? = []) {
        // Most lines of a long message end here.
        if let first = line.utf8.first, first < 0x80, first != UInt8(ascii: "["), !(0x30...0x39).contains(first) {
            return nil
        }
        var scanner = HeaderScanner(line, learned: learned)
        var hasNumber = scanner.skipMarks()
        let isBracket = scanner.skip("[") || scanner.skip("［")
        if isBracket { hasNumber = scanner.skipMarks() }
        guard hasNumber else { return nil }
        guard let header = Self(scanner, isBracket, isTimeFirst: false) ?? Self(scanner, isBracket, isTimeFirst: true)
        else { return nil }
        self = header
    }

    private init?(_ start: HeaderScanner, _ isBracket: Bool, isTimeFirst: Bool) {
        var scanner = start
        var date: HeaderDate?
        var time: (hour: Int, minute: Int, second: Int?)?
        if isTimeFirst { time = scanner.time() } else { date = scanner.date() }
        guard date != nil || time != nil, scanner.between() else { return nil }
        if isTimeFirst { date = scanner.date() } else { time = scanner.time() }
        guard let date, let time, let form = scanner.end(isBracket) else { return nil }
        // Some clocks count to 24, which is the hour after midnight.
        let wholeDay = time.hour <= 24 ? time.hour % 24 : nil
        guard let hour = scanner.half.map({ $0.hour(of: time.hour) }) ?? wholeDay else { return nil }
        scanner.skipSpaces()
        yearPlaces = date.yearPlaces
        (self.date, self.hour, minute, second) = (date.numbers, hour, time.minute, time.second ?? 0)
        style = Style(
            form: form,
            isTimeFirst: isTimeFirst,
            separator: date.separator,
            yearPlace: date.yearPlace,
            hasSeconds: time.second != nil,
            hasHalf: scanner.half != nil,
            words: scanner.words
        )
        let known = ([scanner.half?.orders] + scanner.words.map { HeaderWords.between[$0] }).compactMap { $0 }
        orders = known.dropFirst().reduce(known.first) { $0?.intersection($1) }
        rest = scanner.remainder
    }
}
