package import Accounts
import Domain
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore

/// Builds the router from the route table. The middleware runs in this order: client address, error envelope, path,
/// origin, authentication, rate limits.
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
        router.add(middleware: PacedResponses())
        router.add(middleware: PrivacyHeaders())
        router.add(middleware: ClientAddressMiddleware(proxies: proxies, limits: limits))
        router.add(middleware: StrictTransport())
        let errors = ErrorMiddleware(metrics: metrics)
        router.add(middleware: errors)
        router.add(middleware: PathCheck())
        router.add(middleware: OriginCheck(origins: origins, errors: errors))
        router.add(middleware: AnonymousRateLimit(limits: limits))
        let open = router.group()
        let users = router.group().add(middleware: Authentication(accounts: accounts)).add(
            middleware: RequirePrincipal()
        )
        let admins = router.group().add(middleware: RequireAdmin(tokens: adminTokens))
        for route in table.routes {
            let group =
                switch (route.contract, route.access) {
                case (let contract?, let access):
                    Self.group(of: router, contract, access, accounts, adminTokens, errors)
                case (nil, .open): open
                case (nil, .user): users
                case (nil, .admin): admins
                }
            let takesTurns = route.isReading
            let keyScope = route.keyScope
            let operation = metrics?.operation(route.operation?.id ?? "other")
            group.on(RouterPath(route.path), method: route.method) { request, context in
                // The one place that holds keys to their scopes.
                try context.principal?.key?.require(keyScope)
                func respond() async throws -> Response {
                    try await route.limit.meter(request, context, takesTurns: takesTurns) {
                        context.letBodyCome(request)
                        return try await route.handler(request, context).response(from: request, context: context)
                    }
                }
                guard let operation else { return try await respond() }
                return try await operation.measure(respond)
            }
        }
        let documentation = DocumentationFiles(
            document: try OpenAPIDocument(routes: table.routes, version: version).json()
        )
        documentation.add(to: open)
        let webApp = WebAppFiles()
        webApp.add(to: open)
        refuseOtherMethods(of: table, and: documentation.paths + webApp.paths, on: open, errors: errors)
        return router
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
        case .open: return group
        case .user:
            return group.add(middleware: Authentication(accounts: accounts, contract: contract)).add(
                middleware: RequirePrincipal()
            )
        case .admin: return group.add(middleware: RequireAdmin(tokens: adminTokens))
        }
    }

    /// A path that exists answers 405 to a method that it doesn't have.
    /// - Parameter files: paths of files that aren't in the table.
    private static func refuseOtherMethods(
        of table: RouteTable,
        and files: [String],
        on group: RouterGroup<AppContext>,
        errors: ErrorMiddleware
    ) {
        var declared = Dictionary(grouping: table.routes, by: \.path).mapValues { Set($0.map(\.method)) }
        for path in files { declared[path] = [.get, .head] }
        let contracts = Dictionary(table.routes.map { ($0.path, $0.contract) }) { first, _ in first }
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .query]
        for (path, methods) in declared {
            let contract = contracts[path] ?? nil
            let allow = methods.map(\.rawValue).sorted().joined(separator: ", ")
            for method in known where !methods.contains(method) {
                group.on(RouterPath(path), method: method) { request, context in
                    let error = SpotterError(.methodNotAllowed, "Not by this method; by \(allow).")
                    var response = try errors.response(for: error, context: context, as: contract.map { ($0, request) })
                    response.headers[.allow] = allow
                    return response
                }
            }
        }
    }
}
