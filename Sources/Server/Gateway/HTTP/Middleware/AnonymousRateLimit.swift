import Domain
import HTTPTypes
import Hummingbird

/// Counts requests with an invalid token against the client's address.
struct AnonymousRateLimit: RouterMiddleware {
    let limits: Limits

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            let response = try await next(request, context)
            if response.status == .unauthorized { _ = try limits.admitAnonymous(context.address) }
            return response
        } catch let error as SpotterError where error.code.status == .unauthorized {
            _ = try limits.admitAnonymous(context.address)
            throw error
        }
    }
}
