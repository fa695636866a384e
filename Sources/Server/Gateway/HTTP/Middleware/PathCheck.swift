import Domain
import Hummingbird

/// Refuses paths that the router reads differently from a check by prefix, such as `//v1/socket`, as if nothing were
/// there. What is behind this middleware may compare paths as they are.
struct PathCheck: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isPlain(request.uri.path) else { throw SpotterError.notFound("route") }
        return try await next(request, context)
    }

    /// Whether no segment is empty or dotted. One slash may end the path. The router compares what is percent-encoded as
    /// it is, so that needs no check.
    static func isPlain(_ path: String) -> Bool {
        guard path.hasPrefix("/"), !path.contains("\\") else { return false }
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        if segments.last == "" { segments = segments.dropLast() }
        return segments.allSatisfy { !["", ".", ".."].contains($0) }
    }
}
