import ArgumentParser
import Benchmarks
import CommandLineSupport
import Domain
import Foundation

/// Counts what operations cost the server, and compares the counts with those that are committed.
struct BenchLedger: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "What a send, a search, a question … costs in counts, compared with docs/ledger.json.",
        discussion: """
            Counts SQL statements, steps of SQLite's virtual machine, allocations, system calls, bytes written and bytes \
            on the wire of a server on a made-up world, by a library that is preloaded into it. The counts don't depend \
            on the machine's speed or load. They are the same from run to run where the server may have a processor first \
            (as root); elsewhere a send's are up to a tenth lower.

            --check fails if a count is more than 3 % above the file in three worlds, and names it. --write writes the file: for a \
            cost that went down, or for one that is worth it, with the reason in the commit.

            Examples:
              spotter bench ledger
              spotter bench ledger --check docs/ledger.json
              spotter bench ledger --write docs/ledger.json
            """
    )

    @Option(help: "Rounds of each operation; the least count is taken.") var rounds = 15
    @Option(help: "A ledger to compare with.") var check: String?
    @Option(help: "Where to write the ledger.") var write: String?
    @Flag(help: "Also the lowest and the highest count of the rounds.") var spread = false
    @Flag(help: "The ledger as JSON instead of a table.") var json = false

    func run() async throws {
        guard (1...1000).contains(rounds) else { throw ValidationError("--rounds 1-1000") }
        do {
            // Before minutes are spent on a comparison with nothing.
            let committed = try check.map { try Ledger(json: try Data(contentsOf: URL(filePath: $0))) }
            let benchmark = LedgerBenchmark(
                executable: SpotterExecutable(path: try SpotterPath.find()),
                library: try Self.library(),
                configuration: Self.build,
                rounds: rounds
            ) { note($0) }
            let report =
                if let committed { try await benchmark.run(against: committed) } else { try await benchmark.run() }
            if json { output(try report.ledger.json()) } else { Self.print(report, spread: spread) }
            if let write { try report.ledger.json().write(toFile: write, atomically: true, encoding: .utf8) }
            if let committed, let check { try Self.compare(report.ledger, committed, check) }
        } catch {
            throw fail(error)
        }
    }

    private static func print(_ report: LedgerBenchmark.Report, spread: Bool) {
        var table = TextTable(["operation"] + CostColumn.allCases.map(\.title))
        for row in report.rows {
            let counts = CostColumn.allCases.map { column in
                let range = row.range(of: column)
                let count = row.cost[column].map { "\($0)" } ?? "varies"
                return spread ? "\(count) (\(range.lowerBound)-\(range.upperBound))" : count
            }
            table.add([row.name] + counts)
        }
        for line in table.lines { output(line) }
    }

    private static func compare(_ measured: Ledger, _ committed: Ledger, _ path: String) throws {
        let comparison = LedgerComparison(measured: measured, committed: committed)
        for line in comparison.savings { output("less: \(line)") }
        if !comparison.savings.isEmpty { output("Commit what was saved: spotter bench ledger --write \(path)") }
        guard !comparison.failures.isEmpty else { return output("nothing costs more than in \(path)") }
        for line in comparison.failures { output("FAILED: \(line)") }
        if measured.origin.sqlite != committed.origin.sqlite {
            output("\(path) is for SQLite \(committed.origin.sqlite), and this is \(measured.origin.sqlite).")
        }
        output(
            "Find what costs more. If it is worth it: spotter bench ledger --write \(path), and the reason in the commit."
        )
        throw ExitCode.failure
    }

    /// The server is built beside this program, in the same way.
    private static var build: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    private static func library() throws -> String {
        let path = try SiblingExecutable.path("libCallCounter.so")
        guard FileManager.default.fileExists(atPath: path) else {
            let command = SiblingExecutable.buildCommand("CallCounter")
            throw SpotterError(.unavailable, "there is no \(path); build it: \(command)")
        }
        return path
    }
}
