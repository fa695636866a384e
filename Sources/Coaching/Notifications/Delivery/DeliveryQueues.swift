import Domain
import SpotterAPI
import Synchronization

/// The notifications that wait for each device, in order. Does no I/O.
final class DeliveryQueues: Sendable {
    enum Item: Sendable, Hashable {
        /// With the message's number, by which progress is saved.
        case message(MessageID, num: Int64)
        /// Progress is saved per notice.
        case notice(NoticeID)
        /// The messages of quiet hours that have ended: the numbers of the first and the last.
        case summary(from: Int64, to: Int64)

        var num: Int64? { if case .message(_, let num) = self { num } else { nil } }
    }

    /// Maximum number of notifications that wait for one device. Beyond it the oldest are dropped, since the newest
    /// matter most.
    static let maxPerDevice = 100

    private struct Queue: Sendable {
        var items: [Item] = []
        var isClaimed = false
        /// The last message that was processed, even if it wasn't delivered.
        var handled: Int64 = 0
    }

    private let queues = Mutex<[SubscriptionID: Queue]>([:])

    func enqueue(_ item: Item, for subscription: SubscriptionID) {
        queues.withLock { queues in
            guard queues[subscription]?.items.contains(item) != true else { return }
            queues[subscription, default: Queue()].items.append(item)
            if queues[subscription]?.items.count ?? 0 > Self.maxPerDevice { queues[subscription]?.items.removeFirst() }
        }
    }

    /// Claims all devices with queued items that nobody has claimed. The caller must process them.
    func claimIdle() -> [SubscriptionID] {
        queues.withLock { queues in
            let idle = queues.filter { !$0.value.isClaimed && !$0.value.items.isEmpty }.keys
            for subscription in idle { queues[subscription]?.isClaimed = true }
            return Array(idle)
        }
    }

    /// The first item, or `nil` if the queue is empty, which also releases the claim.
    func next(_ subscription: SubscriptionID) -> Item? {
        queues.withLock { queues in
            guard let first = queues[subscription]?.items.first else {
                queues[subscription]?.isClaimed = false
                return nil
            }
            return first
        }
    }

    func complete(_ item: Item, for subscription: SubscriptionID) {
        queues.withLock { queues in
            guard var queue = queues.removeValue(forKey: subscription) else { return }
            queue.items.removeAll { $0 == item }
            queue.handled = max(queue.handled, item.num ?? 0)
            queues[subscription] = queue
        }
    }

    /// Releases the claim; the items stay queued.
    func release(_ subscription: SubscriptionID) { queues.withLock { $0[subscription]?.isClaimed = false } }

    /// Drops all items of a device that doesn't exist any more.
    func removeAll(_ subscription: SubscriptionID) { queues.withLock { $0[subscription]?.items = [] } }

    /// Drops everything that waits, for another node to deliver.
    func removeAll() { queues.withLock { for subscription in $0.keys { $0[subscription]?.items = [] } } }

    /// The lowest pending message number, and the progress of the devices that are beyond it.
    func progress() -> (lowest: Int64?, handled: [SubscriptionID: Int64]) {
        queues.withLock { queues in
            let lowest = queues.values.compactMap { $0.items.lazy.compactMap(\.num).first }.min()
            guard let lowest else {
                // Everybody has reached the watermark, so no progress has to be saved per device.
                queues = queues.filter { $0.value.isClaimed || !$0.value.items.isEmpty }
                return (nil, [:])
            }
            return (lowest, queues.compactMapValues { $0.handled >= lowest ? $0.handled : nil })
        }
    }

    var count: Int { queues.withLock { $0.values.reduce(0) { $0 + $1.items.count } } }
}
