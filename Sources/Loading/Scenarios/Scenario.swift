/// The fixed scenarios of `spotter bench chat`.
package enum Scenario: String, CaseIterable, Sendable {
    case s1, s2, s3

    /// What it does, in a few words.
    package var about: String {
        switch self {
        case .s1: "1:1 ping-pong: 50 pairs, one message in flight"
        case .s2: "1:1 stream: 200 pairs, 32 messages in flight"
        case .s3: "groups of 100, one and ten of them, at 10 messages/s each and as fast as it goes"
        }
    }

    /// Whether it kills its server.
    package var needsOwnServer: Bool { false }

    /// Runs it, each part on a server of its own where none is given; `report` gets each result as it comes.
    package func run(_ options: LoadOptions, report: (ScenarioReport) throws -> Void) async throws {
        for part in parts(options.sizes) {
            let stage = try Stage(options)
            defer { stage.server?.stop() }
            try report(try await part.run(on: stage))
        }
    }

    private func parts(_ sizes: LoadOptions.Sizes) -> [Part] {
        switch self {
        case .s1: [.pingPong]
        case .s2: [.stream]
        case .s3:
            [false, true].flatMap { isFast in [1, sizes.groups].map { Part.groups($0, isFast: isFast) } }
        }
    }
}

/// What is measured by itself.
enum Part: Sendable {
    case pingPong, stream
    case groups(Int, isFast: Bool)

    func run(on stage: Stage) async throws -> ScenarioReport {
        switch self {
        case .pingPong: try await stage.pingPong()
        case .stream: try await stage.stream()
        case .groups(let count, let isFast): try await stage.groups(count, isFast: isFast)
        }
    }
}
