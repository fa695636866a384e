import Foundation
import ServerHarness
import TestSupport

/// A data folder as release 0.1.0 left it on 2026-11-22, and what that release answered about it.
///
/// It holds three accounts with a group, receipts, reactions, edits, a deletion, a pin, a draft, a mention, a picture,
/// vectors, calendar events, reminders, decided proposals with their audit log, a webhook subscription and a block.
struct ReleaseFolder {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    let folder = TemporaryFolder()

    var path: String { folder.path + "/data" }
    var databasePath: String { path + "/spotter.db" }

    init() async throws {
        let archive = Self.fixtures.appending(path: "release-0.1.0.tar.gz").path
        let exit = try await ChildProcess.run("tar", ["xzf", archive, "-C", folder.path])
        guard exit == .code(0) else { throw CocoaError(.fileReadCorruptFile) }
    }

    /// By account, the JSON that each `GET` was answered with.
    static func answers() throws -> [String: [String: Any]] {
        let data = try Data(contentsOf: fixtures.appending(path: "release-0.1.0.json"))
        return try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]] ?? [:]
    }
}
