package import Cluster
package import Logging
import ServiceLifecycle
package import Storage
import Synchronization

/// Reads new messages behind the sends and at leisure: never on the send path, paused while messages are being written,
/// and resumed where it was after a crash. What is read, and what that gives, is its owner's.
package final class FollowLoop: Sendable {
    private let database: any Database
    private let lease: Lease
    private let logger: Logger
    private let pauses: any Clock<Duration>
    private let pause: WriterPause
    private let gathering: Duration?
    private let isPending = Atomic(false)
    private let continuation: AsyncStream<Void>.Continuation
    private let wakeUps: AsyncStream<Void>

    /// Small enough not to hold up the writer for long.
    package static let batchSize = 64
    private static let retryPause = Duration.seconds(10)
    private static let tickPause = Duration.seconds(3)

    /// - Parameters:
    ///   - pauses: measures the pauses, also while the database is busy.
    ///   - gathering: how long to wait before a round, so that messages are read together: one by itself costs as many
    ///     statements as sixty.
    package init(
        database: any Database,
        lease: Lease,
        logger: Logger,
        pauses: any Clock<Duration>,
        gathering: Duration? = nil
    ) {
        self.database = database
        self.lease = lease
        self.logger = logger
        self.pauses = pauses
        self.gathering = gathering
        pause = WriterPause(clock: pauses)
        (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// There may be something to read.
    package func wake() {
        guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        continuation.yield()
    }

    /// Runs until the server shuts down.
    /// - Parameters:
    ///   - failure: what the log says if the reading fails.
    ///   - begin: called before the first round of each term: in between nobody else has read.
    ///   - readNext: reads a batch; returns whether there may be another one.
    package func run(
        orLog failure: String,
        begin: @escaping @Sendable () async throws -> Void,
        readNext: @escaping @Sendable () async throws -> Bool
    ) async {
        wake()
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await cancelWhenGracefulShutdown {
                        await self.follow(orLog: failure, begin: begin, readNext: readNext)
                    }
                }
                group.addTask { await cancelWhenGracefulShutdown { await self.tick() } }
            }
        } onGracefulShutdown: {
            self.continuation.finish()
        }
        lease.giveUp()
    }

    /// Notices what was stored without a word, as by an import.
    private func tick() async {
        while !Task.isCancelled, (try? await pauses.sleep(for: Self.tickPause)) != nil { wake() }
    }

    private func follow(
        orLog failure: String,
        begin: @escaping @Sendable () async throws -> Void,
        readNext: @escaping @Sendable () async throws -> Bool
    ) async {
        var begun: Int64?
        for await _ in wakeUps {
            do {
                if let gathering { try await pauses.sleep(for: gathering) }
                isPending.store(false, ordering: .sequentiallyConsistent)
                try await lease.perform {
                    let term = (LeaseTerm.current ?? .alone).number
                    if term != begun { try await begin() }
                    begun = term
                    repeat { try await self.pause.whileBusy { self.database.isBusy } } while try await readNext()
                }
            } catch is CancellationError {
                return
            } catch is LeaseLost {
                continue
            } catch {
                logger.error("\(failure), trying again: \(error)")
                try? await pauses.sleep(for: Self.retryPause)
                wake()
            }
        }
    }
}
