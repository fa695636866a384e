import Testing

/// Interfaces that have let us down, and what stands in for them.
@Suite struct ForbiddenInterfaceTests {
    /// Foundation's `Process` reads behind the end of a list of more than a thousand open descriptors, which ends the
    /// process that starts another. `ServerHarness.ChildProcess` and swift-subprocess don't.
    @Test func processesAreNotStartedByFoundation() throws {
        let files = try SourceTree().files + SourceTree.tests().files
        #expect(files.count > 1000)
        let uses = ["()", ".run(", ".init("].map { "= Process" + $0 }
        let offenders = files.filter { file in uses.contains { file.text.contains($0) } }
        #expect(offenders.map(\.path).isEmpty)
    }
}
