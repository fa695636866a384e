package import Accounts
package import Assistant
package import AutomaticReplies
package import CalendarPush
package import ChatInsights
package import CheckIns
package import ClientProfiles
package import Coaching
package import Domain
package import Importing
package import Live
package import Logging
package import Measures
package import MediaStore
package import Messaging
package import Notifications
package import Retrieval
package import Scheduling
package import Transcription

extension APIRoutes {
    /// The use cases behind the routes.
    package struct Services: Sendable {
        let messaging: MessagingServices
        let live: LiveServices
        let notifications: NotificationServices
        let media: MediaServices
        let voice: TranscriptionServices
        let accountDeletion: AccountDeletion
        let administration: AccountAdministration
        let adminLog: AdminLog
        let accountExport: AccountExport
        let search: MessageSearch
        let memory: MessageIndexer
        let calendar: EventCalendar
        let calendarFeeds: CalendarFeeds
        let calendarPushes: CalendarPushes
        let schedulingPreferences: SchedulingPreferences
        let reminders: Reminders
        let scheduled: ScheduledMessages
        let templates: Templates
        let broadcasts: Broadcasts
        let notes: NotesOnClients
        let profiles: ProfileService
        let measures: MeasureService
        let checkIns: CheckIns
        let notices: Notices
        let proposals: Proposals
        /// As `proposals`, for what clients wish, which waits longer.
        let wishes: Proposals
        let audit: AuditLog
        let importer: Importer
        let assistant: AssistantService
        let automatic: AutomaticReplies
        let proactive: Proactive
        let clock: any WallClock
        let ids: any IDSource
        let logger: Logger
        let metrics: ServerMetrics
        let requestMetrics: RequestMetrics
        let readiness: @Sendable () async -> [String]
        let servesMetrics: Bool
        let opensMetrics: Bool
        let limits: Limits
        let sessionLimits: SessionLimits
        let invitationLinks: InvitationLinks
        let version: String

        package init(
            messaging: MessagingServices,
            live: LiveServices,
            notifications: NotificationServices,
            media: MediaServices,
            voice: TranscriptionServices,
            accountDeletion: AccountDeletion,
            administration: AccountAdministration,
            adminLog: AdminLog,
            accountExport: AccountExport,
            search: MessageSearch,
            memory: MessageIndexer,
            calendar: EventCalendar,
            calendarFeeds: CalendarFeeds,
            calendarPushes: CalendarPushes,
            schedulingPreferences: SchedulingPreferences,
            reminders: Reminders,
            scheduled: ScheduledMessages,
            templates: Templates,
            broadcasts: Broadcasts,
            notes: NotesOnClients,
            profiles: ProfileService,
            measures: MeasureService,
            checkIns: CheckIns,
            notices: Notices,
            proposals: Proposals,
            wishes: Proposals,
            audit: AuditLog,
            importer: Importer,
            assistant: AssistantService,
            automatic: AutomaticReplies,
            proactive: Proactive,
            clock: any WallClock,
            ids: any IDSource,
            logger: Logger,
            metrics: ServerMetrics,
            requestMetrics: RequestMetrics,
            readiness: @escaping @Sendable () async -> [String],
            servesMetrics: Bool = true,
            opensMetrics: Bool = false,
            limits: Limits,
            sessionLimits: SessionLimits = SessionLimits(),
            invitationLinks: InvitationLinks,
            version: String
        ) {
            self.messaging = messaging
            self.live = live
            self.notifications = notifications
            self.media = media
            self.voice = voice
            self.accountDeletion = accountDeletion
            self.administration = administration
            self.adminLog = adminLog
            self.accountExport = accountExport
            self.search = search
            self.memory = memory
            self.calendar = calendar
            self.calendarFeeds = calendarFeeds
            self.calendarPushes = calendarPushes
            self.schedulingPreferences = schedulingPreferences
            self.reminders = reminders
            self.scheduled = scheduled
            self.templates = templates
            self.broadcasts = broadcasts
            self.notes = notes
            self.profiles = profiles
            self.measures = measures
            self.checkIns = checkIns
            self.notices = notices
            self.proposals = proposals
            self.wishes = wishes
            self.audit = audit
            self.importer = importer
            self.assistant = assistant
            self.automatic = automatic
            self.proactive = proactive
            self.clock = clock
            self.ids = ids
            self.logger = logger
            self.metrics = metrics
            self.requestMetrics = requestMetrics
            self.readiness = readiness
            self.servesMetrics = servesMetrics
            self.opensMetrics = opensMetrics
            self.limits = limits
            self.sessionLimits = sessionLimits
            self.invitationLinks = invitationLinks
            self.version = version
        }

        var socketRoute: SocketRoute {
            SocketRoute(
                services: SessionServices(
                    messaging: messaging,
                    live: live,
                    clock: clock,
                    ids: ids,
                    logger: logger,
                    limits: sessionLimits,
                    budgets: limits,
                    metrics: requestMetrics
                )
            )
        }
    }
}
