import Domain

/// Puts points together to series.
enum MeasureFolding {
    /// By kind and detail, each in the unit that was used last, oldest first.
    static func series(of points: [StoredPoint]) -> [MeasureSeries] {
        grouped(points).map { kind, detail, points in
            let unit = points.last?.unit ?? .own("")
            return MeasureSeries(
                kind: kind.name,
                detail: detail,
                unit: unit.name,
                points: points.map { $0.point(in: unit) }
            )
        }
    }

    /// By kind and detail, each the oldest first.
    static func grouped(
        _ points: [StoredPoint]
    ) -> [(kind: PointKind, detail: String, points: [StoredPoint])] {
        struct Key: Hashable {
            let kind: PointKind
            let detail: String
            /// Two trainers' own measures of one name have nothing in common.
            let trainer: UserID?
        }
        // Those that a trainer has added come last.
        let kinds = MeasureKind.allCases
        func rank(_ kind: PointKind) -> Int { kind.known.flatMap { kinds.firstIndex(of: $0) } ?? kinds.count }
        func order(_ key: Key) -> (Int, String, String, String) {
            (rank(key.kind), key.kind.name, key.detail, key.trainer?.description ?? "")
        }
        let groups = Dictionary(grouping: points) { point in
            Key(kind: point.kind, detail: point.detail, trainer: point.kind.known == nil ? point.pair.trainer : nil)
        }
        return groups.sorted { order($0.key) < order($1.key) }.map { key, points in
            (key.kind, key.detail, points.sorted { ($0.day, $0.at, $0.id) < ($1.day, $1.at, $1.id) })
        }
    }
}
