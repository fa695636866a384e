import Accounts
import Domain
import Foundation
import FunctionsCompat
import Gateway
import Hummingbird
import Messaging
import Notifications
import Retrieval

extension SpotterServer {
    /// Every route of the server.
    func makeRouter() throws -> Router<AppContext> {
        var table = RouteTable()
        APIRoutes.add(to: &table, apiServices)
        PsstFunctions.add(
            to: &table,
            messaging: useCases.messaging,
            search: useCases.search,
            assistant: useCases.assistant,
            resolver: useCases.resolver,
            proposals: useCases.proposals,
            calendar: useCases.calendar
        )
        return try APIRouter.make(
            table,
            accounts: useCases.messaging.accounts,
            adminTokens: useCases.messaging.adminTokens,
            limits: limits,
            proxies: proxies,
            origins: AllowedOrigins(configuration.allowedOrigins, hosts: ownHosts),
            version: Self.version
        )
    }

    func makeFastUpgrade() -> FastUpgrade { APIRoutes.fastUpgrade(apiServices, proxies: proxies) }

    /// The names under which the configuration says that this server is reached.
    private var ownHosts: [String] {
        let page = configuration.notifications.publicURL?.replacing("{chatId}", with: "-")
        return [configuration.host] + [page.flatMap(URL.init(string:))?.host].compactMap { $0 }
    }

    private var proxies: TrustedProxies { TrustedProxies(configuration.trustedProxies.compactMap(AddressRange.init)) }

    private var apiServices: APIRoutes.Services {
        APIRoutes.Services(
            messaging: useCases.messaging,
            live: useCases.live,
            notifications: useCases.notifications,
            media: useCases.media,
            accountDeletion: useCases.accountDeletion,
            administration: useCases.administration,
            adminLog: useCases.adminLog,
            accountExport: useCases.accountExport,
            search: useCases.search,
            memory: useCases.memory,
            calendar: useCases.calendar,
            reminders: useCases.reminders,
            proposals: useCases.proposals,
            audit: useCases.audit,
            importer: useCases.importer,
            assistant: useCases.assistant,
            clock: clock,
            ids: ids,
            logger: logger,
            metrics: metrics,
            limits: limits,
            sessionLimits: configuration.sockets,
            invitationLinks: InvitationLinks(
                publicOrigin: configuration.notifications.publicOrigin,
                isSecure: configuration.tls != nil
            ),
            version: Self.version
        )
    }
}
