import Domain
import SpotterAPI
import Synchronization

/// What waits for each device, in order. Knows neither network nor time.
final class Lanes: Sendable {
    struct Item: Sendable, Hashable {
        let num: Int64
        let message: MessageID
    }

    /// What may wait for one device; beyond it the oldest give way, since the newest says best what there is.
    static let longest = 100

    private struct Lane: Sendable {
        var items: [Item] = []
        var isWorked = false
        /// The last one that's done, also if it was left out.
        var handled: Int64 = 0
    }

    private let lanes = Mutex<[SubscriptionID: Lane]>([:])

    func put(_ item: Item, for subscription: SubscriptionID) {
        lanes.withLock { lanes in
            lanes[subscription, default: Lane()].items.append(item)
            if lanes[subscription]?.items.count ?? 0 > Self.longest { lanes[subscription]?.items.removeFirst() }
        }
    }

    /// Devices with something to do that nobody does yet; they're the caller's to work on now.
    func take() -> [SubscriptionID] {
        lanes.withLock { lanes in
            let idle = lanes.filter { !$0.value.isWorked && !$0.value.items.isEmpty }.keys
            for subscription in idle { lanes[subscription]?.isWorked = true }
            return Array(idle)
        }
    }

    /// What comes first now, or nothing, with which the lane is free again.
    func next(_ subscription: SubscriptionID) -> Item? {
        lanes.withLock { lanes in
            guard let first = lanes[subscription]?.items.first else {
                lanes[subscription]?.isWorked = false
                return nil
            }
            return first
        }
    }

    func finish(_ item: Item, for subscription: SubscriptionID) {
        lanes.withLock { lanes in
            guard var lane = lanes.removeValue(forKey: subscription) else { return }
            lane.items.removeAll { $0 == item }
            lane.handled = max(lane.handled, item.num)
            lanes[subscription] = lane
        }
    }

    /// Leaves a lane with what's in it.
    func leave(_ subscription: SubscriptionID) { lanes.withLock { $0[subscription]?.isWorked = false } }

    /// Nothing for a device that isn't there any more.
    func clear(_ subscription: SubscriptionID) { lanes.withLock { $0[subscription]?.items = [] } }

    /// The first message that isn't done for all, and how far those are that are ahead of it.
    func progress() -> (lowest: Int64?, handled: [SubscriptionID: Int64]) {
        lanes.withLock { lanes in
            let lowest = lanes.values.compactMap(\.items.first?.num).min()
            guard let lowest else {
                // Everybody is as far as the watermark: nothing need be remembered of anybody.
                lanes = lanes.filter(\.value.isWorked)
                return (nil, [:])
            }
            return (lowest, lanes.compactMapValues { $0.handled >= lowest ? $0.handled : nil })
        }
    }

    var count: Int { lanes.withLock { $0.values.reduce(0) { $0 + $1.items.count } } }
}
