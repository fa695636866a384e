import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A program in a separate process, with its standard output by line.
///
/// swift-subprocess ties a child process to a closure. This handle runs that closure in a task, because a server must
/// live across the steps of a test, be signalled at a moment that the test chooses, and be awaited elsewhere. It ends with
/// this process at the latest, also if that is killed.
public final class ChildProcess: Sendable {
    public enum Exit: Sendable, Hashable {
        case code(Int32)
        case signal(Int32)

        /// The exit code, or the number of the signal.
        public var status: Int32 {
            switch self {
            case .code(let code): code
            case .signal(let number): number
            }
        }
    }

    /// Lines of standard output; the stream ends with the process.
    public let lines: AsyncStream<String>
    public let processID: Int32
    private let run: ChildProcessRun

    /// - Parameters:
    ///   - executable: a path, or a name to look up in `PATH`.
    ///   - environment: `nil` inherits that of this process.
    ///   - showsErrors: whether standard error is copied to this process's, besides being recorded.
    /// - Throws: `SubprocessError` if the program can't be started.
    public static func start(
        _ executable: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        showsErrors: Bool = false
    ) async throws -> ChildProcess {
        let configuration = Configuration(
            executable: executable.contains("/") ? .path(FilePath(executable)) : .name(executable),
            arguments: Arguments(arguments),
            environment: environment.map { .custom(keys: $0) } ?? .inherit
        )
        let (lines, printed) = AsyncStream<String>.makeStream()
        let run = ChildProcessRun(printed: printed, showsErrors: showsErrors)
        let processID = try await withCheckedThrowingContinuation { started in
            Task { await run.run(configuration, started: started) }
        }
        return ChildProcess(lines, processID, run)
    }

    /// Runs a program to its end.
    ///
    /// Its output is discarded. Its errors go to this process's standard error.
    public static func run(_ executable: String, _ arguments: [String], showsErrors: Bool = true) async throws -> Exit {
        try await start(executable, arguments, showsErrors: showsErrors).exit()
    }

    private init(_ lines: AsyncStream<String>, _ processID: Int32, _ run: ChildProcessRun) {
        self.lines = lines
        self.processID = processID
        self.run = run
    }

    deinit { run.send(SIGKILL) }

    /// Everything that the program has written to standard error so far.
    public var errors: String { run.errors }

    /// Sends a signal at once. Has no effect if the process has ended.
    public func send(signal: Int32) { run.send(signal) }

    /// Waits until the process has ended.
    public func exit() async -> Exit { await run.exit() }
}

extension Subprocess.Environment {
    fileprivate static func custom(keys: [String: String]) -> Self {
        let pairs = keys.compactMap { name, value in Key(rawValue: name).map { ($0, value) } }
        return .custom(Dictionary(pairs) { first, _ in first })
    }
}
