package import Cluster
package import Domain
package import Logging
import ServiceLifecycle
import Storage

/// Does work when it is due. Sleeps until the next of it, and wakes up when something was planned or changed.
package final class DueWorkLoop: Sendable {
    /// Maximum sleep, because the system clock may be changed meanwhile.
    private static let maxSleepSeconds: Int64 = 60

    private let clock: any WallClock
    private let lease: Lease
    private let logger: Logger
    private let sleep: @Sendable (Duration) async throws -> Void
    private let wake: AsyncStream<Void>.Continuation
    private let wakeUps: AsyncStream<Void>

    /// - Parameters:
    ///   - changes: wake it up.
    ///   - lease: without it nothing is done here.
    package init(
        clock: any WallClock,
        changes: ScheduleChanges,
        lease: Lease = .alone,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.clock = clock
        self.lease = lease
        self.logger = logger
        self.sleep = sleep
        (wakeUps, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let wake = wake
        changes.listen { wake.yield() }
    }

    /// Runs until the server shuts down.
    /// - Parameters:
    ///   - failure: what the log says if the work fails, such as `notices could not be made`.
    ///   - work: does all that is due. Returns when the next is due; `nil` if nothing is planned.
    package func run(orLog failure: String, _ work: @escaping @Sendable () async throws -> Timestamp?) async {
        await withGracefulShutdownHandler {
            wake.yield()
            var timer: Task<Void, Never>?
            for await _ in wakeUps {
                timer?.cancel()
                let pause = await pause(after: work, orLog: failure)
                timer = Task { [sleep, wake] in
                    // A cancelled timer has been replaced, so it must not trigger.
                    do { try await sleep(pause) } catch { return }
                    wake.yield()
                }
            }
            timer?.cancel()
            lease.giveUp()
        } onGracefulShutdown: {
            self.wake.finish()
        }
    }

    private func pause(
        after work: @Sendable () async throws -> Timestamp?,
        orLog failure: String
    ) async -> Duration {
        // What another node has planned announces no change here.
        let maxSleep = lease.poll ?? .seconds(Self.maxSleepSeconds)
        do {
            guard let next = try await lease.perform(work) else { return maxSleep }
            let wait = max(0, next.milliseconds(since: clock.now()))
            return min(.milliseconds(min(wait, Self.maxSleepSeconds * 1000)), maxSleep)
        } catch is CancellationError {
            return .seconds(Self.maxSleepSeconds)
        } catch is LeaseLost {
            return maxSleep
        } catch let error as SpotterError where error.code == .storageDamaged {
            // Logged when it was met; it stays so until a backup is restored.
            return .seconds(Self.maxSleepSeconds)
        } catch {
            logger.error("\(failure), trying again in a second: \(error)")
            return .seconds(1)
        }
    }
}
