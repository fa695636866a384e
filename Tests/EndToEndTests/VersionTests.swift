import ServerHarness
import ServerTestKit
import TestSupport
import Testing

@Suite(.longTimeLimit)
struct VersionTests {
    /// Of which commit it was built depends on where this runs; outside of a clone there's none.
    @Test func theProgramAndTheServerSayTheSame() async throws {
        let said = try await SpotterCommand.run(["--version"]).output
        #expect(said.wholeMatch(of: #/spotter \d+\.\d+\.\d+( \([0-9a-f]{7,40}( with changes)?\))?/#) != nil, "\(said)")
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder)
        let health = try await server.http.request("GET", "/healthz")
        #expect(health.json["version"] as? String == String(said.dropFirst("spotter ".count)))
        _ = await server.stop()
    }
}
