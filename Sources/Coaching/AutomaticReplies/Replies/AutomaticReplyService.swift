public import Cluster
public import Domain
public import Logging
import Messaging
import Scheduling
public import ServiceLifecycle
import Storage

/// Plans and sends automatic replies while the server runs.
public final class AutomaticReplyService: Service {
    private let replies: AutomaticReplies
    private let loop: DueWorkLoop

    public init(
        _ replies: AutomaticReplies,
        lease: Lease = .alone,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.replies = replies
        loop = DueWorkLoop(
            clock: replies.clock,
            changes: replies.signal.changes,
            lease: lease,
            logger: logger,
            sleep: sleep
        )
    }

    public func run() async throws {
        try await replies.settingsDidChange(for: [])
        await loop.run(orLog: "automatic replies could not be sent") { try await self.step() }
    }

    /// Looks at what is new and at what is due.
    /// - Returns: when the next is due.
    @discardableResult
    public func step() async throws -> Timestamp? {
        while try await replies.planNext() {}
        return try await replies.sendDue()
    }
}
