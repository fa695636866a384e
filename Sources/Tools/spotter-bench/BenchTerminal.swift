import ArgumentParser
import Benchmarks
import CommandLineSupport

/// Measures the full-screen client in a pseudo-terminal.
struct BenchTerminal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "terminal",
        abstract: "`spotter chat`: first frame, key to screen, memory, idle processor time.",
        discussion: """
            The chat is in the client's cache and no server runs, so the figures are the client's own.

            Examples:
              spotter bench terminal
              spotter bench terminal --messages 10000 --keys 200
            """
    )

    @Option(help: "Messages of the chat.") var messages = 100_000
    @Option(help: "Starts of the client.") var starts = 9
    @Option(help: "Keys to type.") var keys = 1000
    @Option(help: "Seconds without a key.") var idleSeconds = 20
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        guard (1...1_000_000).contains(messages), (1...1000).contains(starts), (1...100_000).contains(keys),
            (1...600).contains(idleSeconds)
        else {
            throw ValidationError("--messages 1-1000000, --starts 1-1000, --keys 1-100000, --idle-seconds 1-600")
        }
        do {
            let benchmark = TerminalBenchmark(
                executable: SpotterExecutable(path: try SpotterPath.find()),
                messages: messages,
                starts: starts,
                keys: keys,
                idleSeconds: idleSeconds
            )
            let report = try await benchmark.run()
            if json { return try outputJSON(report) }
            for line in report.lines { output(line) }
        } catch {
            throw fail(error)
        }
    }
}
