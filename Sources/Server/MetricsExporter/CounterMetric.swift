import CoreMetrics
import Synchronization

/// A number that only goes up.
final class CounterMetric: ExportedMetric, CounterHandler, FloatingPointCounterHandler {
    private let value = Mutex(0.0)

    var kind: MetricKind { .counter }
    var samples: [Sample] { [Sample(value: value.withLock { $0 })] }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLock { $0 += max(0, amount) } }
    func reset() { value.withLock { $0 = 0 } }
}
