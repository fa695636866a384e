import ServerHarness

/// The most memory that a server and its workers were seen to hold, twenty times a second.
struct MemoryWatch: Sendable {
    struct Peak: Sendable {
        var server = 0
        /// The server and the processes that decode pictures for it, at one moment.
        var all = 0
    }

    let server: ProcessStatistics

    /// Watches while `body` runs.
    func during<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> (Value, Peak) {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            var (peak, value) = (Peak(), Value?.none)
            while true {
                group.addTask {
                    try await Task.sleep(for: .milliseconds(50))
                    return nil
                }
                let finished = try await group.next() ?? nil
                let own = server.residentBytes ?? 0
                // A child that hasn't begun its own program yet shares the server's memory.
                let workers = server.children.filter { $0.arguments.contains { $0.hasSuffix("-worker") } }
                peak.server = max(peak.server, own)
                peak.all = max(peak.all, workers.reduce(own) { $0 + ($1.residentBytes ?? 0) })
                if let finished { value = finished }
                if let value {
                    group.cancelAll()
                    return (value, peak)
                }
            }
        }
    }
}
