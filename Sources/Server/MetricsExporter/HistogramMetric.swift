import CoreMetrics
import Synchronization

/// Values counted by their size. Durations are in seconds.
final class HistogramMetric: ExportedMetric, RecorderHandler, TimerHandler {
    private struct State {
        /// The last one counts what is above all bounds.
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var sum = 0.0
    }

    /// The upper bounds that Prometheus' own clients use by default, and two below them: much of what a server does takes
    /// about a millisecond.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = Mutex(State())

    var kind: MetricKind { .histogram }

    /// Each bucket includes those below it, as the format wants.
    var samples: [Sample] {
        let state = state.withLock { $0 }
        var total = 0
        let buckets = zip(Self.bounds.map { "\($0)" } + ["+Inf"], state.counts).map { bound, count in
            total += count
            return Sample(suffix: "_bucket", label: "le=\"\(bound)\"", value: Double(total))
        }
        return buckets + [Sample(suffix: "_sum", value: state.sum), Sample(suffix: "_count", value: Double(total))]
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
}
