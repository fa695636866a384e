public import Domain
public import Logging
public import ServiceLifecycle
import Synchronization

/// Makes a backup at intervals, and deletes old ones once a new one is verified.
public final class BackupService: Service {
    public struct Settings: Sendable, Equatable {
        /// `nil` makes none.
        public var every: Duration?
        /// How many are kept.
        public var keep = 7
        /// `nil` for `backups` in the data folder.
        public var folder: String?

        public init() {}
    }

    /// After a failure; sooner if backups are made more often.
    private static let retry = Duration.seconds(300)

    private let backups: Backups
    private let folder: BackupFolder
    private let settings: Settings
    private let clock: any WallClock
    private let logger: Logger
    private let latest: Mutex<Timestamp?>

    /// - Parameter folder: where backups are put, unless the settings name another.
    public init(
        _ backups: Backups,
        settings: Settings,
        folder: String,
        clock: any WallClock,
        logger: Logger
    ) {
        self.backups = backups
        self.settings = settings
        self.folder = BackupFolder(settings.folder ?? folder)
        self.clock = clock
        self.logger = logger
        latest = Mutex(self.folder.backups().first?.time)
    }

    /// Seconds since the latest backup that was verified; `nil` if there is none. For the metric
    /// `spotter_backup_age_seconds`.
    public var age: Double? {
        latest.withLock { $0 }.map { max(0, Double(clock.now().milliseconds - $0.milliseconds) / 1000) }
    }

    /// When the latest verified backup was made; `nil` if there is none.
    public var lastSuccess: Timestamp? { latest.withLock { $0 } }

    public var isOn: Bool { settings.every != nil }

    /// Until the server stops. A backup that is being made then is given up; the next start makes it.
    public func run() async throws {
        guard let every = settings.every else { return try await gracefulShutdown() }
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                var wait = remaining(of: every)
                if wait <= .zero { wait = await makeOne() ? remaining(of: every) : min(every, Self.retry) }
                // In short steps, because a machine may sleep and its clock may be set.
                try? await Task.sleep(for: min(max(wait, .seconds(1)), .seconds(60)))
            }
        }
    }

    private func remaining(of every: Duration) -> Duration {
        guard let age else { return .zero }
        return every - .seconds(age)
    }

    /// Makes a backup now.
    ///
    /// - Returns: whether there is a new one. A failure is logged.
    @discardableResult
    package func makeOne() async -> Bool {
        let stop = CancellationFlag()
        do {
            try folder.create()
            let destination = try PartialFile("\(folder.path)/\(backups.name())")
            let manifest = try await withTaskCancellationHandler {
                try await backups.make(destination) { _ in try stop.check() }
            } onCancel: {
                stop.set()
            }
            latest.withLock { $0 = manifest.createdAt }
            folder.prune(keeping: settings.keep)
            logger.info("backup made", metadata: ["file": "\(destination.destination)", "bytes": "\(manifest.bytes)"])
            for line in manifest.warnings { logger.warning("\(destination.destination): \(line)") }
            return true
        } catch is CancellationError {
            return false
        } catch {
            let minutes = Self.retry.components.seconds / 60
            logger.error("no backup could be made, trying again in \(minutes) minutes: \(error)")
            return false
        }
    }
}

/// Ends work on another thread when its task is cancelled.
final class CancellationFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    func set() { flag.store(true, ordering: .relaxed) }

    func check() throws {
        if flag.load(ordering: .relaxed) { throw CancellationError() }
    }
}

extension Manifest {
    /// What somebody should know about the backup, a line each.
    public var warnings: [String] {
        var lines: [String] = []
        if !missing.isEmpty {
            lines.append("\(missing.count) files that messages show are missing: deleted meanwhile, or lost")
        }
        if !damaged.isEmpty {
            lines.append("\(damaged.count) files aren't what was stored; they are in the backup as they are")
        }
        return lines
    }
}
