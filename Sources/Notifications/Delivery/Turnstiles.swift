import Synchronization

/// Lets so many deliveries to one origin go at once; others wait their turn. Origins don't wait for each other.
final class Turnstiles: Sendable {
    private struct Gate: Sendable {
        var inside = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let most: Int
    private let gates = Mutex<[Origin: Gate]>([:])

    init(most: Int) { self.most = most }

    func pass<Value: Sendable>(_ origin: Origin, _ body: () async -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let mayEnter = gates.withLock { gates in
                guard gates[origin]?.inside ?? 0 >= most else {
                    gates[origin, default: Gate()].inside += 1
                    return true
                }
                gates[origin]?.waiting.append(continuation)
                return false
            }
            if mayEnter { continuation.resume() }
        }
        let value = await body()
        // Whoever waited takes this place over.
        let next = gates.withLock { gates -> CheckedContinuation<Void, Never>? in
            if gates[origin]?.waiting.isEmpty == false { return gates[origin]?.waiting.removeFirst() }
            gates[origin]?.inside -= 1
            if gates[origin]?.inside == 0 { gates[origin] = nil }
            return nil
        }
        next?.resume()
        return value
    }
}
