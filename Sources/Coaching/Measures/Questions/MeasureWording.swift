import Domain
import Scheduling

/// Words points as answers, each with the messages of the values that it names.
struct MeasureWording: Sendable {
    /// How many values of one client are told.
    private static let maxNamed = 3

    let words: MeasureAnswerWords

    /// "Tom's weight: 84.2 kg on 2026-01-05, 81.3 kg on 2026-03-18 (-2.9 kg, 14 values)."
    /// - Parameter points: of one measure, oldest first.
    func change(_ points: [StoredPoint], called name: String, about detail: String, isTrend: Bool) -> MeasureAnswer? {
        guard let first = points.first, let last = points.last else { return nil }
        let title = words.title(of: last.kind, detail, called: name)
        guard first.id != last.id, let start = first.unit.converted(first.value, to: last.unit) else {
            let text = words.text("only", ["title": title, "last": told(last)])
            return MeasureAnswer(text: text, sources: Self.sources([last]))
        }
        let change = last.value - start
        let text = words.text(
            "change",
            [
                "title": title, "first": words.value(start, in: last.unit, on: first.day.iso), "last": told(last),
                "change": (change > 0 ? "+" : "") + words.value(change, in: last.unit), "count": "\(points.count)",
            ]
        )
        let verdict = isTrend ? verdict(last.kind, change) + " " : ""
        return MeasureAnswer(text: verdict + text, sources: Self.sources([first, last]))
    }

    private func verdict(_ kind: PointKind, _ change: Double) -> String {
        guard let isBetterLow = kind.known?.isBetterLow else { return "" }
        if change == 0 { return words.text("same") }
        return words.text((change < 0) == isBetterLow ? "better" : "worse")
    }

    /// "Anna: 4.5 h on 2026-03-17, 5 h on 2026-03-16."
    func who(_ asked: MeasureQuestion, _ found: [(name: String, points: [StoredPoint])]) -> MeasureAnswer {
        let bad = found.compactMap { name, points -> (line: String, points: [StoredPoint])? in
            let named = points.filter(\.isBad).suffix(Self.maxNamed)
            guard !named.isEmpty else { return nil }
            return ("\(name): " + named.map(told).joined(separator: ", ") + ".", Array(named))
        }
        guard !bad.isEmpty else {
            let measure = words.name(of: .known(asked.kind), asked.detail)
            return MeasureAnswer(text: words.text("nobody", ["measure": measure]), sources: [])
        }
        return MeasureAnswer(
            text: bad.map(\.line).joined(separator: "\n"),
            sources: Self.sources(bad.flatMap(\.points))
        )
    }

    private func told(_ point: StoredPoint) -> String { words.value(point.value, in: point.unit, on: point.day.iso) }

    private static func sources(_ points: [StoredPoint]) -> [MeasureAnswer.Source] {
        points.compactMap { point in
            guard let message = point.message, let chat = point.chat else { return nil }
            return MeasureAnswer.Source(client: point.pair.client, messageId: message, chatId: chat)
        }
    }
}
