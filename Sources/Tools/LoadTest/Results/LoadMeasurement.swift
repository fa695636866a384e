import Foundation
import Glibc
import ServerHarness

/// The resources that the server and the load tool used while measuring.
struct LoadMeasurement: Sendable {
    var counters = LoadCounters()
    var seconds = 0.0
    /// CPU seconds of the server; `nil` if its process isn't known.
    var serverSeconds: Double?
    /// CPU use of the server's busiest thread; 1 is a whole core.
    var serverThreadShare: Double?
    /// CPU seconds of the database's processes; `nil` if they weren't looked for.
    var databaseSeconds: Double?
    /// CPU seconds of all other processes.
    var otherSeconds = 0.0
    /// CPU seconds of this process.
    var loadSeconds = 0.0
    /// The server's calls of fsync and fdatasync per second.
    var fsyncsPerSecond: Double?

    /// Whether the load had a fixed rate, rather than the highest rate that the server sustains.
    var isPaced = false

    /// CPU use of the load tool's busiest thread; 1 is a whole core.
    var loadThreadShare: Double { Double(counters.threadTime) / 1e6 / seconds }

    enum Limit: String, Sendable { case loadTool = "load tool", serverThread = "server thread", processors }

    /// What limited the throughput, if that is clear.
    var limit: Limit? {
        let busy = 0.9
        if loadThreadShare > busy, (serverThreadShare ?? 0) <= busy { return .loadTool }
        guard !isPaced else { return nil }
        if let serverThreadShare, serverThreadShare > busy { return .serverThread }
        let all = (serverSeconds ?? 0) + (databaseSeconds ?? 0) + loadSeconds + otherSeconds
        return all > 0.95 * seconds * Double(sysconf(Int32(_SC_NPROCESSORS_ONLN))) ? .processors : nil
    }

    var notes: [String] {
        func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
        var notes: [String] = []
        let server = serverThreadShare.map { ", the server's busiest \(percent($0))" } ?? ""
        switch limit {
        case .loadTool:
            notes.append("the load tool itself is the limit: its thread was \(percent(loadThreadShare)) busy\(server)")
        case .processors:
            notes.append(
                "the processors are the limit: load tool \(percent(loadSeconds / seconds)) of one, server "
                    + percent((serverSeconds ?? 0) / seconds)
            )
        case .serverThread, nil: break
        }
        if otherSeconds > 0.15 * seconds {
            notes.append("other processes took \(percent(otherSeconds / seconds)) of a processor meanwhile")
        }
        return notes
    }
}

/// CPU times at one moment, to subtract from those at a later one.
struct CPUTimes {
    private let servers: [(all: Double, threads: [Int: Double])]
    private let database: [Int32: Double]?
    private let own: Double
    private let machine: Double
    private let at = MonotonicInstant.now

    /// - Parameter database: the names of its programs; `nil` if what it costs isn't asked.
    init(servers: [ProcessStatistics], database: Set<String>? = nil) {
        self.servers = servers.map { ($0.cpuSeconds, $0.threadSeconds) }
        self.database = database.map { names in
            let running = ProcessStatistics.running(names).map { ($0.pid, $0.cpuSeconds) }
            return Dictionary(running) { first, _ in first }
        }
        own = ProcessStatistics(pid: getpid()).cpuSeconds
        machine = Self.machineSeconds
    }

    func since(_ before: CPUTimes, _ counters: LoadCounters) -> LoadMeasurement {
        var measurement = LoadMeasurement(counters: counters)
        measurement.seconds = Double(at - before.at) / 1e6
        measurement.loadSeconds = own - before.own
        if !servers.isEmpty {
            let pairs = zip(servers, before.servers)
            measurement.serverSeconds = pairs.reduce(0) { $0 + $1.0.all - $1.1.all }
            let busiest = pairs.flatMap { now, earlier in now.threads.map { $1 - (earlier.threads[$0] ?? 0) } }.max()
            measurement.serverThreadShare = (busiest ?? 0) / measurement.seconds
        }
        if let database, let earlier = before.database {
            measurement.databaseSeconds = database.reduce(0) { $0 + $1.value - (earlier[$1.key] ?? 0) }
        }
        let known = measurement.loadSeconds + (measurement.serverSeconds ?? 0) + (measurement.databaseSeconds ?? 0)
        let others = machine - before.machine - known
        measurement.otherSeconds = max(0, others)
        return measurement
    }

    /// CPU seconds of everything on this machine, from `/proc/stat`.
    private static var machineSeconds: Double {
        let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        let fields = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().compactMap { Double($0) }
        guard fields.count > 4 else { return .nan }
        // user, nice, system; idle and waiting left out; interrupts.
        let busy = fields[0] + fields[1] + fields[2] + fields.dropFirst(5).prefix(2).reduce(0, +)
        return busy / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
