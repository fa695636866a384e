package import Accounts
package import Assistant
package import Domain
package import Importing
package import Live
package import Logging
package import MediaStore
package import Messaging
package import MetricsExporter
package import Notifications
package import Retrieval
package import Scheduling

/// The native API: all of its routes over one set of use cases.
package enum APIRoutes {
    package struct Services: Sendable {
        let messaging: MessagingServices
        let live: LiveServices
        let notifications: NotificationServices
        let media: MediaServices
        let accountDeletion: AccountDeletion
        let search: MessageSearch
        let memory: MessageIndexer
        let calendar: EventCalendar
        let reminders: Reminders
        let proposals: Proposals
        let audit: AuditLog
        let importer: Importer
        let assistant: AssistantService
        let clock: any WallClock
        let ids: any IDSource
        let logger: Logger
        let metrics: PrometheusRegistry
        let limits: Limits
        let sessionLimits: SessionLimits
        let version: String

        package init(
            messaging: MessagingServices,
            live: LiveServices,
            notifications: NotificationServices,
            media: MediaServices,
            accountDeletion: AccountDeletion,
            search: MessageSearch,
            memory: MessageIndexer,
            calendar: EventCalendar,
            reminders: Reminders,
            proposals: Proposals,
            audit: AuditLog,
            importer: Importer,
            assistant: AssistantService,
            clock: any WallClock,
            ids: any IDSource,
            logger: Logger,
            metrics: PrometheusRegistry,
            limits: Limits,
            sessionLimits: SessionLimits = SessionLimits(),
            version: String
        ) {
            self.messaging = messaging
            self.live = live
            self.notifications = notifications
            self.media = media
            self.accountDeletion = accountDeletion
            self.search = search
            self.memory = memory
            self.calendar = calendar
            self.reminders = reminders
            self.proposals = proposals
            self.audit = audit
            self.importer = importer
            self.assistant = assistant
            self.clock = clock
            self.ids = ids
            self.logger = logger
            self.metrics = metrics
            self.limits = limits
            self.sessionLimits = sessionLimits
            self.version = version
        }

        fileprivate var socketRoute: SocketRoute {
            SocketRoute(
                services: SessionServices(
                    messaging: messaging,
                    live: live,
                    clock: clock,
                    ids: ids,
                    logger: logger,
                    limits: sessionLimits,
                    budgets: limits
                )
            )
        }
    }

    /// The socket's route for requests that needn't go through HTTP.
    package static func directUpgrade(_ services: Services, proxies: TrustedProxies) -> DirectUpgrade {
        services.socketRoute.direct(proxies: proxies)
    }

    package static func add(to table: inout RouteTable, _ services: Services) {
        let (messaging, live) = (services.messaging, services.live)
        AuthRoutes(messaging: messaging).add(to: &table)
        SessionRoutes(messaging: messaging).add(to: &table)
        ProfileRoutes(messaging: messaging, deletion: services.accountDeletion).add(to: &table)
        PeopleRoutes(messaging: messaging, presence: live.presence).add(to: &table)
        RelationRoutes(messaging: messaging).add(to: &table)
        ChatRoutes(messaging: messaging).add(to: &table)
        MemberRoutes(chats: messaging.chats).add(to: &table)
        ChatKeepingRoutes(messaging: messaging).add(to: &table)
        MessageRoutes(messaging: messaging).add(to: &table)
        PresenceRoutes(presence: live.presence).add(to: &table)
        ReactionRoutes(reactions: messaging.reactions).add(to: &table)
        SyncRoutes(sync: messaging.sync).add(to: &table)
        NotificationRoutes(notifications: services.notifications).add(to: &table)
        MediaRoutes(media: services.media).add(to: &table)
        SearchRoutes(search: services.search).add(to: &table)
        CalendarRoutes(calendar: services.calendar, reminders: services.reminders, clock: services.clock).add(
            to: &table
        )
        ProposalRoutes(proposals: services.proposals, audit: services.audit).add(to: &table)
        AssistantRoutes(assistant: services.assistant).add(to: &table)
        AdminRoutes(importer: services.importer).add(to: &table)
        IndexRoutes(memory: services.memory).add(to: &table)
        services.socketRoute.add(to: &table)
        HealthRoutes(
            version: services.version,
            isReady: { true },
            metrics: ServerMetrics(presence: live.presence, memory: services.memory, registry: services.metrics)
        ).add(to: &table)
    }
}
