import HTTPTypes
import Hummingbird

/// Tells browsers that came by HTTPS to stay with it for a year (RFC 6797). Plain HTTP never says so: it could be
/// anybody's.
struct StrictTransport: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if context.isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }
}
