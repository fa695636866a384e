import Backup
import ClientProfiles
import Cluster
package import Domain
import FileIO
import Foundation
import Gateway
import Live
import MediaStore
import Messaging
import MetricsExporter
import Notifications
import Storage
import Synchronization

/// What a server counts for its operator outside of the modules that do the work. Each figure is exported by
/// `/metrics`, where what never happened is left out.
package final class ServerFigures: MessageObserver {
    private let messages = Atomic<Int>(0)
    /// Milliseconds since 1970; 0 if it hasn't happened.
    private let auditVerified = Atomic<Int64>(0)
    private let started = Date()

    package init() {}

    /// Call this whenever the whole audit log was verified and found intact.
    package func auditDidVerify(at time: Timestamp) { auditVerified.store(time.milliseconds, ordering: .relaxed) }

    package func messageWasCreated() { messages.wrappingAdd(1, ordering: .relaxed) }

    /// Adds everything that is read at each export.
    func export(
        to registry: PrometheusRegistry,
        database: any DatabaseEngine,
        folder: DataFolder,
        hasher: @escaping @Sendable () -> Int,
        useCases: UseCases,
        cluster: ClusterMember?,
        backups: BackupService,
        diskFloor: Int64,
        tls: TLSIdentity?
    ) {
        registry.export(ServerMetrics.messages, .counter) { Double(self.messages.load(ordering: .relaxed)) }
        registry.export(ServerMetrics.deliveries, .counter) { [hub = useCases.live.hub] in Double(hub.deliveries) }
        registry.export(ServerMetrics.writeQueue, .gauge) { Double(database.waiting.writes) }
        registry.export(ServerMetrics.readQueue, .gauge) { Double(database.waiting.reads) }
        registry.export(ServerMetrics.passwordQueue, .gauge) { Double(hasher()) }
        registry.export(ServerMetrics.pictureQueue, .gauge) { [uploads = useCases.media.uploads] in
            Double(uploads.pendingPictures)
        }
        registry.export(ServerMetrics.notificationQueue, .gauge) { [notifications = useCases.notifications] in
            Double(notifications.pendingCount)
        }
        if let reader = useCases.profileModelReader {
            registry.export(ServerMetrics.profileQueue, .gauge) { Double(reader.waiting) }
        }
        if let cluster {
            registry.export(ServerMetrics.nodes, .gauge) { Double(cluster.liveNodes) }
            registry.export(ServerMetrics.leases, .gauge) { Double(cluster.heldLeases.count) }
            registry.export(ServerMetrics.heartbeat, .gauge) { Double(cluster.lag) / 1000 }
            registry.export(ServerMetrics.turnWaits, .counter) { database.turns.map { $0.waited / .seconds(1) } }
            registry.export(ServerMetrics.stalledTurns, .counter) { database.turns.map { Double($0.stalled) } }
        }
        if let link = useCases.live.link {
            registry.export(ServerMetrics.busLag, .gauge) { link.busLag }
            registry.export(ServerMetrics.gapReads, .counter) { Double(link.gapReads) }
            registry.export(ServerMetrics.busBytes, .counter) { Double(link.traffic.bytes) }
            registry.export(ServerMetrics.unneededBusBytes, .counter) { Double(link.traffic.unneededBytes) }
        }
        registry.export(ServerMetrics.damaged, .gauge) { database.isDamaged ? 1 : 0 }
        registry.export(ServerMetrics.databaseBytes, .gauge) { database.fileBytes.map { Double($0.database) } }
        registry.export(ServerMetrics.logBytes, .gauge) { database.fileBytes.map { Double($0.log) } }
        registry.export(ServerMetrics.diskFree, .gauge) { [disk = folder.path] in
            DiskSpace.free(at: disk).map { Double($0.free) }
        }
        registry.export(ServerMetrics.diskFloor, .gauge) { Double(diskFloor) }
        registry.export(ServerMetrics.memory, .gauge) { ProcessFigures.residentMemory.map(Double.init) }
        registry.export(ServerMetrics.openFiles, .gauge) { ProcessFigures.openFiles.map(Double.init) }
        registry.export(ServerMetrics.backup, .gauge) { [backups] in
            backups.lastSuccess.map { Self.seconds($0.milliseconds) }
        }
        registry.export(ServerMetrics.audit, .gauge) {
            let time = self.auditVerified.load(ordering: .relaxed)
            return time == 0 ? nil : Self.seconds(time)
        }
        registry.export(ServerMetrics.certificate, .gauge) { (tls?.expiry).map(Double.init) }
        registry.export(ServerMetrics.started, .gauge) { [started] in started.timeIntervalSince1970.rounded() }
    }

    private static func seconds(_ milliseconds: Int64) -> Double { (Double(milliseconds) / 1000).rounded() }
}
