/// One entry of an export: its header and its text, which may span several lines.
struct WhatsAppEntry: Sendable, Hashable {
    /// The number of the header's line, from 1.
    let line: Int
    let header: WhatsAppHeader
    /// The header as it is written.
    let head: String
    let follows: ChatLine.Break
    /// The text after the header: `Name: text`, or a notice.
    private(set) var content: String
    /// How many of its lines follow CR LF.
    private(set) var innerBreaks = 0
    /// Seconds since 1970-01-01 on the phone's clock; set when the order of the dates is known.
    var localTime: Int64?

    init(_ line: String, _ header: WhatsAppHeader, number: Int, follows: ChatLine.Break) {
        self.line = number
        self.header = header
        self.follows = follows
        head = String(line.unicodeScalars.dropLast(header.rest.unicodeScalars.count))
        content = header.rest
    }

    mutating func append(_ line: String, follows: ChatLine.Break) {
        content += "\n" + line
        if follows == .both, !line.isEmpty { innerBreaks += 1 }
    }

    /// Takes what was an entry by its form into the text of this one.
    mutating func append(_ excerpt: WhatsAppEntry) { content += "\n" + excerpt.head + excerpt.content }

    mutating func read(_ reading: DateReading) {
        localTime = reading.days(header.date, yearPlace: header.style.yearPlace).map { days in
            Int64(days) * 86_400 + Int64(header.hour * 3600 + header.minute * 60 + header.second)
        }
    }
}
