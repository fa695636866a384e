public import Domain
import Scheduling

/// Values of a client that their trainer would want to look at.
public struct NotableMeasure: Sendable, Hashable {
    /// `Sleep to look at: “4.5 h (2026-03-10), 5 h (2026-03-11)”`
    public let text: String
    /// When the last of the values was said.
    public let since: Timestamp
    /// The messages of the values, in their order; those that were written down by hand have none.
    public let messages: [MessageID]
    /// The last of the values.
    public let last: MeasurePointID

    /// At least so many of the week's values have to be low or high.
    static let minBad = 2
    static let maxNamed = 3
    /// How much a weight changes within two weeks before it's told, as a part of it.
    static let minWeightChange = 0.02
    static let weightDays = 14

    /// The rules: at least two values of one measure that `MeasureKind.isBad`, or a weight that has changed by 2 % within
    /// two weeks.
    /// - Parameter points: of one client since two weeks before the end of `days`, in any order.
    static func all(in points: [StoredPoint], during days: ClosedRange<LocalDay>) -> [NotableMeasure] {
        MeasureFolding.grouped(points).compactMap { kind, detail, points in
            // Of a measure that a trainer has added nobody knows what is bad.
            guard let known = kind.known else { return nil }
            let week = points.filter { days.contains($0.day) }
            let named = known == .weight ? changed(points, week) : Array(bad(week).suffix(maxNamed))
            guard let last = named.last else { return nil }
            return NotableMeasure(named, last, name: MeasureAnswerWords.english.name(of: kind, detail))
        }
    }

    private static func bad(_ points: [StoredPoint]) -> [StoredPoint] {
        let bad = points.filter(\.isBad)
        return bad.count >= minBad ? bad : []
    }

    private static func changed(_ points: [StoredPoint], _ week: [StoredPoint]) -> [StoredPoint] {
        guard let last = week.last,
            let first = points.first(where: { $0.day >= last.day.adding(days: -weightDays) && $0.day < last.day }),
            let start = first.unit.converted(first.value, to: last.unit),
            abs(last.value - start) >= start * minWeightChange
        else { return [] }
        return [first, last]
    }

    private init(_ points: [StoredPoint], _ last: StoredPoint, name: String) {
        let values = points.map { "\(MeasureNumberText.text($0.value)) \($0.unit.name) (\($0.day.iso))" }
        let (initial, rest) = (name.prefix(1).uppercased(), name.dropFirst())
        text = "\(initial)\(rest) to look at: “\(values.joined(separator: ", "))”"
        since = last.at
        messages = points.compactMap(\.message)
        self.last = last.id
    }
}
