import HTTPTypes
import Hummingbird

/// Forbids caching and content sniffing for every response, errors included. Removes the body of answers to HEAD.
struct PrivacyHeaders: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "private, no-store" }
        response.headers[.xContentTypeOptions] = "nosniff"
        return request.method == .head ? response.createHeadResponse() : response
    }
}
