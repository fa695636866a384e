import Logging
import ServiceLifecycle
import Storage
import Synchronization

/// Looks for damage in the database once after the start, in the background. Damage stops all writes.
struct DatabaseCheckService: Service {
    let database: any DatabaseEngine
    let logger: Logger

    /// Ends only with the server: a service that is done beforehand can be taken for one that failed.
    func run() async throws {
        await check()
        try? await gracefulShutdown()
    }

    private func check() async {
        await cancelWhenGracefulShutdown {
            let begin = ContinuousClock.now
            let lastNote = Mutex(begin)
            logger.debug("the database is being checked in the background")
            do {
                let found = try await database.lookForDamage { done, all in
                    let isDue = lastNote.withLock { last in
                        guard ContinuousClock.now - last > .seconds(60) else { return false }
                        last = .now
                        return true
                    }
                    if isDue { logger.info("the database is being checked: \(done) of \(all) tables are sound") }
                }
                guard let faults = found else { return }
                for fault in faults.prefix(20) { logger.error("damage in the database: \(fault)") }
                if faults.isEmpty {
                    let seconds = (ContinuousClock.now - begin) / .seconds(1)
                    logger.info("the database was checked and is sound", metadata: ["seconds": "\(Int(seconds))"])
                }
            } catch is CancellationError {
                logger.debug("the check of the database ended with the server")
            } catch {
                logger.error("the database could not be checked: \(error)")
            }
        }
    }
}
