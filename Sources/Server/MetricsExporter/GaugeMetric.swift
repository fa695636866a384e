import CoreMetrics
import Synchronization

/// A number that goes up and down.
final class GaugeMetric: ExportedMetric, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    var kind: MetricKind { .gauge }
    var samples: [Sample] { [Sample(value: value.withLock { $0 })] }

    func set(_ new: Int64) { set(Double(new)) }
    func set(_ new: Double) { value.withLock { $0 = new } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ new: Int64) { set(Double(new)) }
    func record(_ new: Double) { set(new) }
}
