import ArgumentParser
import Domain
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Pairs that write to each other over sockets: how many messages a second are acknowledged, and how long one takes to
/// reach the other side.
struct BenchChat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Messages per second acknowledged, and the time from send to receipt.",
        discussion: """
            Starts a server of its own in a temporary folder, unless --server names one. An ack means that the message
            is on disk.

            Examples:
              spotter bench chat                             one message in flight on each of 50 pairs
              spotter bench chat --pairs 200 --in-flight 32
            """
    )

    @Option(help: "Pairs of people, each with a chat.") var pairs = 50
    @Option(help: "Messages of a pair that wait for their ack at a time.") var inFlight = 1
    @Option(help: "Seconds to measure, after a second of warm-up.") var seconds = 10
    @Option(help: "Bytes of text in a message.") var bytes = 100
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        guard (1...10_000).contains(pairs), (1...1000).contains(inFlight), (1...600).contains(seconds),
            (1...10_000).contains(bytes)
        else { throw ValidationError("--pairs 1-10000, --in-flight 1-1000, --seconds 1-600, --bytes 1-10000") }
        do {
            let server = try BenchServer(
                folder: BenchServer.temporaryFolder(),
                environment: ["SPOTTER_PASSWORD_LOG_ROUNDS": "4"]
            )
            defer { server.stop() }
            try await measure(server)
        } catch {
            throw fail(error)
        }
    }

    private func measure(_ server: BenchServer) async throws {
        guard let url = URL(string: server.address) else { throw SpotterError.invalid("no address: \(server.address)") }
        let world = try await BenchWorld(address: server.address).pairs(pairs)
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let load = BenchLoad(inFlight: inFlight, text: String(repeating: "x", count: bytes))
        for pair in world {
            try await BenchSocket.connect(url, token: pair.client.token, on: loops.next()) { text, _ in
                load.received(text)
            }
            let chat = pair.chatId
            try await BenchSocket.connect(url, token: pair.trainer.token, on: loops.next()) { text, socket in
                load.answered(text, chat: chat, socket)
            }
        }
        try await Task.sleep(for: .seconds(1))
        let before = (cpu: server.cpuSeconds, begin: ContinuousClock.now)
        load.startMeasuring()
        try await Task.sleep(for: .seconds(seconds))
        let result = load.stop()
        let elapsed = (ContinuousClock.now - before.begin).seconds
        try report(result, elapsed: elapsed, cpu: server.cpuSeconds - before.cpu, memory: server.residentMegabytes)
        try await loops.shutdownGracefully()
    }

    private struct Report: Encodable {
        let scenario: String
        let messagesPerSecond: Double
        let p50Ms: Double
        let p99Ms: Double
        let serverCpuSecondsPer100k: Double
        let residentMegabytes: Double
        let messages: Int
    }

    private func report(_ result: BenchLoad.Result, elapsed: Double, cpu: Double, memory: Double) throws {
        let latencies = Sample(result.latencies)
        let report = Report(
            scenario: "1:1, \(pairs) pairs, \(inFlight) in flight, \(bytes) bytes",
            messagesPerSecond: (Double(result.acked) / elapsed).rounded(places: 0),
            p50Ms: latencies.quantile(0.5).rounded(places: 2),
            p99Ms: latencies.quantile(0.99).rounded(places: 2),
            serverCpuSecondsPer100k: (cpu / Double(max(1, result.acked)) * 100_000).rounded(places: 2),
            residentMegabytes: memory.rounded(places: 1),
            messages: result.acked
        )
        if json { return try outputJSON(report) }
        output(
            """
            \(report.scenario), \(seconds) s
              acknowledged        \(Int(report.messagesPerSecond)) messages/s
              send to receipt     p50 \(report.p50Ms) ms, p99 \(report.p99Ms) ms
              server processor    \(report.serverCpuSecondsPer100k) s per 100 000 messages
              server memory       \(report.residentMegabytes) MB resident
            """
        )
    }
}
