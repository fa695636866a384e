import Synchronization

/// Limits concurrent deliveries per origin. Further ones wait in order; origins don't wait for each other.
final class PerOriginLimiter: Sendable {
    private struct Slots: Sendable {
        var active = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let maxConcurrent: Int
    private let slots = Mutex<[Origin: Slots]>([:])

    init(maxConcurrent: Int) { self.maxConcurrent = maxConcurrent }

    func withSlot<Value: Sendable>(_ origin: Origin, _ body: () async throws -> Value) async rethrows -> Value {
        await withCheckedContinuation { continuation in
            let isAdmitted = slots.withLock { slots in
                guard slots[origin]?.active ?? 0 >= maxConcurrent else {
                    slots[origin, default: Slots()].active += 1
                    return true
                }
                slots[origin]?.waiting.append(continuation)
                return false
            }
            if isAdmitted { continuation.resume() }
        }
        defer { release(origin) }
        return try await body()
    }

    /// Hands the slot to the next waiter.
    private func release(_ origin: Origin) {
        let next = slots.withLock { slots -> CheckedContinuation<Void, Never>? in
            if slots[origin]?.waiting.isEmpty == false { return slots[origin]?.waiting.removeFirst() }
            slots[origin]?.active -= 1
            if slots[origin]?.active == 0 { slots[origin] = nil }
            return nil
        }
        next?.resume()
    }
}
