import Domain
import Gateway
import HTTPTypes
import Hummingbird
import SpotterAPI

/// An error of Google's Identity Toolkit. Clients read the word before ` : `; what follows is for people.
struct IdentityError: Error {
    let message: String
    var status = HTTPResponse.Status.badRequest
    var retryAfterMs: Int?

    init(_ word: String, _ detail: String? = nil) { message = detail.map { "\(word) : \($0)" } ?? word }

    static let invalidToken = IdentityError("INVALID_ID_TOKEN")
    static let tokenExpired = IdentityError("TOKEN_EXPIRED")

    static func notAllowed(_ reason: String) -> IdentityError { IdentityError("OPERATION_NOT_ALLOWED", reason) }

    /// Converts one of the server's own errors.
    ///
    /// A wrong password and an unknown address are the same word, so that nobody learns who has an account.
    init(_ error: SpotterError) {
        switch error.code {
        case .invalidCredentials: self.init("INVALID_LOGIN_CREDENTIALS")
        case .accountDisabled: self.init("USER_DISABLED")
        case .emailTaken: self.init("EMAIL_EXISTS")
        case .registrationClosed, .forbidden: self.init("ADMIN_ONLY_OPERATION", error.message)
        case .notFound: self.init("INVALID_OOB_CODE")
        case .expired: self.init("EXPIRED_OOB_CODE")
        case .unauthorized, .tokenExpired, .refreshReused: self = .tokenExpired
        case .conflict: self.init("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        case .rateLimited, .quotaExceeded: self.init("TOO_MANY_ATTEMPTS_TRY_LATER", error.message)
        case .unavailable, .shuttingDown, .storageFull, .storageDamaged, .internalError:
            self.init("UNAVAILABLE", error.message)
            status = .serviceUnavailable
        default: self.init("INVALID_ARGUMENT", error.message)
        }
        retryAfterMs = error.retryAfterMs
    }

    func response() throws -> Response {
        var response = try JSONResponse(status, IdentityFailure(self)).response()
        if let retryAfterMs { response.headers[.retryAfter] = String((retryAfterMs + 999) / 1000) }
        return response
    }
}

/// The body of an error.
struct IdentityFailure: APIValue {
    struct Body: Codable, Sendable {
        let code: Int
        let message: String
        let errors: [Detail]
    }

    struct Detail: Codable, Sendable {
        let message: String
        let domain: String
        let reason: String
    }

    let error: Body

    init(_ error: IdentityError) {
        self.error = Body(
            code: error.status.code,
            message: error.message,
            errors: [Detail(message: error.message, domain: "global", reason: "invalid")]
        )
    }

    static var example: IdentityFailure { IdentityFailure(IdentityError("INVALID_LOGIN_CREDENTIALS")) }
}
