import Domain
import OpenAIClient

/// A provider's refusal of a request, as far as its user should see it.
package struct UpstreamRefusal: Error, Sendable {
    /// The provider's own HTTP status.
    package let status: Int
    /// In the provider's words, without the server's key.
    package let message: String
    package let type: String?
    /// As text, whatever the provider has: Better reads nothing else.
    package let code: String?
    package let retryAfter: Duration?

    init(status: Int, error: JSONValue?, upstream: UpstreamError, retryAfter: Duration?, key: Secret?) {
        self.status = status
        let words = Redaction(key: key, maxLength: 500).clean(upstream.message)
        message = words.isEmpty ? "The model's service refused the request (HTTP \(status))." : words
        type = error?["type"]?.string ?? error?["metadata"]?["error_type"]?.string
        code = error?["code"].flatMap { $0.string ?? $0.int.map(String.init) } ?? String(status)
        self.retryAfter = retryAfter
    }

    /// What went wrong, for a response whose status isn't a success.
    static func error(_ refusal: Refusal, key: Secret?) -> any Error {
        switch refusal.status {
        case 401, 402, 300..<400:
            // About the server's own account, which its users can't mend.
            misconfigured
        case 408, 504, 524: late
        default:
            UpstreamRefusal(
                status: refusal.status,
                error: JSONValue.parse(refusal.text)?["error"],
                upstream: refusal.upstream,
                retryAfter: refusal.advice.after,
                key: key
            )
        }
    }

    /// What went wrong, for a response with the status of a success that holds an error in place of an answer; `nil` if it
    /// holds none.
    static func error(in body: JSONValue, key: Secret?) -> (any Error)? {
        guard body["choices"] == nil, body["id"] == nil || body["error"]?.object != nil,
            let upstream = UpstreamError(body)
        else { return nil }
        let status = upstream.impliedStatus ?? 502
        guard status != 401, status != 402 else { return misconfigured }
        return UpstreamRefusal(
            status: status,
            error: body["error"],
            upstream: upstream,
            retryAfter: upstream.retryAfter,
            key: key
        )
    }

    static let misconfigured = SpotterError(
        .modelUnavailable,
        "The model's service refuses this server. Ask whoever runs it to check its settings and its account."
    )
    static let unreachable = SpotterError(
        .modelUnavailable,
        "The model's service can't be reached. Try again later.",
        retryable: true
    )
    static let late = SpotterError(
        .modelTimeout,
        "The model's service didn't answer in time. Try again in a moment.",
        retryable: true
    )
    static let unusable = SpotterError(
        .modelUnavailable,
        "The model's service gave an answer that can't be used. Ask whoever runs this server to check its settings."
    )
    static let broken = SpotterError(
        .modelInterrupted,
        "The answer broke off: the connection to the model's service was lost.",
        retryable: true
    )
    static let stalled = SpotterError(.modelTimeout, "The answer broke off: the model's service stopped sending.")
    static let overBudget = SpotterError(
        .quotaExceeded,
        "The answer broke off: your budget for the language models has no room for more."
    )
}
