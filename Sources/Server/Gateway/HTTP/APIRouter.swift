package import Accounts
import Domain
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore

/// Builds the router from the route table. The middleware runs in this order: pause of refusals, client address, query, error
/// envelope, path, origin, authentication, rate limits.
package enum APIRouter {
    package static func make(
        _ table: RouteTable,
        accounts: Accounts,
        adminTokens: AdminTokens,
        limits: Limits = Limits(),
        proxies: TrustedProxies = TrustedProxies(),
        origins: AllowedOrigins = AllowedOrigins(),
        metrics: RequestMetrics? = nil,
        version: String
    ) throws -> Router<AppContext> {
        let router = Router(context: AppContext.self)
        router.add(middleware: RefusalPause(length: limits.settings.refusalPause))
        router.add(middleware: PacedResponses())
        router.add(middleware: PrivacyHeaders())
        router.add(middleware: ClientAddressMiddleware(proxies: proxies, limits: limits))
        router.add(middleware: StrictTransport())
        router.add(middleware: FormQuery())
        let (documentation, webApp) = (Self.documentation(of: table, version), WebAppFiles())
        let otherMethods = OtherMethods(than: table, files: documentation.paths + webApp.paths)
        let errors = ErrorMiddleware(metrics: metrics, otherMethods: otherMethods, webApp: webApp)
        router.add(middleware: errors)
        router.add(middleware: PathCheck(table))
        router.add(middleware: OriginCheck(origins: origins, errors: errors))
        router.add(middleware: AnonymousRateLimit(limits: limits))
        let open = router.group()
        func users(isLeftToRoutes: Bool) -> RouterGroup<AppContext> {
            router.group()
                .add(middleware: Authentication(accounts: accounts, isLeftToRoutes: isLeftToRoutes))
                .add(middleware: RequirePrincipal())
        }
        let (checked, unchecked) = (users(isLeftToRoutes: false), users(isLeftToRoutes: true))
        let admins = router.group().add(middleware: RequireAdmin(tokens: adminTokens))
        for route in table.routes {
            let group =
                switch (route.contract, route.access) {
                case (let contract?, let access):
                    Self.group(of: router, contract, access, accounts, adminTokens, errors)
                case (nil, .open), (nil, .own): open
                case (nil, .user): route.checksCaller ? unchecked : checked
                case (nil, .admin): admins
                }
            let keyScope = route.keyScope
            let operation = metrics?.operation(route.operation?.id ?? "other")
            group.on(RouterPath(route.path), method: route.method) { request, context in
                // The one place that holds keys to their scopes.
                try context.principal?.key?.require(keyScope)
                func respond() async throws -> Response { try await route.response(to: request, context) }
                guard let operation else { return try await respond() }
                return try await operation.measure(respond)
            }
        }
        documentation.add(to: open)
        webApp.add(to: open)
        return router
    }

    private static func documentation(of table: RouteTable, _ version: String) -> DocumentationFiles {
        let document = OpenAPIDocument(routes: table.routes, version: version)
        return DocumentationFiles { Array(try document.json()) }
    }

    /// Routes of a contract.
    private static func group(
        of router: Router<AppContext>,
        _ contract: any RouteContract,
        _ access: RouteTable.Access,
        _ accounts: Accounts,
        _ adminTokens: AdminTokens,
        _ errors: ErrorMiddleware
    ) -> RouterGroup<AppContext> {
        let group = router.group().add(middleware: ContractResponses(contract: contract, errors: errors))
        switch access {
        case .open, .own: return group
        case .user:
            return group.add(middleware: Authentication(accounts: accounts, contract: contract)).add(
                middleware: RequirePrincipal()
            )
        case .admin: return group.add(middleware: RequireAdmin(tokens: adminTokens))
        }
    }
}
