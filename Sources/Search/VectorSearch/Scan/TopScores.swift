/// The `limit` highest scores seen, in a binary min-heap.
struct TopScores {
    private let limit: Int
    private var heap: [Float] = []

    /// `limit` must be at least 1.
    init(limit: Int) {
        self.limit = limit
    }

    /// The lowest of the `limit` highest scores; −∞ until `limit` scores were seen.
    var lowestKept: Float {
        heap.count < limit ? -.infinity : heap[0]
    }

    mutating func insert(_ score: Float) {
        if heap.count < limit {
            heap.append(score)
            siftUp(heap.count - 1)
        } else if score > heap[0] {
            heap[0] = score
            siftDown()
        }
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
