import Accounts
import Domain
import SpotterAPI

/// Says in an export whether there are credentials. They aren't in it: nothing brings them out again.
struct CredentialExport: AccountExportParticipant {
    let store: CredentialStore

    var tables: [String: TableExport] {
        ["sports_credentials": .exported(in: "league-credentials.json, only whether they are set")]
    }

    func export(_ user: User, to archive: AccountExportArchive) async throws {
        let updated = try await store.updatedAt(of: user.id)
        try await archive.document(
            "league-credentials.json",
            ExportedLeagueCredentials(areSet: updated != nil, updatedAt: updated)
        )
    }
}
