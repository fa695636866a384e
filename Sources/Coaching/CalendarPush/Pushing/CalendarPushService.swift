public import Cluster
package import Domain
import Logging
import Scheduling
public import ServiceLifecycle
import SpotterAPI
import Storage

/// Copies calendars to where their owners want them, soon after they change.
///
/// Nothing waits for it: changes are noted in their own transactions by what CalDAV's clients are told by. In a cluster the
/// holder of the lease does it.
public final class CalendarPushService: Service {
    /// Calendars at a time. One whose server is slow holds up no other for long: a turn begins nothing after 20 seconds.
    private static let maxAtOnce = 8
    /// Between two looks for changes.
    static let pollSeconds: Int64 = 5
    /// Without changes a calendar is looked at so often, for what changes with time alone.
    private static let restSeconds: Int64 = 3_600
    /// An account may be locked by more.
    static let maxRefusedLogins = 3
    static let backoff = ExponentialBackoff(firstDelay: .seconds(60), maxDelay: .seconds(6 * 3_600))

    private let pushes: CalendarPushes
    private let loop: DueWorkLoop
    /// 0 to 1.
    private let jitter: @Sendable () -> Double

    public convenience init(_ pushes: CalendarPushes, lease: Lease = .alone) {
        self.init(
            pushes,
            lease: lease,
            sleep: { try await Task.sleep(for: $0) },
            jitter: { Double.random(in: 0...1) }
        )
    }

    package init(
        _ pushes: CalendarPushes,
        lease: Lease = .alone,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        jitter: @escaping @Sendable () -> Double
    ) {
        self.pushes = pushes
        self.jitter = jitter
        loop = DueWorkLoop(
            clock: pushes.clock,
            changes: pushes.changes,
            lease: lease,
            logger: pushes.logger,
            sleep: sleep
        )
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.loop.run(orLog: "calendars could not be copied") { try await self.pushDue() }
        }
    }

    /// One turn of each calendar that is due.
    /// - Returns: when to look next; `nil` if nobody's calendar is copied.
    package func pushDue() async throws -> Timestamp? {
        let now = pushes.clock.now()
        let due = try await pushes.database.read {
            try CalendarPushRow.due(at: now, limit: Self.maxAtOnce, on: $0)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for push in due { group.addTask { try await self.turn(push) } }
            try await group.waitForAll()
        }
        let isAny = try await pushes.database.read {
            try $0.exists("SELECT 1 FROM calendar_pushes WHERE stopped_at IS NULL")
        }
        guard isAny else { return nil }
        // There may be more of them, or more of each.
        let isMore = try await pushes.database.read { try !CalendarPushRow.due(at: now, limit: 1, on: $0).isEmpty }
        return isMore ? now : now.adding(seconds: Self.pollSeconds)
    }

    private func turn(_ push: CalendarPushRow) async throws {
        do {
            let calendar = try remote(of: push)
            let number = try await CalendarPushTurn(pushes: pushes, push: push, collection: calendar).run()
            try await succeed(push, upTo: number)
        } catch let failure as RemoteFailure {
            try await fail(push, failure)
        } catch is CalendarPushEnded {
            return
        } catch {
            guard Self.concernsOne(error) else { throw error }
            pushes.logger.error(
                "a calendar could not be copied",
                metadata: ["user": "\(push.actor.userId)", "error": "\(error)"]
            )
            try await fail(push, .unreadable)
        }
    }

    /// Whether an error says nothing about others' calendars, which it mustn't hold up then.
    private static func concernsOne(_ error: any Error) -> Bool {
        !(error is CancellationError || error is LeaseLost || (error as? SpotterError)?.code == .storageDamaged)
    }

    private func remote(of push: CalendarPushRow) throws -> any RemoteCalendar {
        let secret: Secret
        do {
            secret = try pushes.seal.open(push.sealed, of: push.actor.userId, for: push.url)
        } catch {
            pushes.logger.error(
                "a calendar's password can't be opened by keys/\(CalendarPushes.keyName)",
                metadata: ["user": "\(push.actor.userId)"]
            )
            throw RemoteFailure(kind: .credentials, message: "The password can't be opened any more; set it anew.")
        }
        if push.kind == .google {
            guard let google = pushes.google, google.endpoints.events == push.url else {
                throw RemoteFailure(kind: .collection, message: CalendarPushes.noGoogle)
            }
            return GoogleCalendar(google, permission: secret, of: push.actor.userId, clock: pushes.clock)
        }
        do {
            let target = try CalendarPushTarget(
                url: push.url,
                username: push.username,
                password: secret,
                origins: pushes.origins
            )
            return RemoteCollection(target, clock: pushes.clock)
        } catch {
            // The operator has taken it off the list.
            throw RemoteFailure(kind: .collection, message: error.message)
        }
    }

    // MARK: Results

    private func succeed(_ push: CalendarPushRow, upTo number: Int64?) async throws {
        let now = pushes.clock.now()
        // Once all is there, the next change is noticed.
        let due = number == nil ? now : now.adding(seconds: Self.restSeconds)
        try await pushes.database.write { connection in
            _ = try connection.execute(
                """
                UPDATE calendar_pushes
                SET seen = coalesce($1, seen), due_at = $2, failures = 0, refused_logins = 0, failure = NULL, pushed_at = $3
                WHERE user_id = $4 AND setup = $5
                """,
                number,
                due,
                now,
                push.actor.userId,
                push.setup
            )
        }
    }

    private func fail(_ push: CalendarPushRow, _ failure: RemoteFailure) async throws {
        let now = pushes.clock.now()
        let delay = Self.backoff.delay(beforeRetry: push.failures, random: jitter())
        let asked = Duration.seconds(min(max(failure.retryAfterSeconds ?? 0, 0), 86_400))
        let due = now.adding(milliseconds: max(delay, asked).wholeMilliseconds)
        let refused = failure.kind == .credentials ? push.refusedLogins + 1 : 0
        pushes.logger.notice(
            "a calendar was not copied",
            metadata: ["user": "\(push.actor.userId)", "reason": "\(failure.message)"]
        )
        let stopped = refused >= Self.maxRefusedLogins || failure.kind == .revoked ? now : nil
        try await pushes.database.write { connection in
            _ = try connection.execute(
                """
                UPDATE calendar_pushes
                SET failures = failures + 1, refused_logins = $1, failure = $2, due_at = $3, stopped_at = $4
                WHERE user_id = $5 AND setup = $6
                """,
                refused,
                failure.message,
                due,
                stopped,
                push.actor.userId,
                push.setup
            )
        }
    }
}
