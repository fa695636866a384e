import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import LoadTest
import ServerHarness

/// One hostile account at full speed: what it costs the others.
struct BenchHostile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile",
        abstract: "One hostile account at full speed: what others wait for their sends and requests, and memory.",
        discussion: """
            Pairs of people send 10 messages a second each and read over REST, first among themselves, then beside one
            account that does everything at once that follows. The others' p99 must stay below three times the quiet
            one, and the server with its picture workers below 600 MB; otherwise the exit code is 1.

            The hostile account would be on another machine, so it has a process of its own at niceness 19, which takes
            what processor time the server leaves. It writes at most a gigabit per second. The server runs at niceness
            5, so that the measuring client is served first. Each password costs what it does on a real server.

            \(HostileAttack.allCases.map { "  \($0.rawValue)  \($0.description)" }.joined(separator: "\n"))

            Examples:
              spotter bench hostile
              spotter bench hostile --only pictures,sends --seconds 10
              spotter bench hostile --json | jq '.kinds[] | {name, ratio}'
            """
    )

    @Option(help: "Seconds to measure, without the hostile account and with it.") var seconds = 20
    @Option(help: "Pairs of people that write.") var pairs = 50
    @Option(help: "Which attacks, separated by commas (default: all).") var only: String?
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        guard (1...600).contains(seconds), (1...1000).contains(pairs) else {
            throw ValidationError("--seconds 1-600, --pairs 1-1000")
        }
        let attacks = try attacks()
        do {
            var options = LoadOptions(executable: try SpotterPath.find())
            (options.duration, options.serverNiceness, options.serverEnvironment) = (.seconds(seconds), 5, [:])
            var settings = HostileLoad.Settings()
            (settings.attacks, settings.pairs) = (attacks, pairs)
            let report = try await HostileLoad(options, settings).run { try await HostileCommand.run($0) }
            if json { try outputJSON(report) } else { for line in Self.lines(report) { output(line) } }
            if !report.isSound { throw ExitCode.failure }
        } catch let code as ExitCode {
            throw code
        } catch {
            throw fail(error)
        }
    }

    private func attacks() throws -> [HostileAttack] {
        guard let only else { return HostileAttack.allCases }
        return try only.split(separator: ",").map { name in
            guard let attack = HostileAttack(rawValue: String(name)) else {
                let known = HostileAttack.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("'\(name)' is not an attack; there are \(known)")
            }
            return attack
        }
    }

    private static func lines(_ report: HostileReport) -> [String] {
        let kinds = report.kinds.map { kind in
            """
            \(kind.name): quiet p50 \(kind.quietP50Ms) ms, p99 \(kind.quietP99Ms) ms; hostile p50 \(kind.hostileP50Ms) ms, \
            p99 \(kind.hostileP99Ms) ms: \(kind.ratio.rounded(places: 2)) times; \(kind.count) answered, \
            \(kind.failed) failed
            """
        }
        let deeds = report.attacks.compactMap { attack in
            report.deeds[attack.rawValue].map { deed in
                """
                  \(attack.rawValue): \(deed.requests) requests, \(deed.taken) taken, \(deed.refused) refused, \
                \(deed.failed) failed, \(deed.ended) ended by the server, \(deed.bytes / 1_000_000) MB written
                """
            }
        }
        let memory = { (bytes: Int) in "\(bytes / 1_000_000) MB" }
        return kinds + [
            """
            memory: at most \(memory(report.residentBytes)), with picture workers \
            \(memory(report.residentBytesWithWorkers)); the server took \(report.processors) processors
            """
        ] + deeds + report.notes + [report.isSound ? "sound" : "FAILED"]
    }
}
