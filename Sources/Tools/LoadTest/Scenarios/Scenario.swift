/// The fixed scenarios of `spotter bench chat`.
package enum Scenario: String, CaseIterable, Sendable {
    case s1, s2, s3, s4, s5, s6
    case slowReader = "slow-reader"
    case searchable, memory

    /// What it does, for `--help`.
    package var description: String {
        switch self {
        case .s1: "1:1 ping-pong: 50 pairs, one message in flight"
        case .s2: "1:1 stream: 200 pairs, 32 messages in flight"
        case .s3: "groups of 100, one and ten of them, at 10 messages/s each, and with 16 and 64 in flight in each"
        case .s4: "10 000 log in at once by token, and stay idle"
        case .s5: "10 000 messages of history in pages; 2 000 clients resume at once, each has missed a message"
        case .s6: "kill -9 under load: what was acked and isn't there afterwards"
        case .slowReader: "a group of 100 in which one reads a byte a second"
        case .memory: "S2, and the server's memory before it, after it and a minute later"
        case .searchable: "from the ack to found by a search: at 2 000 messages/s, and after a burst of 100 000"
        }
    }

    /// Whether it kills its server.
    package var needsOwnServer: Bool { self == .s6 }

    /// Whether its connections can be spread over several servers.
    package var canBeSpread: Bool { [.s1, .s2, .s3].contains(self) }

    /// Runs the scenario, each part on a separate server unless the options give one. `report` is called with each
    /// result as soon as it is available.
    package func run(_ options: LoadOptions, report: (ScenarioReport) throws -> Void) async throws {
        for part in parts(options.sizes) {
            var result = try await ScenarioContext.with(options) { try await part.run(in: $0) }
            result.describe(options)
            try report(result)
        }
    }

    private func parts(_ sizes: LoadOptions.Sizes) -> [Part] {
        switch self {
        case .s1: [.pingPong]
        case .s2: [.stream]
        case .s3:
            ([nil] + sizes.groupWindows).flatMap { window in
                [1, sizes.groups].map { Part.groups($0, window: window) }
            }
        case .s4: [.idle]
        case .s5: [.history, .resume]
        case .s6: [.kill]
        case .slowReader: [.slowReader]
        case .memory: [.memory]
        case .searchable: [.searchLag, .searchBurst]
        }
    }
}

/// A part of a scenario with separate results.
enum Part: Sendable {
    case pingPong, stream, idle, history, resume, kill, slowReader, searchLag, searchBurst, memory
    /// `window` is `nil` for a fixed rate.
    case groups(Int, window: Int?)

    func run(in context: ScenarioContext) async throws -> ScenarioReport {
        switch self {
        case .pingPong: try await context.pingPong()
        case .stream: try await context.stream()
        case .groups(let count, let window): try await context.groups(count, window: window)
        case .idle: try await context.idle()
        case .history: try await context.history()
        case .resume: try await context.resume()
        case .kill: try await context.kill()
        case .slowReader: try await context.slowReader()
        case .searchLag: try await context.searchLag()
        case .searchBurst: try await context.searchBurst()
        case .memory: try await context.memory()
        }
    }
}
