import Domain
import Foundation
import ServerHarness
import SpotterAPI
import SpotterClient
import Subprocess
import SystemPackage

/// Measures `spotter chat` on a pseudo-terminal, with a long chat in its cache and no server.
package struct TerminalBenchmark: Sendable {
    package struct Report: Encodable, Sendable {
        package let messages: Int
        package let figures: [BenchmarkFigure]

        package var lines: [String] {
            ["spotter chat with \(messages) cached messages, without a server, 32 rows of 120 columns"]
                + figures.map(\.line)
        }
    }

    private let executable: SpotterExecutable
    private let messages: Int
    private let starts: Int
    private let keys: Int
    private let idleSeconds: Int

    package init(executable: SpotterExecutable, messages: Int, starts: Int, keys: Int, idleSeconds: Int) {
        self.executable = executable
        self.messages = messages
        self.starts = starts
        self.keys = keys
        self.idleSeconds = idleSeconds
    }

    package func run() async throws -> Report {
        let folder = FileManager.default.temporaryDirectory.appending(path: "spotter-terminal-\(UUID().uuidString)")
            .path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let world = try CachedChatWorld(folder: folder, messages: messages)
        var (firstPaints, smallStarts): ([Double], [Double]) = ([], [])
        for _ in 0..<starts {
            try await withClient(world) { terminal, _, started in
                firstPaints.append(try Self.firstPaint(terminal, of: world, started))
            }
            try await withProgram(Self.small, [world.lastText], world) { terminal, _, started in
                smallStarts.append(try Self.firstPaint(terminal, of: world, started))
            }
        }
        let (starts, painted, small) = (starts, Sample(firstPaints), Sample(smallStarts))
        return try await withClient(world) { terminal, process, started in
            _ = try Self.firstPaint(terminal, of: world, started)
            let typed = try typeKeys(terminal)
            let scrolled = try scroll(terminal)
            let resident = Double(ProcessStatistics(pid: process).residentBytes ?? 0) / 1_048_576
            let idle = try await idleShare(process, terminal)
            return Report(
                messages: messages,
                figures: [
                    Self.figure("start to first frame, median of \(starts)", painted.median, "ms"),
                    Self.figure("start to first frame, slowest", painted.quantile(1), "ms"),
                    Self.figure("start of printf(1) to its text, median", small.median, "ms"),
                    Self.figure("key to screen, median", typed.median, "ms"),
                    Self.figure("key to screen, p99", typed.quantile(0.99), "ms"),
                    Self.figure("page up to screen, p99", scrolled.quantile(0.99), "ms"),
                    Self.figure("resident memory after it", resident, "MB"),
                    Self.figure("processor while idle", idle * 100, "%"),
                ]
            )
        }
    }

    private static func figure(_ name: String, _ value: Double, _ unit: String) -> BenchmarkFigure {
        BenchmarkFigure(name: name, value: value.rounded(places: 2), unit: unit)
    }

    /// A small program in C, started in the same way: what the machine needs for any start.
    private static let small = "/usr/bin/printf"

    private func withClient<Value: Sendable>(
        _ world: CachedChatWorld,
        _ body: (PseudoTerminal, pid_t, ContinuousClock.Instant) async throws -> Value
    ) async throws -> Value {
        try await withProgram(executable.path, ["chat", world.partner], world, body)
    }

    private func withProgram<Value: Sendable>(
        _ path: String,
        _ arguments: [String],
        _ world: CachedChatWorld,
        _ body: (PseudoTerminal, pid_t, ContinuousClock.Instant) async throws -> Value
    ) async throws -> Value {
        let terminal = try PseudoTerminal(rows: 32, columns: 120)
        let started = ContinuousClock().now
        let environment = Dictionary(
            uniqueKeysWithValues: world.environment.map { (Environment.Key(stringLiteral: $0.key), Optional($0.value)) }
        )
        let result = try await Subprocess.run(
            .path(FilePath(path)),
            arguments: Arguments(arguments),
            environment: .inherit.updating(environment),
            input: .fileDescriptor(terminal.program, closeAfterSpawningProcess: false),
            output: .fileDescriptor(terminal.program, closeAfterSpawningProcess: false),
            error: .discarded
        ) { execution in
            let process = execution.processIdentifier.value
            defer { kill(process, SIGKILL) }
            return try await body(terminal, process, started)
        }
        try terminal.program.close()
        return result.closureResult
    }

    private static let frameEnd = "\u{1B}[?2026l"

    private static func firstPaint(
        _ terminal: PseudoTerminal,
        of world: CachedChatWorld,
        _ started: ContinuousClock.Instant
    ) throws -> Double {
        guard terminal.wait(for: world.lastText, seconds: 60) else { throw failure("the chat doesn't appear") }
        return (ContinuousClock().now - started).milliseconds
    }

    /// Letters that no escape sequence of a frame has.
    private static let letters = Array("abcdefgijkopqvwxyz")

    private func typeKeys(_ terminal: PseudoTerminal) throws -> Sample {
        var times: [Double] = []
        for index in 0..<keys {
            if index % 60 == 59 {
                terminal.type("\u{15}")
                guard terminal.wait(for: Self.frameEnd, seconds: 10) else { throw Self.failure("Ctrl-U does nothing") }
            }
            terminal.skip()
            let start = ContinuousClock().now
            let letter = String(Self.letters[index % Self.letters.count])
            terminal.type(letter)
            guard terminal.wait(for: letter, seconds: 10), terminal.wait(for: Self.frameEnd, seconds: 10) else {
                throw Self.failure("a typed letter doesn't appear")
            }
            times.append((ContinuousClock().now - start).milliseconds)
        }
        return Sample(times)
    }

    private func scroll(_ terminal: PseudoTerminal) throws -> Sample {
        var times: [Double] = []
        for _ in 0..<min(keys, 200) {
            terminal.skip()
            let start = ContinuousClock().now
            terminal.type("\u{1B}[5~")
            guard terminal.wait(for: Self.frameEnd, seconds: 10) else { throw Self.failure("Page Up does nothing") }
            times.append((ContinuousClock().now - start).milliseconds)
        }
        return Sample(times)
    }

    // MARK: The process

    /// The share of one processor.
    private func idleShare(_ process: pid_t, _ terminal: PseudoTerminal) async throws -> Double {
        terminal.skip()
        let before = ProcessStatistics(pid: process).cpuSeconds
        let start = ContinuousClock().now
        while ContinuousClock().now - start < .seconds(idleSeconds) {
            // What it draws meanwhile is taken, as a terminal does.
            terminal.skip()
            try await Task.sleep(for: .milliseconds(200))
        }
        return (ProcessStatistics(pid: process).cpuSeconds - before)
            / ((ContinuousClock().now - start).milliseconds / 1000)
    }

    private static func failure(_ reason: String) -> SpotterError { SpotterError(.unavailable, reason) }
}
