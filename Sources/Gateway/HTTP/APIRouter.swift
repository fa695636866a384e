package import Accounts
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore

/// Builds the router from the route table. The middleware runs in this order: error envelope, client address, origin,
/// authentication, rate limits.
package enum APIRouter {
    package static func make(
        _ table: RouteTable,
        accounts: Accounts,
        adminTokens: AdminTokens,
        limits: Limits = Limits(),
        proxies: TrustedProxies = TrustedProxies(),
        origins: AllowedOrigins = AllowedOrigins(),
        version: String
    ) throws -> Router<AppContext> {
        let router = Router(context: AppContext.self)
        router.add(middleware: PacedResponses())
        router.add(middleware: PrivacyHeaders())
        router.add(middleware: ErrorMiddleware())
        router.add(middleware: ClientAddressMiddleware(proxies: proxies, limits: limits))
        router.add(middleware: OriginCheck(origins: origins))
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
            group.on(RouterPath(route.path), method: route.method) { request, context in
                try await route.limit.meter(request, context) {
                    try await route.handler(request, context).response(from: request, context: context)
                }
            }
        }
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
}
