public import Accounts
import Contacts
public import Domain
import SpotterAPI
public import Storage

/// Exports measures: a client's own, and those of a trainer's clients.
public struct MeasuresExport: AccountExportParticipant {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    public var tables: [String: TableExport] {
        [
            "measure_points": .exported(in: "measures/*.json"),
            "measure_rebuilds": .omitted(because: "measures that are being read again"),
            "measure_model_queue": .omitted(because: "messages that a language model is still to read"),
            "measure_changes": .exported(in: "measures/changes.json, if values were changed by hand"),
            "measure_kinds": .exported(in: "measures/kinds.json, for a trainer who has added some"),
            "measure_settings": .exported(in: "measures/settings.json, for a trainer who is told of drops and jumps"),
            "measure_alert_queue": .omitted(because: "measures that are still to be judged"),
            "measure_alerts": .omitted(because: "what was told is in notices-*.json"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        if try await database.read({ try AlertRows.isOn(user.id, on: $0) }) {
            try await archive.document("measures/settings.json", MeasureAlertsBody(enabled: true))
        }
        let changes = try await database.read { try MeasureChanges.list(of: user.id, on: $0) }
        if !changes.isEmpty { try await archive.document("measures/changes.json", changes) }
        let kinds = try await database.read { try KindRows.list(of: user.id, on: $0) }
        if !kinds.isEmpty { try await archive.document("measures/kinds.json", CustomMeasuresResponse(kinds: kinds)) }
        let others = try await database.read { connection in
            try connection.query(Contacts.userIDs(of: "$1"), user.id) { try $0.id(0, UserID.self) }
        }
        for other in others.sorted() {
            let pair =
                user.role == .trainer
                ? MeasurePair(trainer: user.id, client: other) : MeasurePair(trainer: other, client: user.id)
            let points = try await database.read {
                try PointRows.list(pair, limit: MeasureService.maxExported, on: $0)
            }
            guard !points.isEmpty else { continue }
            let series = MeasureFolding.series(of: points)
            try await archive.document("measures/\(other).json", MeasuresResponse(series: series, hasMore: false))
        }
    }
}
