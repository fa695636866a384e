import ArgumentParser
import CommandLineSupport
import ConsistencyChecker

/// Sends malformed input to a real server.
struct BenchFuzz: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Try to break a server with mutated requests, frames and JSON.",
        discussion: """
            Begins with a request to every route that the server describes and with the files of a corpus, and changes
            them at random. It fails when the server ends, keeps a connection whose client has gone, or answers with a
            defect of its own; what did it is left as a file.

            Examples:
              spotter bench fuzz --seconds 600 --corpus Tests/Corpus
              spotter bench fuzz --input fuzz-1-7.http       that case again
            """
    )

    @Option(help: "How long.") var seconds = 30
    @Option(help: "Ends after this many cases instead, the same ones for a seed.") var cases: Int?
    @Option(help: "Of the changes; when each meets the others is up to the machine.") var seed: UInt64 = 1
    @Option(help: "Folder of first cases: .http, .envelope and .frames files.") var corpus: String?
    @Option(help: "One kept case to run again.") var input: String?
    @Option(help: "Where to leave what broke something.") var output = "."
    @Option(help: "The spotter to try; auto is the one beside this program.") var serverBinary = "auto"

    func run() async throws {
        guard (1...86_400).contains(seconds), (1...1_000_000_000).contains(cases ?? 1) else {
            throw ValidationError("--seconds 1-86400, --cases 1-1000000000")
        }
        do {
            var options = Fuzzer.Options(executable: serverBinary == "auto" ? try SpotterPath.find() : serverBinary)
            (options.seed, options.seconds, options.corpus, options.output) = (seed, seconds, corpus, output)
            options.cases = cases
            let fuzzer = Fuzzer(options)
            let outcome =
                if let input { try await fuzzer.replay(input) } else {
                    try await fuzzer.run { note("  \($0) cases") }
                }
            for finding in outcome.findings {
                CommandLineSupport.output(
                    "\(finding.what)\n  again: spotter bench fuzz --input \(finding.files.joined(separator: " "))"
                )
            }
            let verdict = outcome.findings.isEmpty ? "unbroken" : "BROKEN"
            CommandLineSupport.output("\(verdict): \(outcome.cases) cases, seed \(seed)")
            if !outcome.findings.isEmpty { throw ExitCode.failure }
        } catch {
            throw fail(error)
        }
    }
}
