import Domain
import Foundation

/// Another engine in a process of its own: a line asks for a measurement, a line answers with seconds.
final class BenchEmbedPeer {
    let name: String
    private let process = Process()
    private let input = Pipe()
    private let lines: LineReader

    /// Starts `scripts/bench-embed-peer --serve`, which says its name once it is ready.
    init(python: String, script: String, threads: Int) throws {
        guard FileManager.default.fileExists(atPath: script) else {
            throw SpotterError.invalid("There is no \(script) here; name it with --onnx-script.")
        }
        let answers = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, script, "--serve", "--threads", "\(threads)"]
        process.standardInput = input
        process.standardOutput = answers
        lines = LineReader(answers.fileHandleForReading)
        try process.run()
        guard let ready = lines.next(), ready.hasPrefix("ready ") else {
            process.waitUntilExit()
            throw SpotterError.invalid("\(python) can't measure onnxruntime; the line above says why.")
        }
        name = String(ready.dropFirst(6))
    }

    func ask(_ request: String) throws -> Double {
        try input.fileHandleForWriting.write(contentsOf: Data((request + "\n").utf8))
        guard let seconds = lines.next().flatMap(Double.init), seconds > 0 else {
            throw SpotterError(.unavailable, "The other engine ended in the middle of its measurements.")
        }
        return seconds
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// Lines as they come from a pipe.
private struct LineReader {
    private let handle: FileHandle

    init(_ handle: FileHandle) { self.handle = handle }

    /// Waits for the next line; nothing at the end.
    func next() -> String? {
        var line: [UInt8] = []
        while let byte = try? handle.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}
