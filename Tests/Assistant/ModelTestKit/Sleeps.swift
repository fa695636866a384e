public import OpenAIClient
import Synchronization

/// Records the delays of a retry policy, none of which takes any time.
public final class Sleeps: Sendable {
    private let durations = Mutex<[Duration]>([])

    public init() {}

    public var all: [Duration] { durations.withLock { $0 } }

    public func policy(retries: Int) -> RetryPolicy {
        RetryPolicy(
            retries: retries,
            random: { 1 },
            sleep: { duration in self.durations.withLock { $0.append(duration) } }
        )
    }
}
