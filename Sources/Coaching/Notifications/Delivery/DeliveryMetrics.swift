import CoreMetrics

/// What became of notifications since the start.
struct DeliveryMetrics: Sendable {
    let delivered: Counter
    let failed: Counter

    init(_ factory: any MetricsFactory) {
        delivered = Counter(label: "spotter_notifications_delivered_total", factory: factory)
        failed = Counter(label: "spotter_notifications_failed_total", factory: factory)
    }
}
