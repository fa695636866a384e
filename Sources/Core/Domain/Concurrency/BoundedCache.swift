import Synchronization

/// Keeps what was made lately, up to a cost of all together. What wasn't asked for since goes first.
///
/// ```swift
/// let documents = BoundedCache<UserID, [UInt8]>(maxCost: 16 << 20)
/// documents.store(bytes, for: user, cost: bytes.count)
/// ```
package final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let cost: Int
    }

    /// Two generations, each of half the cost: an older one is forgotten at once, when the newer one is full.
    private struct State: Sendable {
        var recent: [Key: Entry] = [:]
        var earlier: [Key: Entry] = [:]
        var recentCost = 0

        mutating func remove(_ key: Key) {
            earlier[key] = nil
            if let former = recent.removeValue(forKey: key) { recentCost -= former.cost }
        }

        mutating func add(_ entry: Entry, for key: Key, upTo maxCost: Int) {
            remove(key)
            if recentCost + entry.cost > maxCost / 2 { (earlier, recent, recentCost) = (recent, [:], 0) }
            recent[key] = entry
            recentCost += entry.cost
        }
    }

    private let state = Mutex(State())
    private let maxCost: Int

    package init(maxCost: Int) { self.maxCost = maxCost }

    package subscript(key: Key) -> Value? {
        state.withLock { state in
            if let entry = state.recent[key] { return entry.value }
            guard let entry = state.earlier[key] else { return nil }
            state.add(entry, for: key, upTo: maxCost)
            return entry.value
        }
    }

    /// Keeps a value in place of the former one, unless it alone costs more than half of what all may.
    package func store(_ value: Value, for key: Key, cost: Int = 1) {
        state.withLock { state in
            guard cost <= maxCost / 2 else { return state.remove(key) }
            state.add(Entry(value: value, cost: cost), for: key, upTo: maxCost)
        }
    }

    /// The cost of all that is kept; at most `maxCost`.
    var cost: Int {
        state.withLock { state in (state.recent.values.map(\.cost) + state.earlier.values.map(\.cost)).reduce(0, +) }
    }
}
