import ServerHarness

/// What a burst leaves in memory.
extension ScenarioContext {
    /// S2, and the server's resident memory before it, after it and a minute later.
    func memory() async throws -> ScenarioReport {
        let window = options.sizes.streamWindow
        let pairs = try await fixtures.pairs(options.sizes.streams)
        // Two looks of the server at its memory, so that what the registrations left was returned.
        try await Task.sleep(for: .seconds(20))
        let before = megabytes
        var report = try await report(
            "memory",
            "1:1 stream, \(pairs.count) pairs, \(window) in flight",
            streams(over: pairs)
        )
        let after = megabytes
        try await Task.sleep(for: .seconds(60))
        report.notes.append(
            "resident memory: \(before) MB before, \(after) MB directly after, \(megabytes) MB a minute later"
        )
        return report
    }

    private var megabytes: Double {
        (Double(statistics?.residentBytes ?? 0) / 1_048_576).rounded(places: 1)
    }
}
