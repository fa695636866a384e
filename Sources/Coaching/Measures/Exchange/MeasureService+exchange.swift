public import Domain
import Scheduling
public import SpotterAPI
import Storage

/// Tables of values, to take along and to bring.
extension MeasureService {
    /// All points as a table.
    /// - Throws: as `series`.
    public func table(of client: UserID, _ query: Query = Query(), for actor: Actor) async throws -> String {
        MeasureTable.text(of: try await points(of: client, query, limit: Self.maxExported, for: actor).points)
    }

    /// All points as series.
    /// - Throws: as `series`.
    public func document(of client: UserID, _ query: Query = Query(), for actor: Actor) async throws -> MeasuresResponse
    {
        let points = try await points(of: client, query, limit: Self.maxExported, for: actor).points
        return MeasuresResponse(series: MeasureFolding.series(of: points), hasMore: false)
    }

    /// How many values are written at once, so that messages needn't wait for long.
    private static let importBatch = 500

    /// Brings the values of a table. Nothing is written before all of it was read; those that are there already aren't
    /// doubled, so that a table which a crash has cut off can be brought again.
    /// - Throws: `not_found` if the actor is neither the client nor a trainer of theirs; `invalid_request` with the number
    ///   of the line that can't be read.
    public func bring(
        table text: String,
        to client: UserID,
        trainer: UserID? = nil,
        by actor: Actor
    ) async throws -> MeasureImportResponse {
        let now = clock.now()
        let (pair, catalog) = try await database.read { connection in
            let pair = try Self.pair(of: client, trainer: trainer, for: actor, on: connection)
            return (pair, try MeasureCatalog.of(pair.trainer, on: connection))
        }
        // Tables are read outside of the writer, whom messages need.
        let points = try MeasureTable.rows(of: text).map {
            try Self.point($0, id: ids.next(), of: pair, catalog, at: now)
        }
        guard !points.isEmpty else { return MeasureImportResponse(imported: 0, skipped: 0) }
        var days = PointRows.Filter()
        (days.since, days.until) = (points.map(\.day).min(), points.map(\.day).max())
        let new = try await database.read { [days] connection in
            var known = Set(
                try PointRows.list(pair, days, limit: Self.maxExported, on: connection).map(ImportedValue.init)
            )
            let new = points.filter { known.insert(ImportedValue($0)).inserted }
            try Self.requireRoom(for: new.count, of: pair, on: connection)
            return new
        }
        for start in stride(from: 0, to: new.count, by: Self.importBatch) {
            let batch = Array(new[start..<min(start + Self.importBatch, new.count)])
            try await database.write { [ids] connection in
                guard try pair.isOpen(to: actor, on: connection) else { throw SpotterError.notFound("client") }
                try Self.requireRoom(for: batch.count, of: pair, on: connection)
                for point in batch { try PointRows.store(point, on: connection) }
                guard start == 0 else { return }
                try MeasureChanges.note(.imported, of: pair, by: actor, id: ids.next(), at: now, connection)
            }
        }
        return MeasureImportResponse(imported: new.count, skipped: points.count - new.count)
    }

    /// What makes two values the same.
    private struct ImportedValue: Hashable {
        let kind: PointKind
        let detail: String
        let day: LocalDay
        let value: String
        let unit: PointUnit

        init(_ point: StoredPoint) {
            kind = point.kind
            detail = point.detail
            day = point.day
            value = MeasureNumberText.text(point.value)
            unit = point.unit
        }
    }

    private static func point(
        _ row: MeasureTable.Row,
        id: MeasurePointID,
        of pair: MeasurePair,
        _ catalog: MeasureCatalog,
        at now: Timestamp
    ) throws -> StoredPoint {
        do {
            let fields = row.fields
            let rule = try catalog.rule(named: fields["kind"] ?? "")
            guard let value = (fields["value"]?.replacing(",", with: ".")).flatMap(Double.init) else {
                throw SpotterError.invalid("the value is no number")
            }
            var point = StoredPoint(
                id: id,
                pair: pair,
                kind: rule.kind,
                detail: try detail(fields["detail"] ?? ""),
                day: try day(fields["day"] ?? ""),
                at: now,
                value: value,
                unit: rule.unit,
                confidence: 1,
                origin: .imported
            )
            point.diastolic = fields["diastolic"].flatMap(Double.init)
            point.repetitions = fields["repetitions"].flatMap { Int($0) }
            point.sets = fields["sets"].flatMap { Int($0) }
            point.seconds = fields["seconds"].flatMap { Int($0) }
            try point.change(unit: fields["unit"], rule)
            return point
        } catch let error as SpotterError where error.code == .invalidRequest {
            throw SpotterError.invalid("Line \(row.number): \(error.message)")
        }
    }
}
