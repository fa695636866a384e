import Domain
import HTTPTypes
import Hummingbird

/// Refuses other origins where people log in and on the native API, and answers preflights of allowed ones. Scripts set
/// the token header themselves, so responses never allow credentials or the wildcard origin `*`.
struct OriginCheck: RouterMiddleware {
    let origins: AllowedOrigins
    /// Words the errors of requests from other origins, which need headers of their own.
    var errors = ErrorMiddleware()

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isChecked(request.uri.path), let origin = request.headers[.origin] else {
            return try await next(request, context)
        }
        let host = request.head.authority
        guard request.headers[values: .origin].count == 1,
            origins.allows(origin, host: host, isSecure: context.isSecure)
        else {
            throw Self.refusal(request, context)
        }
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            var response = Response(status: .noContent)
            allow(origin, in: &response.headers)
            response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, PUT, PATCH, DELETE"
            response.headers[.accessControlAllowHeaders] = Self.allowedHeaders
            response.headers[.accessControlMaxAge] = "600"
            return response
        }
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = try errors.response(for: error, context: context)
        }
        allow(origin, in: &response.headers)
        return response
    }

    /// Names the setting that helps: a proxy that isn't named can't tell that the page came by HTTPS.
    private static func refusal(_ request: Request, _ context: AppContext) -> SpotterError {
        let cameByHTTPS = request.headers[values: .xForwardedProto].tokens.last?.lowercased() == "https"
        guard cameByHTTPS, !context.isSecure else {
            return SpotterError(
                .forbidden,
                "This page may not use the server; its operator can allow it with --allowed-origins."
            )
        }
        return SpotterError(
            .forbidden,
            "The request came through a proxy that the server doesn't know; its operator can name it with --trusted-proxies."
        )
    }

    /// Other apps' contracts have their own rules, but not for passwords and what hosts do; all other paths are public.
    private static func isChecked(_ path: String) -> Bool {
        path == "/mcp" || isProxy(path)
            || [
                "/v1/", "/dav/", "/_matrix/", "/identitytoolkit.googleapis.com/", "/securetoken.googleapis.com/",
                "/identitytoolkit/", "/www.googleapis.com/",
            ].contains { path.hasPrefix($0) }
    }

    /// The proxy for language models at `/api`, also behind a project and a region.
    private static func isProxy(_ path: String) -> Bool {
        let segments = path.split(separator: "/", maxSplits: 3)
        return segments.first == "api" || segments.count > 2 && segments[2] == "api"
    }

    /// The last ones are what Firebase's own client, MCP's and Better send.
    private static let allowedHeaders =
        "Authorization, Content-Type, Range, Upload-Offset, X-Client-Version, X-Firebase-AppCheck, X-Firebase-Client, "
        + "X-Firebase-GMPID, X-Firebase-Locale, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, "
        + "X-OpenRouter-Path"

    private func allow(_ origin: String, in headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = origin
        headers[.accessControlExposeHeaders] =
            "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Content-Range, Upload-Offset, Mcp-Session-Id"
        headers[.vary] = "Origin"
    }
}
