import Cluster
import CoreMetrics
import Domain
import Logging
import Messaging
import SpotterAPI
import Storage
import Synchronization

/// Delivers queued notifications: in order for each device, concurrently for all devices.
struct DeliveryWorker: Sendable {
    /// Consecutive failures after which a subscription is disabled.
    static let maxFailures = 20

    let queues = DeliveryQueues()
    let metrics: DeliveryMetrics
    private let limiter = PerOriginLimiter(maxConcurrent: AsyncHTTPTransport.connectionsPerOrigin)
    let database: any Database
    let builder: NotificationBuilder
    let notices: NoticeOutbox
    let quietHours: QuietHoursGate
    let sender: NotificationSender
    let timing: Timing
    let logger: Logger

    /// Processes a claimed queue until it is empty. Items that are left after a cancellation stay queued.
    func processQueue(_ subscription: SubscriptionID) async {
        while let item = queues.next(subscription) {
            do {
                try await deliver(item, to: subscription)
                switch item {
                case .message: break
                case .notice(let notice):
                    try await notices.markHandled([notice], by: subscription, at: timing.clock.now())
                case .summary(let first, _): try await quietHours.forget(subscription, from: first)
                }
                queues.complete(item, for: subscription)
            } catch is QuietHoursGate.Held {
                // Nothing is noted as delivered, so it comes when they end.
                queues.complete(item, for: subscription)
            } catch  where error is CancellationError || error is LeaseLost {
                return queues.release(subscription)
            } catch {
                // The database failed. The next message or a restart triggers another attempt.
                logger.error("a notification could not be made: \(error)")
                return queues.release(subscription)
            }
        }
    }

    private func deliver(_ item: DeliveryQueues.Item, to subscription: SubscriptionID) async throws {
        var attempt = 0
        while true {
            try Task.checkCancellation()
            try await quietHours.admit(item, to: subscription)
            // Rebuilt for each attempt: the message may have been read in the meantime.
            guard let prepared = try await prepare(item, for: subscription) else { return }
            guard let origin = prepared.recipient.target.origin(builder.settings) else { return }
            let outcome = try await limiter.withSlot(origin) {
                // It may have waited for long.
                try LeaseTerm.check()
                return await sender.send(prepared)
            }
            try Task.checkCancellation()
            attempt += 1
            switch outcome {
            case .delivered:
                metrics.delivered.increment()
                if prepared.recipient.failures > 0 { try await resetFailures(of: subscription) }
                return
            case .gone:
                try await remove(prepared.recipient)
                return
            case .refused(let status): return try await fail(prepared.recipient, "status \(status)")
            case .busy(let reason, let retryAfter):
                guard attempt < DeliveryRetry.maxAttempts else {
                    return try await fail(prepared.recipient, reason, countsAgainstTarget: false)
                }
                let delay = DeliveryRetry.delay(
                    after: attempt,
                    retryAfterSeconds: retryAfter,
                    jitter: timing.jitter()
                )
                try await timing.sleep(delay)
            }
        }
    }

    private func prepare(
        _ item: DeliveryQueues.Item,
        for subscription: SubscriptionID
    ) async throws -> PreparedNotification? {
        switch item {
        case .message(let message, _): return try await builder.build(message, for: subscription)
        case .notice(let notice):
            return try await notices.build(
                notice,
                for: subscription,
                settings: builder.settings,
                at: timing.clock.now()
            )
        case .summary(let first, let last):
            let (now, settings) = (timing.clock.now(), builder.settings)
            let found = try await database.read { connection in
                try QuietSummary.find(
                    first...max(first, last),
                    for: subscription,
                    settings: settings,
                    at: now,
                    on: connection
                )
            }
            switch found {
            case .one(let message): return try await builder.build(message, for: subscription, atAnyAge: true)
            case .several(let prepared): return prepared
            case nil: return nil
            }
        }
    }

    // MARK: Results

    func remove(_ recipient: Recipient) async throws {
        queues.removeAll(recipient.id)
        logger.info("a device's push subscription is gone", metadata: ["subscription": "\(recipient.id)"])
        try await database.write {
            _ = try $0.execute("DELETE FROM notification_subscriptions WHERE id = $1", recipient.id)
        }
    }

    /// Records a failed delivery.
    /// - Parameter isTheirs: whether the target itself refused it. Only that counts towards disabling the subscription;
    ///   otherwise half an hour without network would disable all of them.
    func fail(_ recipient: Recipient, _ reason: String, countsAgainstTarget: Bool = true) async throws {
        metrics.failed.increment()
        let now = timing.clock.now()
        logger.notice(
            "a notification was not delivered",
            metadata: ["subscription": "\(recipient.id)", "kind": "\(recipient.kind.rawValue)", "reason": "\(reason)"]
        )
        guard countsAgainstTarget else { return }
        try await database.write { connection in
            _ = try connection.execute(
                """
                UPDATE notification_subscriptions SET failures = failures + 1,
                    disabled_at = CASE WHEN failures + 1 >= $1 THEN $2 ELSE disabled_at END
                WHERE id = $3
                """,
                Self.maxFailures,
                now,
                recipient.id
            )
        }
    }

    func resetFailures(of subscription: SubscriptionID) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                "UPDATE notification_subscriptions SET failures = 0, disabled_at = NULL WHERE id = $1",
                subscription
            )
        }
    }
}
