public import Domain

extension ModelError.Code {
    /// What an HTTP status of 300 or more says about a request to a model service.
    public init(status: Int, retryAfter: Duration?) {
        switch status {
        case 401, 403: self = .authentication
        case 404, 405, 300..<400: self = .misconfigured
        case 408, 504, 524: self = .timeout
        case 429: self = .rateLimited(retryAfter: retryAfter)
        // 402: the account has no credit left.
        case 402, 500...: self = .unavailable
        default: self = .rejected
        }
    }
}
