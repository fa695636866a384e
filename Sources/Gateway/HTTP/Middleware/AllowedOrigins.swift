import Domain
import Foundation
import HTTPTypes
import Hummingbird

/// The web origins that may call the API: the server's own and those that the operator configured. Only browsers send
/// `Origin`; requests without it are not checked.
package struct AllowedOrigins: Sendable {
    private let named: Set<String>

    /// - Parameter origins: as browsers send them, such as `https://chat.example.com`.
    package init(_ origins: [String] = []) { named = Set(origins.map { $0.lowercased() }) }

    /// Whether `text` is exactly an origin: a scheme, a host and an optional port.
    package static func isOrigin(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme.lowercased()),
            url.host != nil, url.path.isEmpty, url.query == nil, url.fragment == nil, url.user == nil
        else { return false }
        return true
    }

    /// - Parameter host: the request's own `Host`.
    func allows(_ origin: String, host: String?) -> Bool {
        let origin = origin.lowercased()
        if named.contains(origin) { return true }
        guard Self.isOrigin(origin), let host = host?.lowercased(), let end = origin.firstRange(of: "://") else {
            return false
        }
        let standardPort = origin.hasPrefix("https") ? ":443" : ":80"
        func trimmed(_ authority: some StringProtocol) -> String {
            authority.hasSuffix(standardPort) ? String(authority.dropLast(standardPort.count)) : String(authority)
        }
        return trimmed(origin[end.upperBound...]) == trimmed(host)
    }
}

/// Refuses other origins on the native API and answers preflights of allowed ones. Scripts set the token header
/// themselves, so responses never allow credentials or the wildcard origin `*`.
struct OriginCheck: RouterMiddleware {
    let origins: AllowedOrigins
    /// Words the errors of requests from other origins, which need headers of their own.
    var errors = ErrorMiddleware()

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        // Other apps' contracts have their own rules; all other paths are public.
        guard request.uri.path.hasPrefix("/v1/"), let origin = request.headers[.origin] else {
            return try await next(request, context)
        }
        let host = request.head.authority
        guard request.headers[values: .origin].count == 1, origins.allows(origin, host: host) else {
            throw SpotterError(.forbidden, "This page may not talk to the server; see --allowed-origins.")
        }
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            var response = Response(status: .noContent)
            allow(origin, in: &response.headers)
            response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, PUT, PATCH, DELETE"
            response.headers[.accessControlAllowHeaders] = "Authorization, Content-Type, Range, Upload-Offset"
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

    private func allow(_ origin: String, in headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = origin
        headers[.accessControlExposeHeaders] =
            "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Content-Range, Upload-Offset"
        headers[.vary] = "Origin"
    }
}
