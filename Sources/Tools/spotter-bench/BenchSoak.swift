import ArgumentParser
import CommandLineSupport
import LoadTest
import ServerHarness

/// Runs for a long time at a fixed rate, to show which resources grow.
struct BenchSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "A long run: what grows in memory, descriptors, threads and the write-ahead log.",
        discussion: """
            Pairs and a group of 100 write at a pace, readers are cut off and come back all the time. In the end the
            slopes of the second half are printed, and whether every reader got every message once, in order.

            Examples:
              spotter bench soak
              spotter bench soak --minutes 60 --json
              spotter bench soak --minutes 10 --unread
            """
    )

    @Option(help: "How long.") var minutes = 20.0
    @Option(help: "Seconds between two looks at the server.") var interval = 10
    @Option(help: "Pairs, each with two messages a second.") var pairs = 100
    @Flag(help: "Readers never say what they have read, so that what is unread grows.") var unread = false
    @Flag(help: "One JSON document a line: a look each, then the result.") var json = false

    func run() async throws {
        guard (0.05...10_000).contains(minutes), (1...3600).contains(interval), (1...5000).contains(pairs) else {
            throw ValidationError("--minutes 0.05-10000, --interval 1-3600, --pairs 1-5000")
        }
        do {
            var settings = Soak.Settings()
            settings.duration = .seconds(minutes * 60)
            settings.interval = .seconds(interval)
            (settings.pairs, settings.marksRead) = (pairs, !unread)
            let json = json
            if !json { output("    seconds    RSS MB   anonymous MB   descriptors   threads   WAL MB   CPU s") }
            let report = try await Soak(LoadOptions(executable: try SpotterPath.find()), settings).run { sample in
                if json { try? outputJSON(sample) } else { output(Self.line(sample)) }
            }
            if json { try outputJSON(report) } else { output(Self.summary(report)) }
            if report.missing + report.duplicated + report.outOfOrder > 0 { throw ExitCode.failure }
        } catch {
            throw fail(error)
        }
    }

    private static func line(_ sample: SoakSample) -> String {
        func cell(_ value: Double, _ width: Int) -> String {
            let text = "\(value.rounded(places: 1))"
            return String(repeating: " ", count: max(1, width - text.count)) + text
        }
        return cell(sample.seconds, 11) + cell(Double(sample.residentBytes) / 1e6, 10)
            + cell(Double(sample.anonymousBytes) / 1e6, 15) + cell(Double(sample.descriptors), 14)
            + cell(Double(sample.threads), 10) + cell(Double(sample.walBytes) / 1e6, 9) + cell(sample.cpuSeconds, 8)
    }

    private static func summary(_ report: SoakReport) -> String {
        func slope(_ value: Double?, _ unit: String) -> String {
            value.map { "\($0.rounded(places: 2))\(unit)" } ?? "–"
        }
        let slopes = report.slopesPerHour
        let failures = report.firstFailure.map { "\n  \(report.failures) failures, the first: \($0)" } ?? ""
        return """
            \(report.minutes) minutes: \(report.messagesPerSecond) messages/s, \(report.deliveriesPerSecond) deliveries/s, \
            \(report.reconnections) reconnections
              send to receipt    p50 \(report.p50Ms ?? .nan) ms, p99 \(report.p99Ms ?? .nan) ms, p999 \(report.p999Ms ?? .nan) ms
              missing \(report.missing), doubled \(report.duplicated), out of order \(report.outOfOrder)
              slopes per hour    RSS \(slope(slopes.residentBytes.map { $0 / 1e6 }, " MB")), \
            anonymous \(slope(slopes.anonymousBytes.map { $0 / 1e6 }, " MB")), \
            descriptors \(slope(slopes.descriptors, "")), threads \(slope(slopes.threads, "")), \
            WAL \(slope(slopes.walBytes.map { $0 / 1e6 }, " MB"))\(failures)
            """
    }
}
