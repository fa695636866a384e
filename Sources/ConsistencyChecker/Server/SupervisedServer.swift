import Domain
import Foundation
import Synchronization

/// A `spotter serve` of its own process, killed and started again on the same folder while clients talk to it.
final class CheckedServer: Sendable {
    struct Address: Sendable, Hashable {
        let host: String
        let port: Int
        var url: String { "http://\(host):\(port)" }
    }

    private struct State {
        var address: Address?
        var process: Process?
        var waiters: [CheckedContinuation<Address, Never>] = []
        var errors = ""
        var crashes: [Int32] = []
    }

    private let state = Mutex(State())
    private let executable: String
    let folder: String

    init(executable: String, folder: String) {
        self.executable = executable
        self.folder = folder
    }

    /// Where it is, once it's there.
    var address: Address {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.address == nil { state.waiters.append(continuation) }
                    return state.address
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    func start() async throws {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = ["serve", "--data", folder, "--port", "0", "--log-level", "error"]
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SPOTTER_") }
        environment["SPOTTER_PASSWORD_LOG_ROUNDS"] = "4"
        // Where there is no model: search is another matter.
        environment["SPOTTER_MODEL_DIR"] = folder
        process.environment = environment
        let (lines, printed) = AsyncStream<String>.makeStream()
        process.standardOutput = Self.pipe(into: printed)
        let errors = Pipe()
        errors.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.state.withLock { $0.errors += String(decoding: data, as: UTF8.self) }
        }
        process.standardError = errors
        process.terminationHandler = { [weak self] process in self?.ended(process) }
        try process.run()
        for await line in lines {
            guard let range = line.firstRange(of: "listening on http://") else { continue }
            let parts = line[range.upperBound...].split(separator: ":")
            guard parts.count == 2, let port = Int(parts[1]) else { continue }
            return arrive(Address(host: String(parts[0]), port: port), process)
        }
        throw SpotterError(.unavailable, "the server under test didn't start: \(output)")
    }

    private func arrive(_ address: Address, _ process: Process) {
        let waiters = state.withLock { state in
            state.address = address
            state.process = process
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: address) }
    }

    /// Ends it with this signal and waits until it's gone.
    /// - Returns: its exit status; a signal's number where that ended it.
    @discardableResult
    func end(_ signal: Int32) async -> Int32 {
        let process = state.withLock { state in
            defer {
                state.process = nil
                state.address = nil
            }
            return state.process
        }
        guard let process else { return 0 }
        kill(process.processIdentifier, signal)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                process.waitUntilExit()
                continuation.resume()
            }
        }
        return process.terminationStatus
    }

    /// The statuses of all ends that nobody asked for.
    var crashes: [Int32] { state.withLock { $0.crashes } }

    /// One that ends by itself is noted and started again, so that the clients can go on.
    private func ended(_ process: Process) {
        let isCrash = state.withLock { state in
            guard state.process === process else { return false }
            state.crashes.append(process.terminationStatus)
            state.process = nil
            state.address = nil
            return true
        }
        if isCrash { Task { try await start() } }
    }

    /// What it wrote to standard error, over all its lives.
    var output: String { state.withLock { $0.errors } }

    private static func pipe(into lines: AsyncStream<String>.Continuation) -> Pipe {
        let pipe = Pipe()
        let rest = Mutex("")
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            guard !data.isEmpty else {
                handle.readabilityHandler = nil
                return lines.finish()
            }
            let whole = rest.withLock { rest in
                rest += String(decoding: data, as: UTF8.self)
                var parts = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                rest = parts.removeLast()
                return parts
            }
            for line in whole { lines.yield(line) }
        }
        return pipe
    }
}
