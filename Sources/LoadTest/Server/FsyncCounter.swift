import Foundation
import Glibc
import Synchronization

/// Counts a process's calls of `fsync` and `fdatasync` as the kernel sees them, by `perf stat`. Nothing where there is no
/// `perf`, or it may not look.
final class SyncMeter: Sendable {
    private let process: Process
    private let text: Mutex<String>

    init?(pid: Int32) {
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // Lines like `0.500123,17,,syscalls:sys_enter_fdatasync,…`, so that the count comes with its own time.
        process.arguments = [
            "perf", "stat", "-I", "500", "-x", ",", "-e", "syscalls:sys_enter_fdatasync", "-e",
            "syscalls:sys_enter_fsync", "-p", "\(pid)",
        ]
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        text = Mutex("")
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.text.withLock { $0 += String(decoding: data, as: UTF8.self) }
        }
        do { try process.run() } catch { return nil }
    }

    /// Ends the count.
    /// - Returns: calls per second.
    func stop() -> Double? {
        // Gently wouldn't do: threads of Swift's pool block all signals, and so do the processes that they start. What has
        // been counted is told already.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return Self.rate(of: text.withLock { $0 })
    }

    static func rate(of text: String) -> Double? {
        var (calls, seconds) = (0.0, 0.0)
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count > 3, fields[3].hasPrefix("syscalls:sys_enter_f"),
                let moment = Double(fields[0].trimmingCharacters(in: .whitespaces))
            else { continue }
            // The line of a count that hasn't begun has no number.
            calls += Double(fields[1]) ?? 0
            seconds = max(seconds, moment)
        }
        return seconds > 0 ? calls / seconds : nil
    }
}
