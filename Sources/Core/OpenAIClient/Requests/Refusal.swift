package import AsyncHTTPClient
public import Domain
import NIOCore
import NIOHTTP1

/// A response whose status isn't a success, with what its body and headers say.
public struct Refusal: Sendable {
    private static let maxBytes = 1 << 16

    public let status: Int
    /// The beginning of the body.
    public let text: String
    /// The error object in the body; without content if there is none.
    public let upstream: UpstreamError
    public private(set) var advice: RetryAdvice

    /// - Throws: `CancellationError`. A body that can't be read counts as empty.
    package init(reading response: HTTPClientResponse) async throws {
        status = Int(response.status.code)
        advice = RetryAdvice(headers: response.headers)
        var bytes: [UInt8] = []
        do {
            for try await buffer in response.body {
                bytes += buffer.readableBytesView
                if bytes.count >= Self.maxBytes { break }
            }
        } catch {
            bytes = []
        }
        try Task.checkCancellation()
        let body = Array(bytes.prefix(Self.maxBytes))
        text = String(decoding: body, as: UTF8.self)
        upstream = JSONValue.parse(body).flatMap { UpstreamError($0) } ?? UpstreamError()
        advice.after = advice.after ?? upstream.retryAfter
    }

    public var code: ModelError.Code { ModelError.Code(status: status, retryAfter: advice.after) }

    /// Whether the same request may succeed later, and after how long.
    public func remedy<Dialect>() -> AttemptFailure<Dialect>.Remedy {
        let isTransient = status == 408 || status == 429 && !upstream.isOutOfCredit || status >= 500
        return advice.shouldRetry ?? isTransient ? .retry(after: advice.after) : .none
    }
}
