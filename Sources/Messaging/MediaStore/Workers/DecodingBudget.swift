import Domain
import Synchronization

/// How many bytes of decoded images one user may have made in a time; the text of a PDF costs its processor time. A small file can be decoded to hundreds of
/// megabytes, so limits on uploaded bytes don't bound this work.
///
/// The cost of an image is known only afterwards: a user may go into debt by one image, and then waits until it is paid
/// off.
final class DecodingBudget: Sendable {
    struct Rate: Sendable, Hashable {
        var bytesPerSecond: Int64 = 32 << 20
        /// Before the first wait: fourteen photos of 48 million pixels.
        var burst: Int64 = 2 << 30
    }

    /// What one second of processor time costs, so that images that are slow to decode cost accordingly.
    static let bytesPerCPUSecond: Int64 = 128 << 20

    private let rate: Rate
    /// Nanoseconds of a monotonic clock.
    private let now: @Sendable () -> Int64
    /// When each user's budget will be full again.
    private let fullAt = Mutex<[UserID: Int64]>([:])

    init(_ rate: Rate = Rate(), now: @escaping @Sendable () -> Int64 = monotonicNow) {
        self.rate = rate
        self.now = now
    }

    /// - Throws: `rate_limited` while the budget is used up.
    func requireLeft(for user: UserID) throws {
        let now = now()
        let debt = (fullAt.withLock { $0[user] } ?? now) - now - nanoseconds(rate.burst)
        guard debt >= 0 else { return }
        let milliseconds = Int(debt / 1_000_000) + 1
        throw SpotterError(
            .rateLimited,
            "Your files have taken much of the server's time; try again in \((milliseconds + 999) / 1000) s.",
            retryable: true,
            retryAfterMs: milliseconds
        )
    }

    /// - Parameters:
    ///   - decodedBytes: 0 if the image couldn't be decoded.
    ///   - cpuMilliseconds: the processor time that it took.
    func charge(decodedBytes: Int64, cpuMilliseconds: Int64, to user: UserID) {
        let cost = max(decodedBytes, min(cpuMilliseconds, 1_000_000) * Self.bytesPerCPUSecond / 1000)
        let now = now()
        fullAt.withLock { fullAt in
            fullAt[user] = max(fullAt[user] ?? now, now) + nanoseconds(cost)
            // Users with a full budget equal new ones.
            if fullAt.count > 10_000 { fullAt = fullAt.filter { $0.value > now } }
        }
    }

    /// The time in which this many bytes are earned. Less precise for very large numbers, but never an overflow.
    private func nanoseconds(_ bytes: Int64) -> Int64 {
        Int64(min(Double(max(bytes, 0)) / Double(max(rate.bytesPerSecond, 1)), 1_000_000) * 1_000_000_000)
    }
}

/// Nanoseconds of the system's monotonic clock.
@Sendable func monotonicNow() -> Int64 {
    let elapsed = monotonicOrigin.duration(to: .now).components
    return elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000
}

private let monotonicOrigin = ContinuousClock.now
