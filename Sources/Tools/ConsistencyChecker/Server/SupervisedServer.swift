import Domain
import ServerHarness
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server that is killed and restarted on the same folder while clients use it.
///
/// If it ends by itself, that is recorded as a crash, and it is restarted so that the clients can continue.
final class SupervisedServer: Sendable {
    struct Address: Sendable, Hashable {
        let host = "127.0.0.1"
        let port: Int
        var url: String { "http://\(host):\(port)" }

        static let nobody = Address(port: 0)
    }

    private struct State {
        var process: ServerProcess?
        var waiters: [CheckedContinuation<Address, Never>] = []
        /// Whether the last attempt to start it has failed.
        var isLost = false
        var endedErrors = ""
        var crashes: [Int32] = []
    }

    private let state = Mutex(State())
    private let options: ServerProcessOptions
    /// How far its clock is ahead of this machine's.
    private let clockLead: Duration

    init(executable: String, folder: String, settings: [String: String] = [:], clockLead: Duration = .zero) {
        self.clockLead = clockLead
        var options = ServerProcessOptions(executable: executable, folder: folder)
        options.more = ["--log-level", "error"]
        // There is no model in this folder, because search isn't checked here.
        options.settings = ["SPOTTER_PASSWORD_LOG_ROUNDS": "4", "SPOTTER_MODEL_DIR": folder].merging(settings) { $1 }
        self.options = options
    }

    /// Waits until the server listens. One that doesn't start has an address that nobody is at.
    var address: Address {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Address? in
                    if let process = state.process { return Address(port: process.port) }
                    if state.isLost { return .nobody }
                    state.waiters.append(continuation)
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    /// Where it listens now.
    var currentAddress: Address {
        state.withLock { $0.process.map { Address(port: $0.port) } ?? .nobody }
    }

    /// - Throws: `unavailable` with the server's error output if it ends before it listens.
    func start() async throws {
        let process: ServerProcess
        var options = options
        if clockLead != .zero {
            let now = SystemClock().now().adding(milliseconds: Int64(clockLead / .milliseconds(1)))
            options.settings["SPOTTER_NOW"] = "\(now)"
        }
        do {
            process = try await ServerProcess.start(options)
        } catch let ended as ServerProcess.Ended {
            become(nil)
            throw SpotterError(.unavailable, "the server under test didn't start: \(errors)\(ended.errors)")
        }
        become(process)
        Task { [weak self] in
            let exit = await process.exit()
            await self?.ended(process, exit)
        }
    }

    private func become(_ process: ServerProcess?) {
        let waiters = state.withLock { state in
            state.process = process
            state.isLost = process == nil
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: process.map { Address(port: $0.port) } ?? .nobody) }
    }

    /// Sends this signal and waits until the process has ended.
    /// - Returns: its exit code, or the number of the signal that ended it.
    @discardableResult
    func end(_ signal: Int32) async -> Int32 {
        let process = state.withLock { state in
            defer { state.process = nil }
            return state.process
        }
        guard let process else { return 0 }
        process.send(signal: signal)
        let exit = await process.exit()
        state.withLock { $0.endedErrors += process.errors }
        return exit.status
    }

    /// For signals that don't end the process: SIGSTOP, as a machine that hangs, and SIGCONT.
    func send(signal: Int32) { state.withLock { $0.process }?.send(signal: signal) }

    /// The exit statuses of all runs that ended by themselves.
    var crashes: [Int32] { state.withLock { $0.crashes } }

    /// Everything that all runs have written to standard error.
    var errors: String { state.withLock { $0.endedErrors + ($0.process?.errors ?? "") } }

    private func ended(_ process: ServerProcess, _ exit: ChildProcess.Exit) async {
        let isCrash = state.withLock { state in
            guard state.process === process else { return false }
            state.crashes.append(exit.status)
            state.endedErrors += process.errors
            state.process = nil
            return true
        }
        if isCrash { try? await start() }
    }
}
