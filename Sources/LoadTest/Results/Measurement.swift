import Foundation
import Glibc

/// What a stretch of a load cost whom.
struct Measured: Sendable {
    var tally = Tally()
    var seconds = 0.0
    /// Processor seconds of the server; nothing where its process isn't known.
    var serverSeconds: Double?
    /// The busiest thread of the server, as a share of the time.
    var serverThreadShare: Double?
    /// Processor seconds of all other processes but this one.
    var otherSeconds = 0.0
    /// Processor seconds of this process.
    var loadSeconds = 0.0
    /// Calls of the server that wait for the disk.
    var syncsPerSecond: Double?

    /// Whether so much was asked as was meant, not as much as goes.
    var isPaced = false

    /// The busiest thread of the load, as a share of the time.
    var loadThreadShare: Double { Double(tally.threadTime) / 1e6 / seconds }

    enum Limit: String, Sendable { case loadTool = "load tool", serverThread = "server thread", processors }

    /// What stood in the way of more, where that's plain.
    var limit: Limit? {
        let busy = 0.9
        if loadThreadShare > busy, (serverThreadShare ?? 0) <= busy { return .loadTool }
        guard !isPaced else { return nil }
        if let serverThreadShare, serverThreadShare > busy { return .serverThread }
        let all = (serverSeconds ?? 0) + loadSeconds + otherSeconds
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

/// Processor time at one moment, to subtract from that at a later one.
struct ProcessorTimes {
    private let server: (all: Double, threads: [Int: Double])?
    private let own: Double
    private let machine: Double
    private let at = Moment.now

    init(server: ProcessFigures?) {
        self.server = server.map { ($0.cpuSeconds, $0.threadSeconds) }
        own = ProcessFigures(pid: getpid()).cpuSeconds
        machine = Self.machineSeconds
    }

    func measured(_ before: ProcessorTimes, _ tally: Tally) -> Measured {
        var measured = Measured(tally: tally)
        measured.seconds = Double(at - before.at) / 1e6
        measured.loadSeconds = own - before.own
        if let server, let earlier = before.server {
            measured.serverSeconds = server.all - earlier.all
            let busiest = server.threads.map { $1 - (earlier.threads[$0] ?? 0) }.max() ?? 0
            measured.serverThreadShare = busiest / measured.seconds
        }
        let others = machine - before.machine - measured.loadSeconds - (measured.serverSeconds ?? 0)
        measured.otherSeconds = max(0, others)
        return measured
    }

    /// Processor time of everything on this machine, from `/proc/stat`.
    private static var machineSeconds: Double {
        let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        let fields = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().compactMap { Double($0) }
        guard fields.count > 4 else { return .nan }
        // user, nice, system; idle and waiting left out; interrupts.
        let busy = fields[0] + fields[1] + fields[2] + fields.dropFirst(5).prefix(2).reduce(0, +)
        return busy / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
