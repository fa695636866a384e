import ArgumentParser
import Benchmarks
import CommandLineSupport
import Domain
import Foundation
import LoadTest
import ServerHarness

/// Backs up a server under load, and restores and checks every backup.
struct BenchBackup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Backups of a server under load: what they cost it, and whether each restores whole.",
        discussion: """
            Each round starts a server, loads it with scenario S2 and takes two backups meanwhile with `spotter backup`. \
            Then each is restored with `spotter restore`, its database is checked, and every message that was acked \
            before the backup began must be there. S2's rate with backups is compared with the rate before and after.

            Examples:
              spotter bench backup
              spotter bench backup --count 50 --seconds 5 --json
            """
    )

    @Option(help: "Backups.") var count = 50
    @Option(help: "Seconds to measure S2 alone, before and after the backups of a round.") var seconds = 5
    @Option(help: "Pairs of people that write.") var pairs = 200
    @Flag(help: "One JSON document.") var json = false

    /// Few, because S2 makes a database grow about as fast as a backup that gives way to it can read.
    private static let perRound = 2

    private struct Report: Encodable {
        var backups = 0
        var missing = 0
        var refused = 0
        var longestSeconds = 0.0
        var ackedChecked = 0
        /// Acks per second.
        var alone: [Double] = []
        var meanwhile: [Double] = []
        var loss: Double {
            let mean = { (rates: [Double]) in rates.reduce(0, +) / Double(max(1, rates.count)) }
            return 1 - mean(meanwhile) / max(1, mean(alone))
        }
        var isSound: Bool { backups > 0 && missing == 0 && refused == 0 && loss < 0.2 }
    }

    func run() async throws {
        guard (1...1000).contains(count), (1...600).contains(seconds), (1...1000).contains(pairs) else {
            throw ValidationError("--count 1-1000, --seconds 1-600, --pairs 1-1000")
        }
        do {
            var report = Report()
            for first in stride(from: 0, to: count, by: Self.perRound) {
                try await round(min(Self.perRound, count - first), &report)
                note("\(report.backups) of \(count) backups restored and checked, \(report.missing) messages missing")
            }
            if json { try outputJSON(report) } else { for line in Self.lines(report) { output(line) } }
            if !report.isSound { throw ExitCode.failure }
        } catch let code as ExitCode {
            throw code
        } catch {
            throw fail(error)
        }
    }

    private func round(_ count: Int, _ report: inout Report) async throws {
        let folder = TemporaryFolderPath.make("spotter-bench-backup")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let spotter = try SpotterPath.find()
        var options = LoadOptions(executable: spotter)
        options.duration = .seconds(seconds)
        options.sizes.streams = pairs
        let outcome = try await BackupLoad.run(
            options,
            archives: (0..<count).map { "\(folder)/\($0).tar" }
        ) { data, archive in
            try await Self.run(spotter, ["backup", archive, "--data", data])
        }
        report.alone += outcome.alone
        report.meanwhile.append(outcome.meanwhile)
        report.refused += outcome.refused
        for backup in outcome.backups {
            let restored = "\(folder)/restored"
            try await Self.run(spotter, ["restore", backup.archive, "--data", restored])
            report.missing += try RestoredFolder(restored).missing(backup.acked, number: LoadMessageNumber.parse)
            report.ackedChecked += backup.acked.values.reduce(0, +)
            report.longestSeconds = max(report.longestSeconds, backup.seconds)
            report.backups += 1
            try FileManager.default.removeItem(atPath: restored)
            try FileManager.default.removeItem(atPath: backup.archive)
        }
    }

    private static func run(_ spotter: String, _ arguments: [String]) async throws {
        let process = try await ChildProcess.start(spotter, arguments)
        guard await process.exit() == .code(0) else {
            throw SpotterError(.unavailable, "spotter \(arguments.joined(separator: " ")) failed: \(process.errors)")
        }
    }

    private static func lines(_ report: Report) -> [String] {
        let list = { (rates: [Double]) in rates.map { "\(Int($0.rounded()))" }.joined(separator: ", ") }
        return [
            "\(report.backups) backups under load, each restored and checked; the longest took \(report.longestSeconds.rounded(.up)) s",
            "\(report.ackedChecked) acked messages looked for, \(report.missing) missing; \(report.refused) sends refused",
            "S2 alone: \(list(report.alone)) messages/s",
            "S2 meanwhile: \(list(report.meanwhile)) messages/s, \(Int((report.loss * 100).rounded())) % less",
            report.isSound ? "sound" : "FAILED",
        ]
    }
}
