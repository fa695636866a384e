import Domain
import Foundation
import Subprocess
import SystemPackage

/// Another engine in a separate process. A line of input requests a measurement; a line of output gives the seconds.
package final class PeerEngine {
    package let name: String
    private let input: StandardInputWriter
    private var lines: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator

    private init(
        _ name: String,
        _ input: StandardInputWriter,
        _ lines: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator
    ) {
        (self.name, self.input, self.lines) = (name, input, lines)
    }

    /// Runs `scripts/bench-embed-peer --serve` while `body` runs. The script prints its name when it is ready.
    /// - Throws: `invalid_request` if the script doesn't exist or can't measure.
    package static func with<Value: Sendable>(
        python: String,
        script: String,
        threads: Int,
        _ body: (PeerEngine) async throws -> Value
    ) async throws -> Value {
        guard FileManager.default.fileExists(atPath: script) else {
            throw SpotterError.invalid("There is no \(script) here; name it with --onnx-script.")
        }
        let result = try await Subprocess.run(
            python.contains("/") ? .path(FilePath(python)) : .name(python),
            arguments: [script, "--serve", "--threads", "\(threads)"],
            input: .inputWriter,
            output: .sequence,
            error: .currentStandardError
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            guard let ready = try await lines.next(), ready.hasPrefix("ready ") else {
                throw SpotterError.invalid("\(python) can't measure onnxruntime; the line above says why.")
            }
            return try await body(PeerEngine(String(ready.dropFirst(6)), execution.standardInputWriter, lines))
        }
        return result.closureResult
    }

    /// - Throws: `unavailable` if the engine has ended.
    func ask(_ request: String) async throws -> Double {
        _ = try await input.write(request + "\n")
        guard let seconds = try await lines.next().flatMap(Double.init), seconds > 0 else {
            throw SpotterError(.unavailable, "The other engine ended in the middle of its measurements.")
        }
        return seconds
    }
}
