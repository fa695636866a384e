public import Domain

/// A trainer's working hours by day of the week, in the trainer's time zone.
public struct WorkingHours: Sendable, Hashable {
    /// Minutes from midnight, start included, end excluded; at most 1440.
    public typealias Span = Range<Int>

    /// Seven lists, Monday first: sorted, without overlaps, empty for a day off.
    public let spans: [[Span]]

    /// Parses days (`mon`, `mon-fri`, `mon,wed`) with their hours (`07:00-20:00`, `07:00-12:00,14:00-18:00`, or `null`
    /// for a day off). A single day takes precedence over a range that contains it. Days that aren't listed are off.
    /// - Throws: `invalid_request`, naming the entry that can't be parsed.
    public init(_ settings: [String: String?]) throws(SpotterError) {
        var spans = [[Span]](repeating: [], count: 7)
        var isNamed = [Bool](repeating: false, count: 7)
        var isInRange = isNamed
        for (key, hours) in settings.sorted(by: { $0.key < $1.key }) {
            let parsed = try Self.hours(hours)
            for (days, isRange) in try Self.days(key) {
                for day in days {
                    guard !(isRange ? isInRange : isNamed)[day] else {
                        throw .invalid("workingHours gives \(Self.names[day]) twice; name each day once.")
                    }
                    if isRange { isInRange[day] = true } else { isNamed[day] = true }
                    if !isRange || !isNamed[day] { spans[day] = parsed }
                }
            }
        }
        self.spans = spans
    }

    /// The hours of a day of the week; 0 is Monday.
    package func spans(onWeekday weekday: Int) -> [Span] { spans.indices.contains(weekday) ? spans[weekday] : [] }

    // MARK: Parsing

    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private static func days(_ key: String) throws(SpotterError) -> [(days: [Int], isRange: Bool)] {
        var found: [(days: [Int], isRange: Bool)] = []
        for part in key.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
                .map { names.firstIndex(of: String($0).trimmed) }
            switch (ends.count, ends.first ?? nil, ends.last ?? nil) {
            case (1, let day?, _): found.append(([day], false))
            case (2, let first?, let last?):
                let length = (last - first + 7) % 7
                found.append(((0...length).map { (first + $0) % 7 }, true))
            default:
                throw .invalid("'\(key.prefix(40))' is not a day; use mon, tue … sun, or a range such as mon-fri.")
            }
        }
        return found
    }

    private static func hours(_ text: String?) throws(SpotterError) -> [Span] {
        guard let text else { return [] }
        var spans: [Span] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { minutes(String($0).trimmed) }
            guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else {
                throw .invalid("'\(text.prefix(40))' are not working hours; use HH:MM-HH:MM, the start first.")
            }
            spans.append(start..<end)
        }
        spans.sort { $0.lowerBound < $1.lowerBound }
        guard zip(spans, spans.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else {
            throw .invalid("The working hours '\(text.prefix(40))' overlap.")
        }
        return spans
    }

    /// `HH:MM` up to 24:00.
    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60
        else { return nil }
        let total = hour * 60 + minute
        return total <= 1440 ? total : nil
    }
}
