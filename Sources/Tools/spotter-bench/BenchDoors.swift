import ArgumentParser
import Benchmarks
import CommandLineSupport
import Foundation

/// Measures what other contracts cost over the native API.
struct BenchDoors: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doors",
        abstract: "What the other contracts cost over the native call, and many streams at once.",
        discussion: """
            Asks the built-in assistant the same questions by the native API and by each contract (OpenAI, Gemini,
            Firebase callables), and searches by the native API, a callable and MCP, in turn, over made-up messages.
            "ratio" is the door's median over the native one; at most 1.1 is wanted.

            With --streams it opens that many streamed answers of a model that ends none before all are open, and
            tells how many were whole and what they took of memory.

            Examples:
              spotter bench doors
              spotter bench doors --messages 100000 --rounds 50
              spotter bench doors --streams 500
            """
    )

    @Option(help: "Made-up messages.") var messages = 20_000
    @Option(help: "Chats that those are spread over.") var chats = 200
    @Option(help: "How often each question is asked at each door.") var rounds = 25
    @Option(help: "Open so many streams at once instead.") var streams: Int?
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        guard (1...10_000_000).contains(messages), (1...100_000).contains(chats),
            (1...1_000).contains(rounds),
            streams.map({ (1...10_000).contains($0) }) ?? true
        else {
            throw ValidationError(
                "--messages 1-10000000, --chats 1-100000, --rounds 1-1000, --streams 1-10000"
            )
        }
        do {
            let executable = SpotterExecutable(path: try SpotterPath.find())
            if let streams { return try await open(streams, executable) }
            let doors = DoorOverhead(executable: executable, messages: messages, chats: chats) {
                note($0)
            }
            let rows = try await doors.run(rounds: rounds)
            if json { return try outputJSON(rows) }
            output(
                "\(messages) messages in \(chats) chats, built-in assistant; milliseconds until the answer is whole"
            )
            for row in rows {
                let name = row.door.padding(toLength: 24, withPad: " ", startingAt: 0)
                output("\(name) median \(row.medianMs), ratio \(row.ratio), \(row.calls) calls")
            }
        } catch {
            throw fail(error)
        }
    }

    private func open(_ streams: Int, _ executable: SpotterExecutable) async throws {
        let report = try await StreamsAtOnce(executable: executable) { note($0) }.run(streams: streams)
        if json { return try outputJSON(report) }
        output("\(report.complete) of \(report.streams) streams whole, \(report.atOnce) open at once")
        output("\(report.seconds) s until all had ended")
        output(
            "memory \(report.megabytesBefore) MB before, \(report.megabytesWhileOpen) MB while all were open: "
                + "\(report.kilobytesPerStream) KB each"
        )
        if report.complete < report.streams { throw ExitCode.failure }
    }
}
