package import Assistant
package import Domain
package import Importing
package import Logging
package import MediaStore
package import Messaging
package import Retrieval
package import Scheduling

/// The native API: all of its routes over one set of use cases.
package enum APIRoutes {
    package struct Services: Sendable {
        let messaging: MessagingServices
        let media: MediaServices
        let search: MessageSearch
        let memory: MessageMemory
        let calendar: EventCalendar
        let reminders: Reminders
        let proposals: Proposals
        let audit: AuditLog
        let importer: Importer
        let assistant: AssistantService
        let clock: any WallClock
        let ids: any IDSource
        let logger: Logger
        let version: String

        package init(
            messaging: MessagingServices,
            media: MediaServices,
            search: MessageSearch,
            memory: MessageMemory,
            calendar: EventCalendar,
            reminders: Reminders,
            proposals: Proposals,
            audit: AuditLog,
            importer: Importer,
            assistant: AssistantService,
            clock: any WallClock,
            ids: any IDSource,
            logger: Logger,
            version: String
        ) {
            self.messaging = messaging
            self.media = media
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
            self.version = version
        }
    }

    package static func add(to table: inout RouteTable, _ services: Services) {
        let messaging = services.messaging
        AuthRoutes(messaging: messaging).add(to: &table)
        RelationRoutes(messaging: messaging).add(to: &table)
        ChatRoutes(messaging: messaging).add(to: &table)
        MemberRoutes(chats: messaging.chats).add(to: &table)
        ChatKeepingRoutes(messaging: messaging).add(to: &table)
        MessageRoutes(messaging: messaging).add(to: &table)
        ReactionRoutes(reactions: messaging.reactions).add(to: &table)
        SyncRoutes(sync: messaging.sync).add(to: &table)
