import Foundation
import ServerTestKit
import Synchronization
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// The built `spotter serve` as a child process, on a port of its own.
final class ServerProcess: Sendable {
    struct Ended: Error, CustomStringConvertible {
        let status: Int32
        let errors: String
        var description: String { "spotter ended with \(status): \(errors)" }
    }

    let port: Int
    private let process: SpotterProcess

    /// Starts a server and waits until it serves.
    /// - Throws: `Ended` if it ends before.
    static func start(
        on folder: TemporaryFolder,
        _ more: [String] = [],
        modelFolder: String? = nil
    ) async throws -> ServerProcess {
        let process = try SpotterProcess(
            ["serve", "--data", folder.path, "--port", "0", "--event-loops", "2"] + more,
            modelFolder: modelFolder
        )
        for await line in process.lines {
            if line.hasPrefix("listening on "), let port = line.split(separator: ":").last.flatMap({ Int($0) }) {
                return ServerProcess(port, process)
            }
        }
        let end = await process.end()
        throw Ended(status: end.status, errors: end.errors)
    }

    private init(_ port: Int, _ process: SpotterProcess) {
        self.port = port
        self.process = process
    }

    deinit { process.signal(SIGKILL) }

    var http: TestHTTP { TestHTTP(baseURL: "http://127.0.0.1:\(port)") }

    func socket(token: String) async throws -> RawSocket {
        try await RawSocket.connect(host: "127.0.0.1", port: port, token: token)
    }

    /// As a power cut does: no chance to finish anything.
    func kill() { process.signal(SIGKILL) }

    func terminate() { process.signal(SIGTERM) }

    /// What it ended with, and what it wrote to standard error.
    func end() async -> (status: Int32, errors: String) { await process.end() }
}

/// One run of the built executable.
final class SpotterProcess: Sendable {
    let lines: AsyncStream<String>
    private let process: Process
    private let exit: AsyncStream<Int32>
    private let errorFile: TemporaryFolder

    init(_ arguments: [String], modelFolder: String? = nil) throws {
        let (lines, printed) = AsyncStream<String>.makeStream()
        let (exit, exited) = AsyncStream<Int32>.makeStream()
        self.lines = lines
        self.exit = exit
        errorFile = TemporaryFolder()
        process = Process()
        process.executableURL = try BuiltExecutable.spotter
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SPOTTER_") }
        environment["SPOTTER_PASSWORD_LOG_ROUNDS"] = "4"
        environment["SPOTTER_LOG_LEVEL"] = "critical"
        // Where there is no model: these tests are about other things.
        environment["SPOTTER_MODEL_DIR"] = modelFolder ?? errorFile.path
        process.environment = environment
        let errorPath = "\(errorFile.path)/errors"
        try Data().write(to: URL(filePath: errorPath))
        process.standardError = FileHandle(forWritingAtPath: errorPath)
        let output = Pipe()
        process.standardOutput = output
        let rest = Mutex("")
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            guard !data.isEmpty else {
                handle.readabilityHandler = nil
                return printed.finish()
            }
            let whole = rest.withLock { rest in
                rest += String(decoding: data, as: UTF8.self)
                var parts = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                rest = parts.removeLast()
                return parts
            }
            for line in whole { printed.yield(line) }
        }
        process.terminationHandler = { process in
            exited.yield(process.terminationStatus)
            exited.finish()
        }
        try process.run()
    }

    deinit { errorFile.remove() }

    func signal(_ number: Int32) {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, number)
    }

    func end() async -> (status: Int32, errors: String) {
        let status = await exit.first { _ in true } ?? -1
        let errors = (try? String(contentsOfFile: "\(errorFile.path)/errors", encoding: .utf8)) ?? ""
        return (status, errors)
    }
}
