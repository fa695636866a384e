import Foundation
import TestSupport
import Testing

@testable import SpotterClient

/// The cases that both replicas play are those of this one.
@Suite struct ReplicaCaseTests {
    private static let file = Repository.fixture("replica-cases.jsonl")

    /// `SPOTTER_REPLICA_CASES=1 swift test --filter ReplicaCaseTests` writes them anew.
    @Test func theFileHasTheRunsOfToday() throws {
        let text = try ReplicaCases.lines().joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["SPOTTER_REPLICA_CASES"] == "1" {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let stored = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(stored == text, "write them anew, and play them in the web app: scripts/web-test --only replica")
        #expect(text.utf8.count < 3_000_000)
    }
}
