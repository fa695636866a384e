/// The words of dates and times in the headers of an export. The tables are made from CLDR by `scripts/whatsapp-words`.
enum HeaderWords {
    /// A word for a part of the day, such as `PM`, `ब.ज़े` or `下午`.
    struct DayHalf: Sendable {
        /// Hours, from the first to before the second. A span may go over midnight.
        let spans: [(from: Int, to: Int)]
        /// The orders of day, month and year where the word is used.
        let orders: Set<DateOrder>

        /// The hour from 0 to 23 of one on a clock of twelve hours; `nil` if that has no such hour.
        func hour(of hour: Int) -> Int? {
            guard (0...12).contains(hour) else { return nil }
            let (early, late) = (hour % 12, hour % 12 + 12)
            for span in spans where Self.contains(span, early) != Self.contains(span, late) {
                return Self.contains(span, early) ? early : late
            }
            let from = spans.first?.from ?? 0
            // Twelve in the evening is midnight.
            return from < 12 || (from >= 17 && early == 0) ? early : late
        }

        private static func contains(_ span: (from: Int, to: Int), _ hour: Int) -> Bool {
            span.from < span.to ? (span.from..<span.to).contains(hour) : hour >= span.from || hour < span.to
        }
    }

    static let dayHalves: [String: DayHalf] = {
        var halves: [String: DayHalf] = [:]
        for row in DataTable(PackageResources.day_halves_tsv).rows where row.count == 3 {
            let spans = row[1].split(separator: ",").compactMap { span -> (from: Int, to: Int)? in
                let hours = span.split(separator: "-").compactMap { Int($0) }
                return hours.count == 2 ? (hours[0], hours[1]) : nil
            }
            halves[String(row[0])] = DayHalf(spans: spans, orders: orders(row[2]))
        }
        return halves
    }()

    /// Words between or after the numbers of a date and a time, such as `à`, `klo` or `г`, and the orders where they
    /// are used.
    static let between: [String: Set<DateOrder>] = {
        var words: [String: Set<DateOrder>] = [:]
        for row in DataTable(PackageResources.between_tsv).rows where row.count == 2 {
            words[String(row[0])] = orders(row[1])
        }
        return words
    }()

    /// The names of months and their short forms, in the languages that most people speak.
    static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for row in DataTable(PackageResources.months_tsv).rows where row.count == 2 {
            months[String(row[0])] = Int(row[1])
        }
        return months
    }()

    private static func orders(_ letters: Substring) -> Set<DateOrder> {
        Set(DateOrder.allCases.filter { letters.contains($0.rawValue.prefix(1)) })
    }
}

/// Rows of fields that tabs separate, embedded as bytes.
struct DataTable {
    let rows: [[Substring]]

    init(_ bytes: [UInt8]) {
        rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t") }
    }
}
