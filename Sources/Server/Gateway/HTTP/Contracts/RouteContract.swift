package import Accounts
package import Domain
package import Hummingbird

/// How the routes of another API read the caller's token and word what went wrong.
///
/// Everything else is the same for all routes: who may do what, the scopes of keys, rate limits and metrics.
///
/// ```swift
/// table.contract = OpenAIContract()
/// table.on(.get, "/openai/v1/models", "listOpenAIModels", "List the models", response: …) { _, context in … }
/// table.contract = nil
/// ```
package protocol RouteContract: Sendable {
    /// The access token or API key that a request carries, wherever this API has it.
    func token(of request: Request) -> Secret?

    /// Whether this API takes that caller, besides what holds for all routes.
    /// - Throws: `forbidden`, with the reason.
    func admit(_ principal: Principal) throws

    /// An error in the API's own shape. Headers that every API has are added to it.
    func failure(_ error: SpotterError, of request: Request, requestId: String) throws -> Response

    /// The response to an error that only this API has; `nil` for all others.
    func ownFailure(_ error: any Error, of request: Request, requestId: String) throws -> Response?

    /// Headers of every response.
    func addHeaders(to response: inout Response, requestId: String)
}

extension RouteContract {
    package func token(of request: Request) -> Secret? { request.bearerToken }
    package func admit(_ principal: Principal) throws {}
    package func ownFailure(_ error: any Error, of request: Request, requestId: String) throws -> Response? { nil }
    package func addHeaders(to response: inout Response, requestId: String) {}
}

/// Words errors of a contract's routes, and adds its headers.
struct ContractResponses: RouterMiddleware {
    let contract: any RouteContract
    let errors: ErrorMiddleware

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = try errors.response(for: error, context: context, as: (contract, request))
        }
        contract.addHeaders(to: &response, requestId: context.id)
        return response
    }
}
