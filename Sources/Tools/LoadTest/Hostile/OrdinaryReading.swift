import NIOCore
import ServerHarness

/// People who read over REST at a fixed rate: their chats, a page of history, themselves.
struct OrdinaryReading: Sendable {
    let pairs: [Fixtures.Pair]
    let rest: RESTClient
    /// Requests per second of all together.
    let rate: Int
    private static let readers = 20

    struct Result: Sendable {
        var latencies = LatencyHistogram()
        /// Requests that weren't answered with success.
        var failed = 0
        var firstFailure: String?
    }

    func run(for duration: Duration) async throws -> Result {
        let readers = min(Self.readers, max(1, rate))
        let interval = Int64(1_000_000 * readers / max(1, rate))
        let begin = MonotonicInstant.now
        let end = begin + Int64(duration.seconds * 1_000_000)
        return try await withThrowingTaskGroup(of: Result.self) { group in
            for reader in 0..<readers {
                let first = begin + interval * Int64(reader) / Int64(readers)
                group.addTask { try await read(reader, from: first, every: interval, until: end) }
            }
            return try await group.reduce(into: Result()) { all, part in
                all.latencies.add(part.latencies)
                all.failed += part.failed
                all.firstFailure = all.firstFailure ?? part.firstFailure
            }
        }
    }

    private func read(_ reader: Int, from first: Int64, every interval: Int64, until end: Int64) async throws -> Result
    {
        var result = Result()
        var (due, number) = (first, reader)
        while due < end, let pair = pairs.isEmpty ? nil : pairs[number % pairs.count] {
            let isLate = MonotonicInstant.now > due
            if !isLate { try await Task.sleep(for: .microseconds(due - MonotonicInstant.now)) }
            // A request that an earlier one held up counts from when it was due: a stalled server mustn't hide its own
            // delay.
            let start = isLate ? due : MonotonicInstant.now
            do {
                _ = try await rest.get(path(number, pair), token: pair.client.token)
                result.latencies.record(MonotonicInstant.now - start)
            } catch {
                result.failed += 1
                result.firstFailure = result.firstFailure ?? "\(error)"
            }
            due += interval
            number += Self.readers + 1
        }
        return result
    }

    private func path(_ number: Int, _ pair: Fixtures.Pair) -> String {
        switch number % 3 {
        case 0: "/v1/chats"
        case 1: "/v1/chats/\(pair.chat)/messages?limit=50"
        default: "/v1/me"
        }
    }
}
