import Domain
import OpenAIClient

extension ModelError {
    /// The error for an HTTP status and the error object that came with it.
    init(status: Int, upstream: UpstreamError, retryAfter: Duration?, model: String, redact: Redaction) {
        let status = upstream.isBadKey ? 401 : status
        if upstream.isContextTooLong || status == 413 {
            self.init(
                .rejected,
                "That is more text than the language model can read at once. Ask about less at a time."
            )
        } else if upstream.isOutOfCredit || status == 402 {
            self.init(
                .unavailable,
                "The language model's account has no credit left. Ask whoever runs this server to top it up."
            )
        } else {
            self = Self.plain(status: status, upstream: upstream, retryAfter: retryAfter, model: model, redact: redact)
        }
    }

    private static func plain(
        status: Int,
        upstream: UpstreamError,
        retryAfter: Duration?,
        model: String,
        redact: Redaction
    ) -> ModelError {
        let message =
            switch status {
            case 401, 403:
                // The server's own words often repeat part of the key.
                "The language model refused Spotter's API key. Ask whoever runs this server to check it."
            case 404, 405:
                "The model “\(model)” wasn't found at its address. Ask whoever runs this server to check both."
            case 408, 504, 524:
                "The language model took too long. Try again, or ask for something shorter."
            case 429:
                rateLimitMessage(retryAfter)
            case 300..<400:
                "The language model's address has moved. Ask whoever runs this server to correct it."
            case 500...:
                "The language model has a problem (HTTP \(status)). Try again in a moment."
            default:
                "The language model refused the request (HTTP \(status))\(redact.quote(upstream.message))"
            }
        return ModelError(Code(status: status, retryAfter: retryAfter), message)
    }

    private static func rateLimitMessage(_ retryAfter: Duration?) -> String {
        guard let retryAfter else { return "The language model is asked too often. Try again in a minute." }
        let seconds = max(1, (retryAfter.wholeMilliseconds + 999) / 1000)
        return "The language model is asked too often. Try again in \(seconds) seconds."
    }
}
