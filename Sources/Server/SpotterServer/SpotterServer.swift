import Accounts
import Assistant
public import Backup
import BuildVersion
import Cluster
import CoreMetrics
public import Domain
import Embedding
import FileIO
import Foundation
import FunctionsCompat
package import Gateway
import Hummingbird
import HummingbirdCore
public import Live
public import Logging
import MediaStore
public import Messaging
import MetricsExporter
import ModelProxy
import NIOCore
import NIOPosix
import Notifications
public import Retrieval
import ServiceLifecycle
import Storage
import Synchronization
import Transcription
import UnixSignals

/// A whole server, built from a configuration and run until it is stopped.
public final class SpotterServer: Sendable {
    /// The release and the commit.
    public static let version = BuildVersion.description

    public let configuration: ServerConfiguration
    public let clock: any WallClock
    public let useCases: UseCases
    public let backups: Backups
    /// Makes backups at intervals, and knows how old the latest one is.
    public let backupService: BackupService
    let database: any DatabaseEngine
    /// What this server is among others over the same database; `nil` if it is alone.
    let cluster: ClusterMember?
    let folder: DataFolder
    let hasher: PasswordHasher
    let ids: any IDSource
    let logger: Logger
    let eventLoops: MultiThreadedEventLoopGroup
    let limits: Limits
    let metrics = PrometheusRegistry(ServerMetrics.descriptions)
    let requestMetrics: RequestMetrics
    let readiness: Readiness
    /// What is counted for the operator; backups and the audit log's verification tell it of their success.
    package let figures = ServerFigures()
    /// The certificate that encrypts connections; `nil` for plain HTTP.
    package let tls: TLSIdentity?
    /// The bound of open connections of any kind.
    private let maxConnections: Int
    private let running = Mutex<ServiceGroup?>(nil)

    /// Opens the data folder and wires every module over it. Nothing is served yet.
    ///
    /// - Throws: `StorageError`, `SpotterError` or another error whose description is one line that says what to do.
    public init(_ configuration: ServerConfiguration, logger: Logger) async throws {
        MemoryReturn.configureAllocator()
        self.configuration = configuration
        self.logger = logger
        tls = try configuration.tls.map { files throws(SpotterError) in try TLSIdentity(files) }
        // Before anything is opened: what fails later fails in the middle of something.
        let files = OpenFileLimit.raise()
        try SystemLimits.require(files: files)
        if let warning = SystemLimits.warning(files: files) { logger.warning("\(warning)") }
        folder = try configuration.location.openFolder(mustExist: configuration.requiresDataFolder)
        let clock =
            configuration.clock ?? configuration.now.map { ShiftedClock(startingAt: $0) } ?? SystemClock()
        self.clock = clock
        ids = UUIDv7Source(clock: clock)
        requestMetrics = RequestMetrics(metrics)
        let commits = CoreMetrics.Timer(label: ServerMetrics.commitTime, factory: metrics)
        let database = try configuration.location.openDatabase(
            in: folder,
            upgrades: configuration.upgrades,
            clock: clock,
            logger: logger
        ) { commits.recordNanoseconds(Int64($0 / .nanoseconds(1))) }
        self.database = database
        try await SharedKeys.require(in: folder, of: database)
        let cluster =
            database.isShared
            ? ClusterMember(
                name: MachineName.current,
                version: Self.version,
                database: database,
                ids: ids,
                logger: logger
            ) : nil
        self.cluster = cluster
        readiness = Readiness(
            .init(
                write: { try await database.tryWriting() },
                isDamaged: { database.isDamaged },
                disk: { [path = folder.path] in DiskSpace.free(at: path) },
                isUnheard: { cluster?.isUnheard ?? false }
            ),
            diskFloor: configuration.diskFloor
        )
        backups = Backups(Self.backupSource(configuration, isStopped: false), clock: clock)
        backupService = BackupService(
            backups,
            settings: configuration.backup,
            folder: folder.backupsPath,
            clock: clock,
            logger: logger
        )
        eventLoops = MultiThreadedEventLoopGroup(
            numberOfThreads: configuration.eventLoops ?? System.coreCount
        )
        let hub = Hub(eventLoops: Array(eventLoops.makeIterator())) { ServerFrame.text(bytes: $0) }
        hasher = PasswordHasher(cost: configuration.passwordCost)
        var budgets = configuration.limits
        budgets.sockets = min(budgets.sockets ?? .max, OpenFileLimit.sockets(of: files))
        limits = Limits(
            budgets,
            nodes: cluster.map { cluster -> @Sendable () -> Int in { cluster.liveNodes } },
            now: configuration.limitClock ?? Limits.monotonicClock
        )
        maxConnections = OpenFileLimit.connections(of: files)
        useCases = try await UseCases(
            configuration,
            folder: folder,
            database: cluster == nil ? database : FencingDatabase(database),
            cluster: cluster,
            clock: clock,
            ids: ids,
            hasher: hasher,
            hub: hub,
            bus: try configuration.openBus(for: database, of: folder, logger: logger),
            eventLoops: eventLoops,
            metrics: metrics,
            figures: figures,
            logger: logger
        )
        figures.export(
            to: metrics,
            database: database,
            folder: folder,
            hasher: { [hasher] in hasher.pendingCount },
            useCases: useCases,
            cluster: cluster,
            backups: backupService,
            diskFloor: configuration.diskFloor,
            tls: tls
        )
    }

    public var messaging: MessagingServices { useCases.messaging }
    public var live: LiveServices { useCases.live }
    public var memory: MessageIndexer { useCases.memory }
    public var search: MessageSearch { useCases.search }

    /// Serves until SIGTERM, SIGINT or cancellation, then drains: sockets are closed, everything acked is on disk.
    ///
    /// - Parameter onListening: called once with the address, when requests are served.
    public func run(onListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void = { _, _ in })
        async throws
    {
        if configuration.now != nil {
            logger.warning("the clock was set to \(clock.now()) by --now; use this for demos and tests only")
        }
        try await memory.load()
        let interrupted = try await useCases.assistant.recover(othersAnswer: cluster != nil)
        if interrupted > 0 { logger.notice("\(interrupted) answers were interrupted by the last stop") }
        let router = try makeRouter()
        // Each of several servers would make one of its own when it's first needed.
        if database.isShared { try await SigningKeys(folder: folder, logger: logger).prepare() }
        try await SharedKeys.require(in: folder, of: database)
        let host = configuration.host
        var connections = configuration.connections
        connections.tls = tls
        if cluster != nil { connections.drainSpread = .seconds(5) }
        var listening = ListenerConfiguration(host: host, port: configuration.port, maxConnections: maxConnections)
        listening.maxConnectionsPerAddress = configuration.limits.connections
        listening.proxies = proxies
        let listener = SocketServer(
            router: router,
            direct: makeFastUpgrade(),
            connections: connections,
            configuration: listening,
            eventLoops: eventLoops,
            logger: logger,
            onListening: { [logger, readiness, cluster] channel in
                readiness.enter(.serving)
                let port = channel.localAddress?.port ?? 0
                cluster?.didListen(at: "\(host):\(port)")
                logger.info("listening on \(host):\(port)")
                await onListening(host, port)
            }
        )
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = []
        // The first to start is the last to stop: it can be asked what goes on until the end.
        if let metricsServer = makeMetricsServer() { services.append(.init(named: metricsServer)) }
        // Others may take its work over once that has ended here.
        if let cluster { services.append(.init(named: cluster)) }
        services.append(.init(named: DatabaseCheckService(database: database, logger: logger)))
        services.append(.init(named: memory))
        services.append(.init(named: useCases.profileFollower))
        services.append(.init(named: useCases.measureFollower))
        services.append(.init(named: useCases.checkInFollower))
        if let reader = useCases.profileModelReader { services.append(.init(named: reader)) }
        if let reader = useCases.measureModelReader { services.append(.init(named: reader)) }
        services.append(.init(named: useCases.noticeService))
        services.append(.init(named: useCases.scheduledService))
        services.append(.init(named: useCases.calendarPushService))
        services.append(.init(named: useCases.checkInService))
        services.append(.init(named: useCases.automaticService))
        services.append(.init(named: useCases.weeklyPages))
        services.append(.init(named: useCases.videoJobService))
        services.append(.init(named: useCases.media.garbageCollector))
        if let voiceMessages = useCases.voice.voiceMessages { services.append(.init(named: voiceMessages)) }
        services.append(.init(named: useCases.notifications.notifier))
        services.append(.init(named: MemoryReturn(logger: logger)))
        let maintenance = MaintenanceService(
            useCases: useCases,
            tls: tls,
            lease: cluster?.lease("maintenance") ?? .alone,
            logger: logger
        ) { [figures, clock] in figures.auditDidVerify(at: clock.now()) }
        services.append(.init(named: maintenance))
        if backupService.isOn { services.append(.init(named: backupService)) }
        services.append(.init(named: listener, successTerminationBehavior: .gracefullyShutdownGroup))
        // The last to start is the first to hear that the server stops.
        services.append(.init(named: ReadinessService(readiness: readiness, cluster: cluster)))
        let group = ServiceGroup(
            configuration: .init(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        running.withLock { $0 = group }
        do {
            try await group.run()
        } catch {
            try? await close()
            throw Self.explained(error, configuration)
        }
        try await close()
        logger.info("stopped; everything acknowledged is on disk")
    }

    /// Begins to drain, as SIGTERM does; `run` returns when that is complete.
    public func stop() async {
        await running.withLock { $0 }?.triggerGracefulShutdown()
    }

    /// Waits until every accepted write is on disk, and releases all resources. `run` calls it by itself.
    public func close() async throws {
        await useCases.modelProxy.shutdown()
        await useCases.assistant.shutdown()
        await useCases.live.presence.close()
        await useCases.live.link?.close()
        try? await messaging.accounts.writeActivity()
        try await database.close()
        useCases.live.hub.close()
        try await eventLoops.shutdownGracefully()
    }

    private static func explained(_ error: any Error, _ configuration: ServerConfiguration) -> any Error {
        guard let error = error as? IOError else { return error }
        let address = "\(configuration.host):\(configuration.port)"
        return switch error.errnoCode {
        case EADDRINUSE:
            SpotterError(
                .unavailable,
                "port \(configuration.port) is in use on \(configuration.host); stop what uses it, or choose another with --port (0 takes a free one)"
            )
        case EACCES: SpotterError(.unavailable, "not allowed to listen on \(address); choose a port above 1023")
        case EADDRNOTAVAIL:
            SpotterError(.unavailable, "this machine has no address \(configuration.host); choose another --host")
        default: SpotterError(.unavailable, "can't listen on \(address): \(ErrorText.system(error.errnoCode))")
        }
    }
}
