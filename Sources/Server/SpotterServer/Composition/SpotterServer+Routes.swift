import Accounts
import Backup
import BuildVersion
import Domain
import Foundation
import FunctionsCompat
package import Gateway
import Hummingbird
import LanguageModels
import Live
import Logging
import MediaStore
import Messaging
import ModelProxy
import Notifications
import Retrieval
import ServiceLifecycle
import Storage
import Transcription

extension SpotterServer {
    func makeRouter() throws -> Router<AppContext> {
        try APIRouter.make(
            try routeTable(),
            accounts: useCases.messaging.accounts,
            adminTokens: useCases.messaging.adminTokens,
            limits: limits,
            proxies: proxies,
            origins: origins,
            metrics: requestMetrics,
            version: BuildVersion.release
        )
    }

    /// Every route of the server.
    package func routeTable() throws -> RouteTable {
        var table = RouteTable()
        APIRoutes.add(to: &table, apiServices)
        BackupRoutes(backups: backups, folder: folder.backupsPath).add(to: &table)
        PsstFunctions.add(
            to: &table,
            messaging: useCases.messaging,
            search: useCases.search,
            assistant: useCases.assistant,
            resolver: useCases.resolver,
            proposals: useCases.proposals,
            calendar: useCases.calendar,
            deadline: configuration.callableDeadline
        )
        addAssistantContracts(to: &table)
        FirebaseSignIn(
            messaging: useCases.messaging,
            attempts: LoginAttempts(accounts: useCases.messaging.accounts, metrics: requestMetrics),
            keys: SigningKeys(folder: folder, logger: logger),
            project: configuration.firebaseProject,
            provider: GoogleSignInLoading.provider(configuration, clock: clock),
            clock: clock,
            ids: ids
        ).add(to: &table)
        MCPRoutes(
            messaging: useCases.messaging,
            search: useCases.search,
            resolver: useCases.resolver,
            proposals: useCases.proposals,
            profiles: useCases.profiles,
            measures: useCases.measures,
            calendar: useCases.calendar,
            clock: clock,
            key: try folder.key(named: "mcp.key")
        ).add(to: &table)
        WebhookRoutes.add(
            to: &table,
            chats: useCases.messaging.chats,
            assistant: useCases.assistant,
            search: useCases.search,
            indexer: useCases.memory,
            clock: clock,
            deadline: configuration.webhookDeadline
        )
        let floor = useCases.media.floor
        CalDAVRoutes(accounts: useCases.messaging.accounts, calendar: useCases.calendar) {
            try await floor.requireRoom(or: "so its calendars take nothing new until its operator makes room.")
        }
        .add(to: &table)
        MatrixRoutes.add(
            to: &table,
            MatrixServices(
                messaging: useCases.messaging,
                live: useCases.live,
                media: useCases.media,
                attempts: LoginAttempts(accounts: useCases.messaging.accounts, metrics: requestMetrics),
                links: links,
                clock: clock,
                ids: ids
            )
        )
        return table
    }

    /// The assistant by the contracts of OpenAI, Gemini and Genius, and the proxy for models.
    private func addAssistantContracts(to table: inout RouteTable) {
        let openAI = OpenAIServices(
            assistant: useCases.assistant,
            memory: useCases.memory,
            dictation: useCases.voice.dictation,
            links: links,
            successors: successors,
            clock: clock
        )
        let attachments = ImportedAttachments(useCases.media.uploads)
        let files = InlineFiles { try await attachments.store($0, named: $1, id: $2, of: $3) }
        let gemini = GeminiServices(
            assistant: useCases.assistant,
            memory: useCases.memory,
            files: files,
            successors: successors,
            links: links
        )
        OpenAIRoutes.add(to: &table, openAI)
        GeminiRoutes.add(to: &table, gemini)
        SharedModelRoutes.add(to: &table, openAI, gemini)
        OpenRouterRoutes(proxy: useCases.modelProxy, search: useCases.webSearch, links: links).add(to: &table)
        let genius = GeniusServices(
            assistant: useCases.assistant,
            memory: useCases.memory,
            sports: useCases.sports,
            files: files,
            successors: successors,
            clock: clock
        )
        GeniusRoutes.add(to: &table, genius)
    }

    /// The language models that answer for others, by the names of those.
    private var successors: [String: String] {
        var successors: [String: String] = [:]
        for model in configuration.languageModels where model.generates == .text {
            for former in model.profile.replaces where successors[former] == nil {
                successors[former] = model.chosenName
            }
        }
        return successors
    }

    private var links: InvitationLinks {
        InvitationLinks(publicOrigin: configuration.notifications.publicOrigin, origins: origins)
    }

    private var origins: AllowedOrigins { AllowedOrigins(configuration.allowedOrigins, hosts: ownHosts) }

    func makeFastUpgrade() -> FastUpgrade { APIRoutes.fastUpgrade(apiServices, proxies: proxies) }

    /// The names under which the configuration says that this server is reached.
    private var ownHosts: [String] {
        let page = configuration.notifications.publicURL?.replacing("{chatId}", with: "-")
        return [configuration.host] + [page.flatMap(URL.init(string:))?.host].compactMap { $0 }
    }

    var proxies: TrustedProxies { TrustedProxies(configuration.trustedProxies.compactMap(AddressRange.init)) }

    /// Serves metrics and readiness at an address of their own; `nil` if none is configured.
    func makeMetricsServer() -> (any Service)? {
        guard let address = configuration.metricsAddress else { return nil }
        var listener = ListenerConfiguration(host: address.host, port: address.port, maxConnections: 64)
        listener.queues = 1
        let (logger, onListening) = (logger, configuration.onMetricsListening)
        return SocketServer(
            router: HealthRoutes(version: Self.version, readiness: readiness.reasons, metrics: serverMetrics).router(),
            configuration: listener,
            eventLoops: eventLoops,
            logger: logger
        ) { channel in
            let port = channel.localAddress?.port ?? 0
            logger.info("metrics at http://\(address.host):\(port)/metrics")
            onListening?(port)
        }
    }

    private var serverMetrics: ServerMetrics {
        ServerMetrics(
            presence: useCases.live.presence,
            memory: useCases.memory,
            registry: metrics,
            readiness: readiness.reasons
        )
    }

    private var apiServices: APIRoutes.Services {
        APIRoutes.Services(
            messaging: useCases.messaging,
            live: useCases.live,
            notifications: useCases.notifications,
            media: useCases.media,
            voice: useCases.voice,
            accountDeletion: useCases.accountDeletion,
            administration: useCases.administration,
            adminLog: useCases.adminLog,
            accountExport: useCases.accountExport,
            search: useCases.search,
            memory: useCases.memory,
            calendar: useCases.calendar,
            calendarFeeds: useCases.calendarFeeds,
            calendarPushes: useCases.calendarPushes,
            schedulingPreferences: useCases.schedulingPreferences,
            reminders: useCases.reminders,
            scheduled: useCases.scheduled,
            templates: useCases.templates,
            broadcasts: useCases.broadcasts,
            notes: useCases.notes,
            profiles: useCases.profiles,
            measures: useCases.measures,
            checkIns: useCases.checkIns,
            notices: useCases.notices,
            proposals: useCases.proposals,
            wishes: useCases.wishes,
            audit: useCases.audit,
            importer: useCases.importer,
            assistant: useCases.assistant,
            automatic: useCases.automatic,
            proactive: useCases.proactive,
            clock: clock,
            ids: ids,
            logger: logger,
            metrics: serverMetrics,
            requestMetrics: requestMetrics,
            readiness: readiness.reasons,
            servesMetrics: configuration.metricsAddress == nil,
            opensMetrics: configuration.opensMetrics,
            limits: limits,
            sessionLimits: configuration.sockets,
            invitationLinks: links,
            version: Self.version
        )
    }
}
