import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// `spotter serve` in a separate process on a data folder, as an operator runs it.
///
/// ```swift
/// let server = try await ServerProcess.start(.init(executable: path, folder: folder))
/// server.kill()
/// _ = await server.exit()
/// try await server.restart()
/// ```
public final class ServerProcess: Sendable {
    /// Thrown if a server ended before it listened.
    public struct Ended: Error, CustomStringConvertible {
        public let status: Int32
        /// The contents of its standard error.
        public let errors: String
        public var description: String { "spotter ended with \(status): \(errors)" }
    }

    private struct Run {
        let child: ChildProcess
        let url: String
        let startup: Duration
    }

    public let options: ServerProcessOptions
    private let run: Mutex<Run>

    /// Starts a server and waits until it listens.
    /// - Throws: `Ended` if it ends before that.
    public static func start(_ options: ServerProcessOptions) async throws -> ServerProcess {
        ServerProcess(options, try await launch(options))
    }

    private init(_ options: ServerProcessOptions, _ run: Run) {
        self.options = options
        self.run = Mutex(run)
    }

    /// Starts the server again with the same options, on the same folder. The previous run must have ended.
    /// - Throws: `Ended` if it ends before it listens.
    public func restart() async throws {
        let new = try await Self.launch(options)
        run.withLock { $0 = new }
    }

    // MARK: Address

    /// The URL that the server reports, such as `http://127.0.0.1:4711`.
    public var url: String { run.withLock { $0.url } }
    public var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    // MARK: Statistics

    /// The time from the start of the process to the line that reports that it listens.
    public var startup: Duration { run.withLock { $0.startup } }
    public var statistics: ProcessStatistics { ProcessStatistics(pid: run.withLock { $0.child.processID }) }

    // MARK: Stopping

    /// Kills the process, as a power failure would, except that data passed to the operating system is still written.
    /// Doesn't wait.
    public func kill() { send(signal: SIGKILL) }

    /// Requests a graceful shutdown. Doesn't wait.
    public func terminate() { send(signal: SIGTERM) }

    public func send(signal: Int32) { child.send(signal: signal) }

    /// Waits until the process has ended.
    public func exit() async -> ChildProcess.Exit { await child.exit() }

    /// Shuts down gracefully and waits until the process has ended.
    @discardableResult
    public func stop() async -> ChildProcess.Exit {
        terminate()
        return await exit()
    }

    /// Everything that the current run has written to standard error.
    public var errors: String { child.errors }

    private var child: ChildProcess { run.withLock { $0.child } }

    private static func launch(_ options: ServerProcessOptions) async throws -> Run {
        let begin = ContinuousClock.now
        let (executable, arguments) = options.command
        let child = try await ChildProcess.start(
            executable,
            arguments,
            environment: options.environment,
            showsErrors: options.showsErrors
        )
        for await line in child.lines {
            guard let range = line.firstRange(of: "listening on ") else { continue }
            let url = line[range.upperBound...].trimmingCharacters(in: .whitespaces)
            return Run(child: child, url: url, startup: ContinuousClock.now - begin)
        }
        let exit = await child.exit()
        throw Ended(status: exit.status, errors: child.errors)
    }
}
