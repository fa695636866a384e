public import Accounts
public import Assistant
public import AssistantTools
public import AutomaticReplies
import BuiltInAnswers
public import CalendarPush
public import ChatInsights
public import CheckIns
public import ClientProfiles
import Cluster
public import Coaching
import Contacts
import CoreMetrics
import Domain
import EventBus
import FileIO
public import Importing
public import Live
import Logging
public import Measures
public import MediaStore
public import Messaging
package import ModelProxy
import NIOCore
public import Notifications
public import Retrieval
public import Scheduling
public import SportsData
import SpotterAPI
import Storage
public import Transcription
package import WebSearch

/// Everything that a server can do, wired over one database. Transports such as REST only translate to it.
public struct UseCases: Sendable {
    public let messaging: MessagingServices
    public let live: LiveServices
    public let media: MediaServices
    /// Dictation, transcripts of voice messages, and the settings of both.
    public let voice: TranscriptionServices
    public let notifications: NotificationServices
    public let memory: MessageIndexer
    public let search: MessageSearch
    public let calendar: EventCalendar
    public let calendarFeeds: CalendarFeeds
    public let calendarPushes: CalendarPushes
    public let calendarPushService: CalendarPushService
    public let schedulingPreferences: SchedulingPreferences
    public let reminders: Reminders
    public let scheduled: ScheduledMessages
    public let scheduledService: ScheduledMessageService
    public let templates: Templates
    public let broadcasts: Broadcasts
    public let notes: NotesOnClients
    /// Reads what clients say about themselves, in the background.
    public let profileFollower: ProfileFollower
    /// Lets a language model read them as well; `nil` unless the operator has turned that on.
    public let profileModelReader: ProfileModelReader?
    public let measureModelReader: MeasureModelReader?
    public let profiles: ProfileService
    /// Reads what clients measure of themselves, in the background.
    public let measureFollower: MeasureFollower
    public let measures: MeasureService
    public let checkIns: CheckIns
    public let checkInService: CheckInService
    /// Reads answers to check-ins in what clients write, in the background.
    public let checkInFollower: CheckInFollower
    public let notices: Notices
    public let noticeService: NoticeService
    public let proposals: Proposals
    /// For what clients wish, which waits longer than what somebody asks for.
    let wishes: Proposals
    public let audit: AuditLog
    public let importer: Importer
    public let resolver: ToolResolver
    public let assistant: AssistantService
    public let sports: SportsData
    public let automatic: AutomaticReplies
    public let automaticService: AutomaticReplyService
    public let proactive: Proactive
    /// Forwards programs' own requests to language models.
    package let modelProxy: ModelProxy
    /// Follows the videos that models make.
    package let videoJobService: VideoJobService
    /// `nil` where no search of the web is set up.
    package let webSearch: (any WebSearching)?
    /// Notifies trainers of new weekly pages.
    public let weeklyPages: WeeklyPageService
    public let accountDeletion: AccountDeletion
    public let administration: AccountAdministration
    public let adminLog: AdminLog
    public let accountExport: AccountExport

    init(
        _ configuration: ServerConfiguration,
        folder: DataFolder,
        database: any Database,
        cluster: ClusterMember?,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        hub: Hub,
        bus: (any EventBus)?,
        eventLoops: any EventLoopGroup,
        metrics: any MetricsFactory,
        figures: ServerFigures,
        logger: Logger
    ) async throws {
        func lease(_ work: String) -> Lease { cluster?.lease(work) ?? .alone }
        let embedders =
            configuration.loadsModel
            ? try await EmbedderLoading.load(
                configuration,
                known: try await MessageIndexer.knownModels(database),
                logger: logger
            ) : []
        if configuration.loadsModel, embedders.isEmpty {
            logger.warning("search by meaning is off: no embedding model")
        }
        memory = MessageIndexer(
            database: database,
            embedders: embedders,
            companion: EmbedderLoading.companion(of: embedders, configuration, logger: logger),
            clock: clock,
            logger: logger,
            configuration: configuration.memory(folder: folder.vectorsPath),
            lease: lease("embedding")
        )
        let noticeChanges = ScheduleChanges()
        calendar = EventCalendar(database: database, clock: clock, ids: ids, changes: noticeChanges)
        calendarFeeds = CalendarFeeds(calendar: calendar, key: try folder.key(named: "feeds.key"))
        calendarPushes = CalendarPushes(
            calendar: calendar,
            database: database,
            clock: clock,
            ids: ids,
            origins: configuration.calendarPush.origins,
            google: configuration.calendarPush.google,
            key: try folder.key(named: CalendarPushes.keyName),
            logger: logger
        )
        calendarPushService = CalendarPushService(calendarPushes, lease: lease("calendar copies"))
        schedulingPreferences = SchedulingPreferences(database: database)
        let chatStates = ChatStateCache()
        live = LiveServices(
            database: database,
            clock: clock,
            states: chatStates,
            hub: hub,
            presence: configuration.presence,
            link: bus.map { NodeLink(bus: $0, hub: hub, node: ids.next(ID<NodeLink>.self).description) }
        )
        let signal = NewMessageSignal()
        let mediaErasure = MediaErasureSignal()
        let voiceSignal = VoiceMessageSignal()
        audit = try await AuditLog.open(database, keys: folder.keysPath, logger: logger)
        let derived = DerivedTexts(clock: clock, ids: ids, audit: audit) { change, owner in
            hub.publish(hub.encode(ServerFrames.conversation(change), scope: .assistant), to: [owner])
            if change.deleted { mediaErasure.filesWereLetGo() }
        }
        try await derived.eraseOrphans(in: database)
        let profileQueue = configuration.profileModel.map { _ in ProfileModelQueue(clock: clock) }
        profileFollower = ProfileFollower(
            database: database,
            modelQueue: profileQueue,
            lease: lease("profiles"),
            logger: logger
        )
        let measureQueue = configuration.measureModel.map { _ in MeasureModelQueue(clock: clock) }
        measureFollower = MeasureFollower(
            database: database,
            alerts: MeasureAlerts(clock: clock, ids: ids, changes: noticeChanges),
            modelQueue: measureQueue,
            lease: lease("measures"),
            logger: logger
        )
        checkInFollower = CheckInFollower(
            database: database,
            clock: clock,
            media: StoredMediaCatalog(),
            lease: lease("check-in answers"),
            logger: logger
        )
        let automaticSignal = AutomaticSignal()
        messaging = MessagingServices(
            database: database,
            clock: clock,
            ids: ids,
            hasher: hasher,
            states: chatStates,
            publisher: live,
            messageObserver: MessageObservers([
                memory, signal, derived, mediaErasure, ScheduledMessageTexts(), profileFollower,
                measureFollower, checkInFollower, voiceSignal,
                automaticSignal, figures,
            ]),
            prospectObserver: ProspectObservers([derived, calendar]),
            media: StoredMediaCatalog(),
            registration: configuration.registration
        )
        live.link?.begin(live, reading: messaging.sync)
        notifications = try await NotificationServices(
            database: database,
            clock: clock,
            ids: ids,
            messaging: messaging,
            live: live,
            signal: signal,
            settings: configuration.notifications,
            eventLoops: eventLoops,
            metrics: metrics,
            lease: lease("notifications"),
            logger: logger
        )
        media = try MediaServices(
            database: database,
            clock: clock,
            ids: ids,
            folder: folder.mediaPath,
            objects: try configuration.media.openStore(logger: logger),
            limits: configuration.media.limits,
            floor: UploadFloor(bytes: configuration.uploadFloor) { [path = folder.mediaPath] in
                DiskSpace.free(at: path)?.free
            },
            erasure: mediaErasure,
            worker: configuration.media.worker ?? MediaServices.currentExecutable,
            workerTimeout: configuration.media.workerTimeout,
            lease: lease("files"),
            logger: logger
        )
        voice = TranscriptionServices(
            database: database,
            clock: clock,
            messages: messaging.messages,
            library: media.library,
            client: try TranscriptionLoading.client(configuration, logger: logger),
            settings: configuration.transcription.settings,
            signal: voiceSignal,
            lease: lease("transcripts"),
            logger: logger
        )
        search = MessageSearch(database: database, indexer: memory)
        let didSee: Notices.SeenObserver = { ids, user, at in
            let frame = ServerFrames.noticesSeen(NoticesSeen(noticeIds: ids, at: at))
            hub.publish(hub.encode(frame, scope: .calendarRead), to: [user])
        }
        notices = Notices(database: database, clock: clock, didSee: didSee)
        reminders = Reminders(
            database: database,
            clock: clock,
            ids: ids,
            changes: noticeChanges,
            didSee: didSee
        )
        noticeService = NoticeService(reminders: reminders, lease: lease("reminders"), logger: logger) { notices in
            for notice in notices {
                hub.publish(hub.encode(ServerFrames.notice(notice), scope: .calendarRead), to: [notice.userId])
            }
            signal.noticeWasCreated()
        }
        let publish: ScheduledMessages.Publish = { frame, user in hub.publish(hub.encode(frame), to: [user]) }
        scheduled = ScheduledMessages(
            database: database,
            clock: clock,
            ids: ids,
            messages: messaging.messages,
            publish: publish
        )
        scheduledService = ScheduledMessageService(scheduled, lease: lease("scheduled messages"), logger: logger)
        templates = Templates(database: database, clock: clock, ids: ids, publish: publish)
        broadcasts = Broadcasts(
            database: database,
            clock: clock,
            ids: ids,
            chats: messaging.chats,
            messages: messaging.messages
        )
        notes = NotesOnClients(database: database, clock: clock, publish: publish)
        profiles = ProfileService(database: database, clock: clock, ids: ids, follower: profileFollower)
        measures = MeasureService(database: database, clock: clock, ids: ids)
        checkIns = CheckIns(
            database: database,
            clock: clock,
            ids: ids,
            chats: messaging.chats,
            messages: messaging.messages,
            media: StoredMediaCatalog()
        )
        checkInService = CheckInService(checkIns, lease: lease("check-ins"), logger: logger)
        let executor = ToolExecutor(messages: messaging.messages, reminders: reminders, ids: ids)
        proposals = Proposals(database: database, clock: clock, ids: ids, executor: executor, audit: audit)
        wishes = Proposals(
            database: database,
            clock: clock,
            ids: ids,
            executor: executor,
            audit: audit,
            // The trainer may be away for some days.
            lifetimeSeconds: 7 * 86_400
        )
        resolver = ToolResolver(database: database, clock: clock)
        webSearch = try WebSearchLoading.engine(configuration, logger: logger)
        var askOthers: (@Sendable (TurnID) -> Void)?
        if let link = live.link { askOthers = { link.stopElsewhere($0) } }
        let service = AssistantService(
            database: database,
            clock: clock,
            ids: ids,
            search: search,
            resolver: resolver,
            proposals: proposals,
            derived: derived,
            sources: AnswerSources(
                events: calendar,
                reminders: reminders,
                inbox: messaging.inbox,
                chats: messaging.chats,
                facts: ProfileFactReading(database: database, clock: clock),
                measures: MeasureAnswers(database: database)
            ),
            attachments: QuestionAttachments(library: media.library, documents: media.documents),
            web: webSearch,
            pages: WebSearchLoading.pages(configuration, logger: logger),
            models: try LanguageModelLoading.models(configuration, logger: logger),
            budget: configuration.budget.limits,
            currency: configuration.budget.currency,
            limits: AssistantLimits(titlesByModel: configuration.titlesByModel),
            askOthers: askOthers,
            logger: logger
        )
        live.link?.stopHere { [weak service] in service?.stopHere($0) }
        assistant = service
        sports = SportsData(
            database: database,
            service: try SportsDataLoading.service(configuration, logger: logger),
            key: try folder.key(named: CredentialStore.keyName),
            clock: clock,
            logger: logger
        )
        if let profileQueue, let name = configuration.profileModel {
            profileModelReader = ProfileModelReader(
                database: database,
                model: try assistant.profileModel(named: name),
                queue: profileQueue,
                lease: lease("profiles by model"),
                logger: logger
            )
        } else {
            profileModelReader = nil
        }
        if let measureQueue, let name = configuration.measureModel {
            measureModelReader = MeasureModelReader(
                database: database,
                model: try assistant.measureModel(named: name),
                queue: measureQueue,
                lease: lease("measures by model"),
                logger: logger
            )
        } else {
            measureModelReader = nil
        }
        automatic = AutomaticReplies(
            database: database,
            clock: clock,
            ids: ids,
            messages: messaging.messages,
            answers: AutomaticAnswers(calendar: calendar),
            signal: automaticSignal,
            publish: publish
        )
        automaticService = AutomaticReplyService(automatic, lease: lease("automatic replies"), logger: logger)
        proactive = Proactive(database: database, clock: clock)
        weeklyPages = WeeklyPageService(
            assistant: assistant,
            proactive: proactive,
            reminders: reminders,
            ids: ids,
            lease: lease("weekly pages"),
            logger: logger
        )
        let proxied = try LanguageModelLoading.proxied(configuration)
        modelProxy = ModelProxy(
            models: proxied,
            jobs: VideoJobs(database: database, clock: clock, ids: ids, interval: configuration.videoInterval),
            budgets: assistant.budgets,
            media: media,
            client: LanguageModelLoading.client,
            logger: logger
        )
        videoJobService = VideoJobService(
            modelProxy.jobs,
            models: proxied,
            media: media,
            client: LanguageModelLoading.client,
            lease: lease("videos"),
            logger: logger
        )
        accountDeletion = AccountDeletion(
            messaging.accounts,
            participants: [
                AssistantErasure(assistant: assistant, proposals: proposals), SchedulingDataEraser(calendar: calendar),
                CoachingEraser(database: database), ProfileErasure(database: database),
                MeasureErasure(database: database), CheckInErasure(database: database),
                AutomaticErasure(database: database), voice.erasure, VideoJobsErasure(database: database),
                sports.erasure, calendarPushes.erasure,
            ] + messaging.deletionParticipants + [MediaErasure(database: database, signal: mediaErasure)]
        ) { logger.error("a deleted account isn't all gone yet, trying again within a minute: \($0)") }
        administration = AccountAdministration(
            messaging.accounts,
            inspectors: [
                messaging.contacts, MessagingInspector(), SchedulingInspector(clock: clock), MediaInspector(),
            ],
            deletion: accountDeletion
        )
        adminLog = AdminLog(database: database, clock: clock)
        accountExport = AccountExport(
            messaging.accounts,
            participants: messaging.exportParticipants + [
                MediaExport(library: media.library), SchedulingExport(database: database),
                CoachingExport(database: database), ProfilesExport(database: database, clock: clock),
                MeasuresExport(database: database), CheckInsExport(database: database),
                AssistantExport(database: database, assistant: assistant),
                AutomaticExport(database: database), NotificationsExport(database: database), voice.export,
                VideoJobsExport(database: database), sports.export, calendarPushes.export,
            ]
        )
        importer = Importer(
            database: database,
            clock: clock,
            ids: ids,
            hasher: hasher,
            messaging: messaging,
            attachments: ImportedAttachments(media.uploads),
            didImport: { [reminders] in reminders.announceChange() }
        )
    }
}
