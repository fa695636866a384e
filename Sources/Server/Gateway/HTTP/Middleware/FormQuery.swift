import Domain
import HTTPTypes
import Hummingbird

/// Reads `+` in a query as a space, as in forms of browsers and in what most libraries write. A plus is `%2B` there. In a
/// path it stays a plus.
struct FormQuery: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard let target = request.head.path, let plain = Self.plain(target) else {
            return try await next(request, context)
        }
        var head = request.head
        head.path = plain
        return try await next(Request(head: head, body: request.body), context)
    }

    /// - Returns: `nil` if nothing changes.
    static func plain(_ target: String) -> String? {
        guard target.containsByte(UInt8(ascii: "+")), let start = target.firstIndex(of: "?") else { return nil }
        let query = target[start...]
        guard query.contains("+") else { return nil }
        return String(target[..<start]) + query.replacing("+", with: "%20")
    }
}
