public import CoreMetrics
import Synchronization

/// Metrics of one server, made through swift-metrics and exported in Prometheus' text format.
///
/// Metrics are made with this factory given explicitly. `MetricsSystem` isn't used, because it's one for the process,
/// and tests run many servers in one.
///
/// ```swift
/// let metrics = PrometheusRegistry([MetricDescription("jobs_total", help: "Finished jobs.")])
/// Counter(label: "jobs_total", factory: metrics).increment()
/// metrics.text  // # HELP jobs_total Finished jobs. …
/// ```
public final class PrometheusRegistry: MetricsFactory {
    private let descriptions: [String: (order: Int, help: String)]
    private let metrics = Mutex([MetricKey: any ExportedMetric]())

    /// - Parameter descriptions: the help of metrics, in the order of the export. Metrics without a description follow,
    ///   sorted by name.
    public init(_ descriptions: [MetricDescription] = []) {
        self.descriptions = Dictionary(
            descriptions.enumerated().map { ($1.name, (order: $0, help: $1.help)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Adds a metric whose value is read at each export, so that what it counts costs nothing beside.
    ///
    /// - Parameter read: called on the exporting task; must not block. A sample without a value is left out.
    public func export(
        _ name: String,
        _ kind: ReadingKind,
        dimensions: [(String, String)] = [],
        read: @escaping @Sendable () -> Double?
    ) {
        _ = metric(name, dimensions, or: ReadingMetric(kind: kind == .counter ? .counter : .gauge, read: read))
    }

    /// All metrics in Prometheus' text format 0.0.4.
    public var text: String {
        let metrics = metrics.withLock { $0 }
        let families = Dictionary(grouping: metrics) { $0.key.name }.sorted { order(of: $0.key) < order(of: $1.key) }
        var text = ""
        for (name, members) in families {
            guard let kind = members.first?.value.kind else { continue }
            if let help = descriptions[name]?.help { text += "# HELP \(name) \(help)\n" }
            text += "# TYPE \(name) \(kind.rawValue)\n"
            for (key, metric) in members.sorted(by: { $0.key.labels < $1.key.labels }) {
                for sample in metric.samples { text += sample.line(of: key) }
            }
        }
        return text
    }

    private func order(of name: String) -> (Int, String) { (descriptions[name]?.order ?? .max, name) }

    // MARK: MetricsFactory

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(label, dimensions, or: CounterMetric())
    }

    public func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        metric(label, dimensions, or: CounterMetric())
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(label, dimensions, or: GaugeMetric())
    }

    /// A gauge if `aggregate` is `false`, which is how swift-metrics makes those, and a histogram otherwise.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate ? metric(label, dimensions, or: HistogramMetric()) : metric(label, dimensions, or: GaugeMetric())
    }

    /// A histogram in seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(label, dimensions, or: HistogramMetric())
    }

    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// The metric of this name and these dimensions: the same object however often it's made.
    private func metric<Metric: ExportedMetric>(
        _ name: String,
        _ dimensions: [(String, String)],
        or make: @autoclosure () -> Metric
    ) -> Metric {
        metrics.withLock { metrics in
            let key = MetricKey(name: name, dimensions: dimensions)
            if let known = metrics[key] as? Metric { return known }
            let new = make()
            // A name can have one type only. What is made under it as another type works but isn't exported.
            if !metrics.contains(where: { $0.key.name == name && !($0.value is Metric) }) { metrics[key] = new }
            return new
        }
    }

    private func remove(_ handler: AnyObject) {
        metrics.withLock { metrics in metrics = metrics.filter { $0.value !== handler } }
    }
}

/// What an operator reads about a metric.
public struct MetricDescription: Sendable {
    public let name: String
    public let help: String

    public init(_ name: String, help: String) {
        self.name = name
        self.help = help
    }
}
