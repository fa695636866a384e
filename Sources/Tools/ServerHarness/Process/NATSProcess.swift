import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server of NATS at a port of its own.
public final class NATSProcess: Sendable {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private struct Run {
        let child: ChildProcess
        let port: Int
    }

    private let run: Mutex<Run>

    public var port: Int { run.withLock { $0.port } }

    /// Starts it and waits until it listens.
    /// - Throws: `Failure`, also if it isn't installed.
    public static func start() async throws -> NATSProcess { NATSProcess(try await launch(port: -1)) }

    private init(_ run: Run) { self.run = Mutex(run) }

    /// Starts it again at the same port. It must have ended.
    /// - Throws: `Failure`, also if another program has taken the port.
    public func restart() async throws {
        let new = try await Self.launch(port: port)
        run.withLock { $0 = new }
    }

    /// Ends it as a crash does, and waits for it.
    public func end() async {
        let child = run.withLock { $0.child }
        child.send(signal: SIGKILL)
        _ = await child.exit()
    }

    private static func launch(port: Int) async throws -> Run {
        let command = ["nats-server", "-a", "127.0.0.1", "-p", "\(port)"]
        let child = try await ChildProcess.start(
            "/bin/sh",
            ["-c", #"PATH="$PATH:/usr/sbin"; exec "$@" 2>&1"#, "nats"] + command
        )
        var log: [String] = []
        var listening: Int?
        for await line in child.lines {
            log.append(line)
            if line.contains("Listening for client connections on ") {
                listening = line.split(separator: ":").last.flatMap { Int($0) }
            }
            if line.contains("Server is ready"), let listening { return Run(child: child, port: listening) }
        }
        throw Failure(description: "NATS doesn't start: \(log.suffix(5).joined(separator: "; "))")
    }
}
