import Domain
import HTTPTypes
import Hummingbird

/// Refuses paths that the router reads differently from a check by prefix, such as `//v1/socket`, as if nothing were
/// there. What is behind this middleware may compare paths as they are.
///
/// Clients of other APIs are given a base address, to which they add paths: where it ends with a slash, there are two. For
/// their routes the path goes on with one.
struct PathCheck: RouterMiddleware {
    /// The routes of other APIs, as the router writes them.
    private let foreign: Set<String>

    init(_ table: RouteTable) {
        foreign = Set(table.routes.filter(\.isForeign).map { RouterPath($0.path).description })
    }

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        if Self.isPlain(request.uri.path) { return try await next(request, context) }
        guard let route = context.endpointPath, foreign.contains(route), let target = request.head.path else {
            throw SpotterError.notFound("route")
        }
        var head = request.head
        head.path = Self.withSingleSlashes(target)
        let plain = Request(head: head, body: request.body)
        guard Self.isPlain(plain.uri.path) else { throw SpotterError.notFound("route") }
        return try await next(plain, context)
    }

    /// Whether no segment is empty or dotted. One slash may end the path. The router compares what is percent-encoded as
    /// it is, so that needs no check.
    static func isPlain(_ path: String) -> Bool {
        guard path.hasPrefix("/"), !path.contains("\\") else { return false }
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if segments.last == "" { segments = segments.dropLast() }
        return segments.allSatisfy { !["", ".", ".."].contains($0) }
    }

    private static func withSingleSlashes(_ target: String) -> String {
        let end = target.firstIndex { $0 == "?" || $0 == "#" } ?? target.endIndex
        let path = target[..<end].split(separator: "/").joined(separator: "/")
        return "/" + path + target[end...]
    }
}
