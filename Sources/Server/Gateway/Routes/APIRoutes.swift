import Assistant
import Domain
import Importing
import Live
import Logging
import MediaStore
import Messaging
import Notifications
import Retrieval
import Scheduling

/// All routes of the native API, over one set of use cases.
package enum APIRoutes {
    /// The socket route's shortcut for requests that don't need the HTTP pipeline.
    package static func fastUpgrade(_ services: Services, proxies: TrustedProxies) -> FastUpgrade {
        services.socketRoute.fast(proxies: proxies)
    }

    package static func add(to table: inout RouteTable, _ services: Services) {
        let (messaging, live) = (services.messaging, services.live)
        let attempts = LoginAttempts(accounts: messaging.accounts, metrics: services.requestMetrics)
        AuthRoutes(messaging: messaging, attempts: attempts).add(to: &table)
        SessionRoutes(messaging: messaging).add(to: &table)
        KeyRoutes(messaging: messaging).add(to: &table)
        ProfileRoutes(
            messaging: messaging,
            deletion: services.accountDeletion,
            scheduled: services.scheduled,
            checkIns: services.checkIns
        ).add(to: &table)
        PeopleRoutes(messaging: messaging, presence: live.presence).add(to: &table)
        ContactRoutes(messaging: messaging).add(to: &table)
        InvitationRoutes(
            relations: messaging.contacts,
            registrations: messaging.registrations,
            links: services.invitationLinks,
            library: services.media.library
        ).add(to: &table)
        ChatRoutes(messaging: messaging).add(to: &table)
        InboxRoutes(inbox: messaging.inbox, clock: services.clock).add(to: &table)
        ScheduledMessageRoutes(scheduled: services.scheduled).add(to: &table)
        TemplateRoutes(templates: services.templates, broadcasts: services.broadcasts).add(to: &table)
        NotesRoutes(notes: services.notes).add(to: &table)
        ClientProfileRoutes(profiles: services.profiles).add(to: &table)
        OwnProfileRoutes(profiles: services.profiles).add(to: &table)
        MeasureRoutes(measures: services.measures).add(to: &table)
        CheckInRoutes(checkIns: services.checkIns).add(to: &table)
        MemberRoutes(chats: messaging.chats).add(to: &table)
        ChatPreferenceRoutes(messaging: messaging).add(to: &table)
        ArchiveRoutes(archived: messaging.archived).add(to: &table)
        ChatImportRoutes(messaging: messaging, importer: services.importer).add(to: &table)
        MessageRoutes(messaging: messaging).add(to: &table)
        PresenceRoutes(presence: live.presence).add(to: &table)
        ReactionRoutes(reactions: messaging.reactions).add(to: &table)
        SyncRoutes(sync: messaging.sync).add(to: &table)
        NotificationRoutes(notifications: services.notifications).add(to: &table)
        MediaRoutes(media: services.media).add(to: &table)
        VoiceRoutes(voice: services.voice).add(to: &table)
        SearchRoutes(search: services.search).add(to: &table)
        EventRoutes(calendar: services.calendar, clock: services.clock).add(to: &table)
        SessionWishRoutes(
            wishes: SessionWishes(calendar: services.calendar, proposals: services.wishes, clock: services.clock)
        ).add(to: &table)
        CalendarFeedRoutes(feeds: services.calendarFeeds, links: services.invitationLinks).add(to: &table)
        CalendarPushRoutes(pushes: services.calendarPushes, links: services.invitationLinks).add(to: &table)
        SchedulingSettingsRoutes(preferences: services.schedulingPreferences).add(to: &table)
        ReminderRoutes(reminders: services.reminders, clock: services.clock).add(to: &table)
        NoticeRoutes(notices: services.notices).add(to: &table)
        ProposalRoutes(proposals: services.proposals, audit: services.audit).add(to: &table)
        AssistantRoutes(
            assistant: services.assistant,
            follower: AnswerFollower(assistant: services.assistant, hub: live.link == nil ? nil : live.hub)
        ).add(to: &table)
        ConversationRoutes(assistant: services.assistant).add(to: &table)
        AdviceRoutes(assistant: services.assistant).add(to: &table)
        InsightRoutes(assistant: services.assistant).add(to: &table)
        WeekRoutes(assistant: services.assistant, proactive: services.proactive).add(to: &table)
        AdminRoutes(importer: services.importer, log: services.adminLog, links: services.invitationLinks).add(
            to: &table
        )
        AdminUserRoutes(administration: services.administration).add(to: &table)
        AutomaticRoutes(automatic: services.automatic).add(to: &table)
        BudgetRoutes(budgets: services.assistant.budgets, administration: services.administration).add(to: &table)
        ExportRoutes(export: services.accountExport).add(to: &table)
        RegistrationRoutes(
            registrations: messaging.registrations,
            links: services.invitationLinks,
            log: services.adminLog
        ).add(to: &table)
        IndexRoutes(memory: services.memory, log: services.adminLog).add(to: &table)
        AuditRoutes(audit: services.audit).add(to: &table)
        services.socketRoute.add(to: &table)
        HealthRoutes(
            version: services.version,
            readiness: services.readiness,
            metrics: services.metrics
        ).add(to: &table, servesMetrics: services.servesMetrics, opensMetrics: services.opensMetrics)
    }
}
