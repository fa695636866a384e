import Domain
import Foundation

/// A server of its own process on a temporary folder, as an operator would run it.
final class BenchServer {
    let address: String
    let folder: String
    /// From the start of the process to the line that says it listens.
    let startup: Duration
    private let process: Process

    static func temporaryFolder() -> String {
        FileManager.default.temporaryDirectory.appending(path: "spotter-bench-\(UUID().uuidString)").path
    }

    init(folder: String, environment: [String: String] = [:]) throws {
        self.folder = folder
        process = Process()
        process.executableURL = URL(filePath: try Self.executable())
        process.arguments = ["serve", "--data", folder, "--port", "0", "--log-level", "error"]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        let pipe = Pipe()
        process.standardOutput = pipe
        let begin = ContinuousClock.now
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw SpotterError(.unavailable, "the server under test ended before it listened")
            }
            text += String(decoding: data, as: UTF8.self)
        }
        startup = ContinuousClock.now - begin
        guard let range = text.firstRange(of: "listening on ") else {
            throw SpotterError(.unavailable, "the server under test said: \(text)")
        }
        address = text[range.upperBound...].trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs another subcommand of this program and waits for it.
    static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: try executable())
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw SpotterError(.unavailable, "spotter \(arguments.first ?? "") failed")
        }
    }

    static func executable() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    /// Resident memory in MB, from `/proc`.
    var residentMegabytes: Double {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return (kilobytes ?? .nan) / 1024
    }

    /// Processor time used so far, in seconds, from `/proc`.
    var cpuSeconds: Double {
        let stat = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return .nan }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
