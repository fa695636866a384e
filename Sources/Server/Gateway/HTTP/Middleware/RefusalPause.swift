import HTTPTypes
import Hummingbird

/// Lets a refusal wait before it is sent: one for too many requests, and any of a long body.
///
/// Requests that are refused cost as much to read as others, and their bodies are read to the end, because the connection
/// goes on. Whoever goes beyond a limit and doesn't wait as told would take the processor from those who keep within theirs: so
/// each of their connections has a few refusals a second at most. It is outermost, so that what is thrown holds nothing
/// meanwhile, such as a place among the requests under way.
struct RefusalPause: RouterMiddleware {
    /// As long as the JSON of users may be.
    private static let longBodyBytes = 128 << 10

    let length: Duration

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        let isLong = (request.announcedBytes ?? 0) > Self.longBodyBytes
        guard response.status == .tooManyRequests || isLong && response.status.code >= 400 else { return response }
        // A server that shuts down sends it at once.
        try? await Task.sleep(for: length)
        return response
    }
}
