import Domain
import ServerHarness

/// S2 and S1 with more and more messages in the database, each time on a server that was filled for it, so that the number
/// is exact.
package struct Growth: Sendable {
    package struct Progress: Sendable {
        package let stored: Int
        package let target: Int
        package let perSecond: Double
    }

    private static let first = 100_000

    private let options: LoadOptions

    package init(_ options: LoadOptions) { self.options = options }

    /// None, a hundred thousand, a million and so on, and the limit itself.
    package static func steps(upTo limit: Int) -> [Int] {
        var (steps, step) = ([0], first)
        while step < limit {
            steps.append(step)
            guard case (let next, false) = step.multipliedReportingOverflow(by: 10) else { break }
            step = next
        }
        return limit > 0 ? steps + [limit] : steps
    }

    /// - Parameters:
    ///   - report: called with S2 and S1 of each step as soon as they are measured.
    ///   - progress: called every five seconds while a database is filled.
    package func run(
        _ steps: [Int],
        report: (ScenarioReport) throws -> Void,
        progress: @escaping @Sendable (Progress) -> Void
    ) async throws {
        for step in steps {
            try await ScenarioContext.with(options) { context in
                try await measure(step, in: context, report, progress)
            }
        }
    }

    private func measure(
        _ stored: Int,
        in context: ScenarioContext,
        _ report: (ScenarioReport) throws -> Void,
        _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws {
        let pairs = try await context.fixtures.pairs(max(options.sizes.streams, options.sizes.pairs))
        let empty = try await context.diskBytes()
        try await context.fill(pairs, stored, progress)
        var stream = try await context.stream(over: Array(pairs.prefix(options.sizes.streams)))
        stream.describe(options, stored: stored)
        try report(stream)
        var pingPong = try await context.pingPong(over: Array(pairs.prefix(options.sizes.pairs)))
        pingPong.describe(options, stored: stored)
        try await context.waitForWords()
        // All since the database was empty.
        if let messages = await context.metric("spotter_messages_total"), messages > 0 {
            let bytes = Double(try await context.diskBytes() - empty)
            pingPong.diskBytesPerMessage = (bytes / messages).rounded(places: 0)
        }
        try report(pingPong)
    }
}
