public import Accounts
public import Domain
import SpotterAPI
public import Storage

/// Exports a trainer's check-ins, and what a trainer has asked or a client was asked, with the answers.
public struct CheckInsExport: AccountExportParticipant {
    private let database: any Database

    private static let rowsPerPart = 200

    public init(database: any Database) { self.database = database }

    public var tables: [String: TableExport] {
        [
            "check_ins": .exported(in: "check-ins.json, for a trainer"),
            "check_in_clients": .exported(in: "check-ins.json, for a trainer, as each one's recipients"),
            "asked_check_ins": .exported(in: "asked-check-ins-*.json"),
            "check_in_changes": .exported(in: "check-in-changes.json, for a trainer"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        if user.role == .trainer {
            let (forms, changes) = try await database.read { connection in
                (
                    try CheckIns.list(of: user.id, on: connection),
                    try CheckInChanges.list(of: user.id, on: connection)
                )
            }
            if !forms.isEmpty { try await archive.document("check-ins.json", CheckInsResponse(checkIns: forms)) }
            if !changes.isEmpty { try await archive.document("check-in-changes.json", changes) }
        }
        var filter = AskedRow.Filter(user: user.id)
        for part in 1... {
            let asked = try await database.read { [filter] in
                try AskedRow.list(filter, limit: Self.rowsPerPart, on: $0)
            }
            guard let last = asked.last else { return }
            filter.before = last.id
            let page = AskedCheckInsResponse(asked: asked, hasMore: false)
            try await archive.document("asked-check-ins-\(part.padded).json", page)
        }
    }
}
