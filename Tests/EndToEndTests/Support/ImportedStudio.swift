import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// A data folder with the demo's people and chats, to be copied. An import takes a minute in a debug build, so that those who
/// need one at the same time share it; it goes with the last of them.
actor ImportedStudio {
    static let shared = ImportedStudio()

    private weak var imported: TemporaryFolder?
    private var importing: Task<TemporaryFolder, any Error>?

    func folder() async throws -> TemporaryFolder {
        if let imported { return imported }
        if let importing { return try await importing.value }
        let task = Task {
            let folder = TemporaryFolder()
            let run = try await SpotterCommand.run(
                ["import", Repository.fixture("studio.jsonl").path, "--data", folder.path],
                settings: ["SPOTTER_PASSWORD_LOG_ROUNDS": "4"]
            )
            try #require(run.status == 0, "\(run.errors)")
            return folder
        }
        importing = task
        defer { importing = nil }
        let folder = try await task.value
        imported = folder
        return folder
    }
}
