import Synchronization

/// What a server waits for those that write before it.
final class TurnWaits: Sendable {
    private let nanoseconds = Atomic<Int64>(0)
    private let stalls = Atomic<Int>(0)

    var waited: Duration { .nanoseconds(nanoseconds.load(ordering: .relaxed)) }

    /// How often a transaction of another server that hung was undone.
    var stalled: Int { stalls.load(ordering: .relaxed) }

    func add(since begin: ContinuousClock.Instant) {
        nanoseconds.wrappingAdd(Int64((ContinuousClock.now - begin) / .nanoseconds(1)), ordering: .relaxed)
    }

    func addStall() { stalls.wrappingAdd(1, ordering: .relaxed) }
}
