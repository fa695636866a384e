import Domain
import Live
import Logging
import Messaging

/// The services that all sessions of a server share.
final class SessionServices: Sendable {
    let messaging: MessagingServices
    /// The same as `messaging.messages` and `live.hub`: reading one out of a structure of many copies them all.
    let messages: Messages
    let hub: Hub
    let live: LiveServices
    let clock: any WallClock
    let ids: any IDSource
    let logger: Logger
    let limits: SessionLimits
    let budgets: Limits
    let metrics: RequestMetrics

    init(
        messaging: MessagingServices,
        live: LiveServices,
        clock: any WallClock,
        ids: any IDSource,
        logger: Logger,
        limits: SessionLimits,
        budgets: Limits,
        metrics: RequestMetrics
    ) {
        self.messaging = messaging
        messages = messaging.messages
        hub = live.hub
        self.live = live
        self.clock = clock
        self.ids = ids
        self.logger = logger
        self.limits = limits
        self.budgets = budgets
        self.metrics = metrics
    }
}
