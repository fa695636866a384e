import Domain
import Foundation
import ServerHarness

/// Filling a database, and how large it is.
extension ScenarioContext {
    /// Stores about so many messages, spread over the pairs' chats, and waits until their words can be found.
    func fill(
        _ pairs: [Fixtures.Pair],
        _ count: Int,
        _ progress: @escaping @Sendable (Growth.Progress) -> Void
    ) async throws {
        let each = count / max(1, pairs.count)
        guard each > 0 else { return }
        let target = each * pairs.count
        let clients = try await clients(streams(over: pairs, maxSends: Int64(each)))
        try await clients.open()
        await clients.beginSending()
        let begin = MonotonicInstant.now
        var (stored, at, since) = (0, begin, begin)
        while stored < target {
            try await Task.sleep(for: .milliseconds(100))
            let acked = await clients.outcomes().reduce(0) { $0 + $1.acked }
            let now = MonotonicInstant.now
            if acked > stored { (stored, at) = (acked, now) }
            guard now - at < 30_000_000 else {
                let reason = await clients.counters().firstFailure ?? "no ack for 30 s"
                throw SpotterError(.unavailable, "only \(stored) of \(target) messages were stored: \(reason)")
            }
            guard now - since >= 5_000_000 else { continue }
            since = now
            progress(.init(stored: stored, target: target, perSecond: Double(stored) / Double(now - begin) * 1e6))
        }
        await clients.close()
        try await waitForWords()
    }

    /// Waits until the server has caught up with the full text: a message that is sent now is found by a word.
    func waitForWords() async throws {
        let timeout = Duration.seconds(600)
        guard try await probes(timeout: timeout).areWordsFound() else {
            throw SpotterError(.unavailable, "a message wasn't found by its words within \(timeout)")
        }
    }

    /// The bytes of the database, which includes everything about its messages. The server is stopped for that, since its
    /// write-ahead log may hold pages several times, and started again.
    func diskBytes() async throws -> Int {
        guard let server else { throw SpotterError.invalid("Growth needs a server of its own.") }
        await server.stop()
        let folder = server.options.folder
        let bytes = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix("spotter.db") }
            .reduce(0) { sum, name in
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                return sum + (attributes[.size] as? Int ?? 0)
            }
        try await server.restart()
        return bytes
    }
}
