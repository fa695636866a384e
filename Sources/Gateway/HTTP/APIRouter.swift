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
                switch route.access {
                case .open: open
                case .user: users
                case .admin: admins
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
        refuseOtherMethods(of: table, on: open, errors: errors)
        let document = ByteBuffer(bytes: try OpenAPIDocument(routes: table.routes, version: version).json())
        open.get("/openapi.json") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "public, max-age=300"],
                body: .init(byteBuffer: document)
            )
        }
        return router
    }

    /// A path that exists answers 405 to a method that it doesn't have.
    private static func refuseOtherMethods(
        of table: RouteTable,
        on group: RouterGroup<AppContext>,
        errors: ErrorMiddleware
    ) {
        var declared = Dictionary(grouping: table.routes, by: \.path).mapValues { Set($0.map(\.method)) }
        declared["/openapi.json"] = [.get]
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .query]
        for (path, methods) in declared {
            let allow = methods.map(\.rawValue).sorted().joined(separator: ", ")
            for method in known where !methods.contains(method) {
                group.on(RouterPath(path), method: method) { _, context in
                    let error = SpotterError(.methodNotAllowed, "Not by this method; by \(allow).")
                    var response = try errors.response(for: error, context: context)
                    response.headers[.allow] = allow
                    return response
                }
            }
        }
    }
}
