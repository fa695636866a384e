import ArgumentParser
import Benchmarks
import CommandLineSupport
import Foundation
import ServerHarness

/// Kills a server at random moments while it embeds, writes and loads vectors, and checks the data folder.
struct BenchCrash: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash",
        abstract: "kill -9 while messages are embedded; afterwards each is embedded exactly once, and none is lost.",
        discussion: """
            Each round starts `spotter serve` on the same folder, sends, edits, deletes and searches, and kills the \
            server at a random moment; some rounds import messages first, so that there's a back-fill under way, some \
            stop the server properly, which writes the files of vectors, and some then flip a bit in one of those or \
            cut it short. In the end every message is embedded once more and compared with what is stored.

            Example:
              spotter bench crash --rounds 200
            """
    )

    @Option(help: "Times that the server is killed.") var rounds = 200
    @Option(help: "Of the random moments and deeds; the same seed does the same.") var seed: UInt64 = 1
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        guard (1...100_000).contains(rounds) else { throw ValidationError("--rounds 1-100000") }
        do {
            let folder = TemporaryFolderPath.make("spotter-bench")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            var rounds = CrashRounds(
                folder: folder,
                executable: SpotterExecutable(path: try SpotterPath.find()),
                seed: seed
            ) { note($0) }
            let report = try await rounds.run(rounds: self.rounds)
            if json { try outputJSON(report) } else { for line in report.lines { output(line) } }
            if !report.isClean { throw ExitCode.failure }
        } catch let code as ExitCode {
            throw code
        } catch {
            throw fail(error)
        }
    }
}
