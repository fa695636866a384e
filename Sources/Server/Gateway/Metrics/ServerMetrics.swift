import CoreMetrics
package import Live
import Messaging
package import MetricsExporter
package import Retrieval

/// A server's metrics. Counters are incremented where events happen; gauges are read at each export.
package struct ServerMetrics: Sendable {
    /// Every metric, in the order of the export.
    package static let descriptions = [
        MetricDescription(ready, help: "Whether the server is ready (1) or not (0); /readyz says why not."),
        MetricDescription(connections, help: "Open client sockets."),
        MetricDescription(requests, help: "Answered REST requests."),
        MetricDescription(requestTime, help: "Time to answer REST requests, without sending the body."),
        MetricDescription(errors, help: "Errors answered, by REST or on sockets."),
        MetricDescription(failedLogins, help: "Wrong passwords."),
        MetricDescription(messages, help: "Messages stored."),
        MetricDescription(deliveries, help: "Frames handed to client sockets."),
        MetricDescription(commitTime, help: "Time of the writer's groups, from the beginning to the disk."),
        MetricDescription(writeQueue, help: "Writes that wait for the writer."),
        MetricDescription(readQueue, help: "Reads that wait for a reader."),
        MetricDescription(passwordQueue, help: "Passwords that wait to be hashed or are being hashed."),
        MetricDescription(pictureQueue, help: "Pictures that wait to be converted or are being converted."),
        MetricDescription(notificationQueue, help: "Notifications that wait to be sent."),
        MetricDescription(embeddingQueue, help: "Messages that wait to be embedded."),
        MetricDescription(profileQueue, help: "Messages that wait for the language model that reads client profiles."),
        MetricDescription(vectors, help: "Messages that are searchable by meaning."),
        MetricDescription(
            "spotter_notifications_delivered_total",
            help: "Notifications that reached a device's service."
        ),
        MetricDescription("spotter_notifications_failed_total", help: "Notifications that were given up."),
        MetricDescription(nodes, help: "Servers of the cluster that live, as this one knows."),
        MetricDescription(leases, help: "Kinds of background work that this server does for its cluster."),
        MetricDescription(heartbeat, help: "Time that the last heartbeat took to be on disk."),
        MetricDescription(turnWaits, help: "Time that this server's writes have waited for those of others."),
        MetricDescription(stalledTurns, help: "How often the write of a server that hung was undone for this one's."),
        MetricDescription(busLag, help: "Time that this server's messages take over the bus and back."),
        MetricDescription(
            gapReads,
            help: "How often everything was compared with the database since messages of the bus were lost."
        ),
        MetricDescription(busBytes, help: "Bytes that other servers have said over the bus."),
        MetricDescription(
            unneededBusBytes,
            help: "Bytes of what other servers have said of chats only that nobody with a connection here is in."
        ),
        MetricDescription(damaged, help: "Whether the database was found damaged (1); nothing is written then."),
        MetricDescription(databaseBytes, help: "Size of the database file."),
        MetricDescription(logBytes, help: "Size of the database's write-ahead log."),
        MetricDescription(diskFree, help: "Free bytes on the data folder's disk."),
        MetricDescription(diskFloor, help: "Free bytes below which the server isn't ready."),
        MetricDescription(memory, help: "Resident memory of the process."),
        MetricDescription(openFiles, help: "Open file descriptors of the process."),
        MetricDescription(backup, help: "When the last good backup was made, in seconds since 1970."),
        MetricDescription(audit, help: "When the audit log last verified as intact, in seconds since 1970."),
        MetricDescription(certificate, help: "When the served certificate expires, in seconds since 1970."),
        MetricDescription(started, help: "When the process started, in seconds since 1970."),
    ]

    package static let ready = "spotter_ready"
    static let connections = "spotter_connections"
    static let requests = "spotter_requests_total"
    static let requestTime = "spotter_request_seconds"
    static let errors = "spotter_errors_total"
    static let failedLogins = "spotter_logins_failed_total"
    package static let messages = "spotter_messages_total"
    package static let deliveries = "spotter_deliveries_total"
    package static let commitTime = "spotter_commit_seconds"
    package static let writeQueue = "spotter_write_queue"
    package static let readQueue = "spotter_read_queue"
    package static let passwordQueue = "spotter_password_queue"
    package static let pictureQueue = "spotter_picture_queue"
    package static let notificationQueue = "spotter_notification_queue"
    static let embeddingQueue = "spotter_embedding_queue"
    package static let profileQueue = "spotter_profile_model_queue"
    static let vectors = "spotter_vectors"
    package static let nodes = "spotter_cluster_nodes"
    package static let leases = "spotter_cluster_leases"
    package static let heartbeat = "spotter_cluster_heartbeat_seconds"
    package static let turnWaits = "spotter_cluster_turn_wait_seconds_total"
    package static let stalledTurns = "spotter_cluster_stalled_turns_total"
    package static let busLag = "spotter_bus_lag_seconds"
    package static let gapReads = "spotter_bus_gap_reads_total"
    package static let busBytes = "spotter_bus_bytes_total"
    package static let unneededBusBytes = "spotter_bus_unneeded_bytes_total"
    package static let damaged = "spotter_database_damaged"
    package static let databaseBytes = "spotter_database_bytes"
    package static let logBytes = "spotter_database_log_bytes"
    package static let diskFree = "spotter_disk_free_bytes"
    package static let diskFloor = "spotter_disk_floor_bytes"
    package static let memory = "spotter_resident_memory_bytes"
    package static let openFiles = "spotter_open_files"
    package static let backup = "spotter_last_backup_timestamp_seconds"
    package static let audit = "spotter_audit_verified_timestamp_seconds"
    package static let certificate = "spotter_certificate_expiry_timestamp_seconds"
    package static let started = "spotter_start_timestamp_seconds"

    private let memory: MessageIndexer
    private let registry: PrometheusRegistry
    private let readiness: @Sendable () async -> [String]
    private let isReady: Gauge
    private let embeddingQueue: Gauge
    private let vectors: Gauge

    package init(
        presence: PresenceRegistry,
        memory: MessageIndexer,
        registry: PrometheusRegistry,
        readiness: @escaping @Sendable () async -> [String]
    ) {
        self.memory = memory
        self.registry = registry
        self.readiness = readiness
        registry.export(Self.connections, .gauge) { Double(presence.connectionCount) }
        isReady = Gauge(label: Self.ready, factory: registry)
        embeddingQueue = Gauge(label: Self.embeddingQueue, factory: registry)
        vectors = Gauge(label: Self.vectors, factory: registry)
    }

    /// All metrics in Prometheus' text format. Figures that can't be read are as they were, so that a server in trouble
    /// can still be watched.
    func text() async throws -> String {
        isReady.record(await readiness().isEmpty ? 1 : 0)
        if let pending = try? await memory.pendingCount() { embeddingQueue.record(pending) }
        if let indexed = try? await memory.indexedCount() { vectors.record(indexed) }
        return registry.text
    }
}
