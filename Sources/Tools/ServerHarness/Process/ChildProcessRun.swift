import Foundation
import Subprocess
import Synchronization

/// The state of a child process that its handle shares with the task around it.
final class ChildProcessRun: Sendable {
    private struct State {
        /// `nil` unless the process is running, because the system may reuse its id afterwards.
        var send: (@Sendable (Int32) -> Void)?
        var errors: [UInt8] = []
        var exit: ChildProcess.Exit?
        var waiters: [CheckedContinuation<ChildProcess.Exit, Never>] = []
    }

    private let state = Mutex(State())
    private let printed: AsyncStream<String>.Continuation
    private let showsErrors: Bool

    init(printed: AsyncStream<String>.Continuation, showsErrors: Bool) {
        self.printed = printed
        self.showsErrors = showsErrors
    }

    /// - Parameter started: resumed with the process id, or with the error if the process couldn't be started.
    func run(_ configuration: Configuration, started: CheckedContinuation<Int32, any Error>) async {
        var process: Int32?
        var exit = ChildProcess.Exit.code(-1)
        do {
            let result = try await Subprocess.run(
                configuration,
                input: .none,
                output: .sequence,
                error: .sequence
            ) { execution in
                state.withLock { $0.send = { try? execution.send(signal: Signal(rawValue: $0)) } }
                let id = execution.processIdentifier.value
                process = id
                ChildWatchdog.shared.add(id)
                started.resume(returning: id)
                defer { state.withLock { $0.send = nil } }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { [printed] in
                        for try await line in execution.standardOutput.strings(bufferingPolicy: .unbounded) {
                            printed.yield(line)
                        }
                    }
                    group.addTask { [self] in
                        for try await buffer in execution.standardError { keep(buffer.withUnsafeBytes { Array($0) }) }
                    }
                    try await group.waitForAll()
                }
            }
            switch result.terminationStatus {
            case .exited(let code): exit = .code(code)
            case .signaled(let number): exit = .signal(number)
            }
        } catch {
            if process == nil { started.resume(throwing: error) }
        }
        if let process { ChildWatchdog.shared.remove(process) }
        printed.finish()
        end(exit)
    }

    func send(_ signal: Int32) { state.withLock { $0.send?(signal) } }

    var errors: String { String(decoding: state.withLock { $0.errors }, as: UTF8.self) }

    func exit() async -> ChildProcess.Exit {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.exit == nil { state.waiters.append(continuation) }
                return state.exit
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    private func keep(_ bytes: [UInt8]) {
        state.withLock { $0.errors += bytes }
        if showsErrors { try? FileHandle.standardError.write(contentsOf: Data(bytes)) }
    }

    private func end(_ exit: ChildProcess.Exit) {
        let waiters = state.withLock { state in
            state.exit = exit
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: exit) }
    }
}
