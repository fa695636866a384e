import Foundation
import Glibc

/// Statistics of a process from Linux's `/proc`.
public struct ProcessStatistics: Sendable {
    public let pid: Int32

    public init(pid: Int32) { self.pid = pid }

    /// CPU time used so far, in seconds.
    public var cpuSeconds: Double { Self.cpuSeconds(stat: read("stat")) ?? .nan }

    /// CPU time of each thread in seconds, by thread id.
    public var threadSeconds: [Int: Double] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return names.reduce(into: [:]) { threads, name in
            guard let id = Int(name), let seconds = Self.cpuSeconds(stat: read("task/\(name)/stat")) else { return }
            threads[id] = seconds
        }
    }

    /// Resident memory in bytes, including mapped files.
    public var residentBytes: Int? { kilobytes("VmRSS:", in: read("status")).map { $0 * 1024 } }
    /// Resident memory in bytes that isn't backed by a file.
    public var anonymousBytes: Int? { kilobytes("Anonymous:", in: read("smaps_rollup")).map { $0 * 1024 } }
    /// The processes that this one has started and that still run.
    public var children: [ProcessStatistics] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return threads.flatMap { read("task/\($0)/children").split(separator: " ") }
            .compactMap { Int32($0).map(ProcessStatistics.init(pid:)) }
    }
    /// All processes of this machine that run programs of these names.
    public static func running(_ names: Set<String>) -> [ProcessStatistics] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { Int32($0).map(ProcessStatistics.init(pid:)) }.filter { process in
            names.contains(process.read("comm").trimmingCharacters(in: .newlines))
        }
    }
    /// The program and its arguments.
    public var arguments: [String] { read("cmdline").split(separator: "\0").map(String.init) }
    /// Whether each of its threads waits for something: none runs, waits for a processor or for a disk.
    public var isAsleep: Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        return names.allSatisfy { name in
            // A thread that has ended in the meantime has no state.
            let state = read("task/\(name)/stat").split(separator: ")").last?.split(separator: " ").first ?? "S"
            return state == "S"
        }
    }
    public var threads: Int { kilobytes("Threads:", in: read("status")) ?? 0 }
    public var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd"))?.count ?? 0
    }

    /// What it has handed to write calls so far, in bytes: to files, sockets and pipes.
    public var bytesWritten: Int64 {
        let line = read("io").split(separator: "\n").first { $0.hasPrefix("wchar:") }
        return line?.split(separator: " ").last.flatMap { Int64($0) } ?? 0
    }

    private func read(_ file: String) -> String {
        (try? String(contentsOfFile: "/proc/\(pid)/\(file)", encoding: .utf8)) ?? ""
    }

    private func kilobytes(_ name: String, in text: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }

    private static func cpuSeconds(stat: String) -> Double? {
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
