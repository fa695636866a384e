import Domain
import Logging
import Messaging
import SpotterAPI
import Storage
import Synchronization

/// Carries what waits in the lanes to its devices: each device's in order, all devices at the same time.
struct Courier: Sendable {
    /// Failures in a row after which a device is left alone.
    static let mostFailures = 20

    let lanes = Lanes()
    let counts = DeliveryCounts()
    private let turnstiles = Turnstiles(most: HTTPOutgoing.connectionsPerOrigin)
    let database: any Database
    let composer: Composer
    let sender: Sender
    let timing: Timing
    let logger: Logger

    /// Works on a lane that was taken until it's empty. What a cancellation leaves stays in it.
    func work(_ subscription: SubscriptionID) async {
        while let item = lanes.next(subscription) {
            do {
                try await deliver(item, to: subscription)
                lanes.finish(item, for: subscription)
            } catch is CancellationError {
                return lanes.leave(subscription)
            } catch {
                // The database: there will be another try with the next message, or after a restart.
                logger.error("a notification could not be made: \(error)")
                return lanes.leave(subscription)
            }
        }
    }

    private func deliver(_ item: Lanes.Item, to subscription: SubscriptionID) async throws {
        var attempt = 0
        while true {
            try Task.checkCancellation()
            // Anew for every try: it may have been read meanwhile.
            guard let parcel = try await composer.compose(item.message, for: subscription) else { return }
            guard let origin = parcel.recipient.target.origin(composer.settings) else { return }
            let outcome = await turnstiles.pass(origin) { await sender.send(parcel) }
            try Task.checkCancellation()
            attempt += 1
            switch outcome {
            case .delivered:
                counts.note(\.delivered)
                if parcel.recipient.failures > 0 { try await forgetFailures(of: subscription) }
                return
            case .gone:
                try await remove(parcel.recipient)
                return
            case .refused(let status): return try await fail(parcel.recipient, "status \(status)")
            case .busy(let reason, let retryAfter):
                guard attempt < RetryPolicy.mostAttempts else {
                    return try await fail(parcel.recipient, reason, isTheirs: false)
                }
                counts.note(\.retried)
                let delay = RetryPolicy.delay(
                    after: attempt,
                    retryAfterSeconds: retryAfter,
                    jitter: timing.jitter()
                )
                try await timing.sleep(delay)
            }
        }
    }

    // MARK: What follows

    func remove(_ recipient: Recipient) async throws {
        counts.note(\.gone)
        lanes.clear(recipient.id)
        logger.info("a device's push subscription is gone", metadata: ["subscription": "\(recipient.id)"])
        try await database.write {
            _ = try $0.execute("DELETE FROM notification_subscriptions WHERE id = $1", recipient.id)
        }
    }

    /// - Parameter isTheirs: what the target itself answered; that counts against it. Being out of reach doesn't: a server
    ///   without a network for half an hour would end all subscriptions.
    func fail(_ recipient: Recipient, _ reason: String, isTheirs: Bool = true) async throws {
        counts.note(\.failed)
        let now = timing.clock.now()
        logger.notice(
            "a notification was not delivered",
            metadata: ["subscription": "\(recipient.id)", "kind": "\(recipient.kind.rawValue)", "reason": "\(reason)"]
        )
        guard isTheirs else { return }
        try await database.write { connection in
            _ = try connection.execute(
                """
                UPDATE notification_subscriptions SET failures = failures + 1,
                    disabled_at = CASE WHEN failures + 1 >= $1 THEN $2 ELSE disabled_at END
                WHERE id = $3
                """,
                Self.mostFailures,
                now,
                recipient.id
            )
        }
    }

    func forgetFailures(of subscription: SubscriptionID) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                "UPDATE notification_subscriptions SET failures = 0, disabled_at = NULL WHERE id = $1",
                subscription
            )
        }
    }
}

/// What became of notifications since the start.
package final class DeliveryCounts: Sendable {
    package struct Values: Sendable, Equatable {
        package var delivered = 0
        package var retried = 0
        package var failed = 0
        package var gone = 0
        package var mails = 0
    }

    private let state = Mutex(Values())

    package var values: Values { state.withLock { $0 } }
    func note(_ path: any WritableKeyPath<Values, Int> & Sendable) { state.withLock { $0[keyPath: path] += 1 } }
}
