public import Accounts
import Contacts
public import Domain
import SpotterAPI
public import Storage

/// Exports profiles: a client's own, and those that a trainer keeps.
public struct ProfilesExport: AccountExportParticipant {
    private let database: any Database
    private let clock: any WallClock

    public init(database: any Database, clock: any WallClock) {
        self.database = database
        self.clock = clock
    }

    public var tables: [String: TableExport] {
        [
            "profile_statements": .exported(in: "profiles/*.json, as what they add up to"),
            "profile_changes": .exported(in: "profiles/*.json"),
            "profile_reviews": .exported(in: "profiles/*.json"),
            "profile_rebuilds": .omitted(because: "profiles that are being made again"),
            "profile_model_queue": .omitted(because: "messages that a language model is still to read"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        let now = clock.now()
        let others = try await database.read { connection in
            try connection.query(Contacts.userIDs(of: "$1"), user.id) { try $0.id(0, UserID.self) }
        }
        for other in others.sorted() {
            let pair =
                user.role == .trainer
                ? ProfilePair(trainer: user.id, client: other) : ProfilePair(trainer: other, client: user.id)
            let profile = try await database.read { try ProfileService.read(pair, at: now, on: $0) }
            guard !profile.items.isEmpty else { continue }
            try await archive.document("profiles/\(other).json", ClientProfileResponse(profile))
        }
    }
}
