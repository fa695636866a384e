import Domain

/// Puts points together to series.
enum MeasureFolding {
    /// By kind and detail, each in the unit that was used last, oldest first.
    static func series(of points: [StoredPoint]) -> [MeasureSeries] {
        grouped(points).map { kind, detail, points in
            let unit = points.last?.unit ?? kind.unit
            return MeasureSeries(
                kind: kind.rawValue,
                detail: detail,
                unit: unit.rawValue,
                points: points.map { $0.point(in: unit) }
            )
        }
    }

    /// By kind and detail, each the oldest first.
    static func grouped(
        _ points: [StoredPoint]
    ) -> [(kind: MeasureKind, detail: String, points: [StoredPoint])] {
        struct Key: Hashable {
            let kind: MeasureKind
            let detail: String
        }
        let order = MeasureKind.allCases
        return Dictionary(grouping: points) { Key(kind: $0.kind, detail: $0.detail) }
            .sorted { one, other in
                let ranks = [one, other].map { order.firstIndex(of: $0.key.kind) ?? 0 }
                return ranks[0] == ranks[1] ? one.key.detail < other.key.detail : ranks[0] < ranks[1]
            }
            .map { key, points in
                (key.kind, key.detail, points.sorted { ($0.day, $0.at, $0.id) < ($1.day, $1.at, $1.id) })
            }
    }
}
