import Domain
import Gateway
import HTTPTypes
import Hummingbird
import SportsData
import SpotterAPI

/// The errors of the server of Genius, an app that advises on fantasy sports. They are FastAPI's: `{"detail": …}`.
struct GeniusContract: RouteContract {
    func failure(_ error: SpotterError, of request: Request, requestId: String) throws -> Response {
        try JSONResponse(error.code.status, Self.detail(.string(error.message))).response()
    }

    func ownFailure(_ error: any Error, of request: Request, requestId: String) throws -> Response? {
        switch error {
        case let error as ValidationFailure: try JSONResponse(.unprocessableContent, error.json).response()
        case let error as SportsDataError:
            try JSONResponse(error.status, Self.detail(.string(error.message))).response()
        default: nil
        }
    }

    static func detail(_ detail: JSONValue) -> JSONValue { ["detail": detail] }
}

extension SportsDataError {
    fileprivate var status: HTTPResponse.Status {
        switch reason {
        case .misconfigured, .busy: .serviceUnavailable
        case .timeout: .gatewayTimeout
        // What isn't set up isn't there, and trying again doesn't help.
        case .off, .unknown: .notFound
        case .unreachable, .refused, .redirected, .tooLong, .unreadable, .failed: .badGateway
        }
    }
}
