import Domain
import Foundation
import Glibc
import Synchronization

/// A `spotter serve` in a process of its own on a folder, as an operator would run it; killed and started again where a
/// measurement wants that.
package final class MeasuredServer: Sendable {
    private struct State {
        var process: Process
        var address: String
    }

    package let folder: String
    /// From the start of the process to the line that says it listens.
    package let startup: Duration
    private let executable: String
    private let environment: [String: String]
    private let options: [String]
    private let certificate: TemporaryCertificate?
    private let state: Mutex<State>

    package static func temporaryFolder() -> String {
        FileManager.default.temporaryDirectory.appending(path: "spotter-bench-\(UUID().uuidString)").path
    }

    /// - Parameters:
    ///   - executable: a `spotter`.
    ///   - environment: added to this process's.
    ///   - options: more of what `spotter serve` takes.
    ///   - isSecure: it serves HTTPS, with a certificate that only it knows.
    package init(
        executable: String,
        folder: String = temporaryFolder(),
        environment: [String: String] = [:],
        options: [String] = [],
        isSecure: Bool = false
    ) throws {
        certificate = isSecure ? try TemporaryCertificate() : nil
        let options = options + (certificate?.serverOptions ?? [])
        (self.executable, self.folder, self.environment, self.options) = (executable, folder, environment, options)
        let begin = ContinuousClock.now
        state = Mutex(try Self.launch(executable, folder, environment, options))
        startup = ContinuousClock.now - begin
    }

    package var address: String { state.withLock { $0.address } }
    package var figures: ProcessFigures { ProcessFigures(pid: state.withLock { $0.process.processIdentifier }) }

    /// As a power cut ends it, but for the machine's own memory: what the system has taken to write, it writes.
    package func kill() {
        state.withLock { state in
            Glibc.kill(state.process.processIdentifier, SIGKILL)
            state.process.waitUntilExit()
        }
    }

    /// On the same folder.
    func startAgain() throws {
        let state = try Self.launch(executable, folder, environment, options)
        self.state.withLock { $0 = state }
    }

    /// As an operator ends it.
    package func terminate() {
        state.withLock { state in
            state.process.terminate()
            state.process.waitUntilExit()
        }
    }

    /// Ends it and removes its folder.
    package func stop() {
        terminate()
        try? FileManager.default.removeItem(atPath: folder)
        certificate?.remove()
    }

    private static func launch(
        _ executable: String,
        _ folder: String,
        _ environment: [String: String],
        _ options: [String]
    ) throws -> State {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = ["serve", "--data", folder, "--port", "0", "--log-level", "error"] + options
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw SpotterError(.unavailable, "the server under test ended before it listened")
            }
            text += String(decoding: data, as: UTF8.self)
        }
        guard let range = text.firstRange(of: "listening on ") else {
            process.terminate()
            throw SpotterError(.unavailable, "the server under test said: \(text)")
        }
        let address = text[range.upperBound...].trimmingCharacters(in: .whitespacesAndNewlines)
        return State(process: process, address: address)
    }
}
