import CoreMetrics
import Live
import Messaging
package import MetricsExporter
import Retrieval

/// A server's metrics. Counters are incremented where events happen; these gauges are read at each export.
package struct ServerMetrics: Sendable {
    /// Every metric, in the order of the export.
    package static let descriptions = [
        MetricDescription(connections, help: "Open client sockets."),
        MetricDescription(embeddingQueue, help: "Messages that wait to be embedded."),
        MetricDescription(vectors, help: "Messages that are searchable by meaning."),
        MetricDescription(
            "spotter_notifications_delivered_total",
            help: "Notifications that reached a device's service."
        ),
        MetricDescription("spotter_notifications_failed_total", help: "Notifications that were given up."),
    ]

    private static let connections = "spotter_connections"
    private static let embeddingQueue = "spotter_embedding_queue"
    private static let vectors = "spotter_vectors"

    private let presence: PresenceRegistry
    private let memory: MessageIndexer
    private let registry: PrometheusRegistry
    private let connections: Gauge
    private let embeddingQueue: Gauge
    private let vectors: Gauge

    init(presence: PresenceRegistry, memory: MessageIndexer, registry: PrometheusRegistry) {
        self.presence = presence
        self.memory = memory
        self.registry = registry
        connections = Gauge(label: Self.connections, factory: registry)
        embeddingQueue = Gauge(label: Self.embeddingQueue, factory: registry)
        vectors = Gauge(label: Self.vectors, factory: registry)
    }

    /// All metrics in Prometheus' text format.
    func text() async throws -> String {
        connections.record(presence.connectionCount)
        embeddingQueue.record(try await memory.pendingCount())
        vectors.record(try await memory.indexedCount())
        return registry.text
    }
}
