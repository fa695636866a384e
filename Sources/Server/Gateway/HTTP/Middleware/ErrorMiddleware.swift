package import Domain
import Foundation
package import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import SpotterAPI

extension ErrorCode {
    /// The HTTP status of each code. The switch is exhaustive, so a new code can't be forgotten.
    package var status: HTTPResponse.Status {
        switch self {
        case .invalidJSON, .invalidRequest, .unknownType: .badRequest
        case .unauthorized, .tokenExpired, .invalidCredentials, .refreshReused: .unauthorized
        case .forbidden, .notAContact, .accountDisabled, .registrationClosed: .forbidden
        case .notFound, .notAMember: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .emailTaken, .alreadyExists, .conflict, .idempotencyConflict: .conflict
        case .expired: .gone
        case .tooLarge: .contentTooLarge
        case .rateLimited, .quotaExceeded, .modelRateLimited: .tooManyRequests
        case .upgradeRequired: .upgradeRequired
        case .modelUnavailable, .modelInterrupted: .badGateway
        case .modelTimeout: .gatewayTimeout
        case .unavailable, .shuttingDown, .storageDamaged: .serviceUnavailable
        case .storageFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
        case .internalError: .internalServerError
        }
    }
}

extension SpotterError {
    /// The error to show to the client. `nil` if the error is a defect of the server, which is logged instead.
    package init?(presenting error: any Error) {
        switch error {
        case let error as SpotterError: self = error
        case let error as LimitReached: self = error.error
        case let error as HTTPError: self = Self.from(error)
        case let error as DecodingError: self.init(decoding: error)
        // The head was valid; the parser failed in the body.
        case is HTTPParserError: self = .invalid("The request's body is not valid HTTP.")
        case is ChannelError: self = .invalid("The connection ended within the request's body.")
        default: return nil
        }
    }

    private static func from(_ error: HTTPError) -> SpotterError {
        switch error.status {
        case .notFound: SpotterError(.notFound, "There is no such route; GET /openapi.json lists them all.")
        case .methodNotAllowed:
            SpotterError(.methodNotAllowed, "This route doesn't take that method; see GET /openapi.json.")
        case .contentTooLarge: SpotterError(.tooLarge, "The body is too large for this route.")
        case .upgradeRequired:
            SpotterError(.upgradeRequired, "This route speaks WebSocket: connect with an upgrade to version 13.")
        case .unauthorized: SpotterError(.unauthorized, "Send an access token: Authorization: Bearer <token>.")
        default: .invalid(error.body ?? "The request could not be understood.")
        }
    }
}

/// Turns thrown errors into the error envelope, with the request's id.
struct ErrorMiddleware: RouterMiddleware {
    var metrics: RequestMetrics?
    var otherMethods: OtherMethods?
    var webApp: WebAppFiles?

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            if let response = try await otherMethods?.response(
                for: error,
                to: request,
                context: context,
                errors: self
            ) {
                return response
            }
            let isUnknown = (error as? HTTPError)?.status == .notFound
            return try (isUnknown ? webApp?.missingPage(for: request) : nil) ?? response(for: error, context: context)
        }
    }

    /// - Parameter contract: that of the route, and the request; `nil` for the envelope.
    func response(
        for error: any Error,
        context: AppContext,
        as contract: (contract: any RouteContract, request: Request)? = nil
    ) throws -> Response {
        if let (contract, request) = contract,
            let own = try contract.ownFailure(error, of: request, requestId: context.id)
        {
            return own
        }
        let shown: SpotterError
        if let presentable = SpotterError(presenting: error) {
            shown = presentable
        } else if error is CancellationError {
            shown = SpotterError(.shuttingDown, "The server is shutting down; try again.", retryable: true)
        } else {
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            shown = SpotterError(
                .internalError,
                "Something went wrong on the server. Its log has the details under this request id.",
                retryable: true
            )
        }
        metrics?.failed(shown.code)
        var response =
            try contract.map { try $0.contract.failure(shown, of: $0.request, requestId: context.id) }
            ?? JSONResponse(shown.code.status, ErrorEnvelope(shown, requestId: context.id)).response()
        if let milliseconds = shown.retryAfterMs {
            response.headers[.retryAfter] = String((milliseconds + 999) / 1000)
        }
        if let reached = error as? LimitReached { reached.budget.write(to: &response.headers) }
        if shown.code.status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }
}
