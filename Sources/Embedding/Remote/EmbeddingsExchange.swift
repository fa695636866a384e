import AsyncHTTPClient
import Domain
import Embedding
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// One request to an embeddings route, from the first attempt to checked vectors.
struct EmbeddingsExchange: Sendable {
    /// Why an attempt failed, and what that allows.
    private struct Failure: Error {
        enum Remedy {
            case none
            case retry(after: Duration?)
            case adapt(EmbeddingsDialect)
        }

        let failure: EmbeddingFailure
        let remedy: Remedy
    }

    let configuration: RemoteEmbedder.Configuration
    let url: String
    let client: HTTPClient
    let dialect: LearnedEmbeddingsDialect
    let logger: Logger

    /// The vectors of these texts, each of `dimension` floats where that's given.
    func vectors(of texts: [String], dimension: Int?) async throws -> [[Float]] {
        let result = Mutex<[[Float]]?>(nil)
        let watchdog = Watchdog(configuration.timeouts, clock: ContinuousClock())
        do {
            try await watchdog.run {
                let vectors = try await attempts(texts, dimension, watchdog)
                result.withLock { $0 = vectors }
            }
        } catch is CancellationError {
            guard watchdog.expired != nil else { throw CancellationError() }
            throw EmbeddingFailure(.timeout, "The embedding server didn't answer in time.")
        }
        guard let vectors = result.withLock({ $0 }) else {
            if watchdog.expired != nil {
                throw EmbeddingFailure(.timeout, "The embedding server didn't answer in time.")
            }
            throw CancellationError()
        }
        return vectors
    }

    private func attempts(_ texts: [String], _ dimension: Int?, _ watchdog: Watchdog) async throws -> [[Float]] {
        var retry = 0
        while true {
            let current = dialect.current
            do {
                return try await attempt(texts, dimension, current, watchdog)
            } catch let failure as Failure {
                watchdog.pause()
                try Task.checkCancellation()
                switch failure.remedy {
                case .none: throw failure.failure
                case .adapt(let other): dialect.learn(other)
                case .retry(let after):
                    guard let delay = configuration.retry.delay(beforeRetry: retry, retryAfter: after) else {
                        throw failure.failure
                    }
                    logger.info(
                        "asking the embedding server again",
                        metadata: ["after": "\(delay)", "why": "\(failure.failure)"]
                    )
                    retry += 1
                    try await configuration.retry.sleep(delay)
                }
            }
        }
    }

    private func attempt(
        _ texts: [String],
        _ dimension: Int?,
        _ current: EmbeddingsDialect,
        _ watchdog: Watchdog
    ) async throws -> [[Float]] {
        watchdog.expectFirstByte()
        let response: HTTPClientResponse
        let body: Data
        do {
            // The watchdog keeps the time; the client's deadline only has to be later.
            response = try await client.execute(
                request(current.request(texts, model: configuration.model, dimension: dimension)),
                deadline: .now() + .hours(25),
                logger: logger
            )
            body = try await collect(response, watchdog)
        } catch let failure as Failure {
            throw failure
        } catch {
            if watchdog.expired != nil || Task.isCancelled { throw CancellationError() }
            // The error itself isn't shown: some of the client's errors carry the headers that they complain about.
            let failure = EmbeddingFailure(.unavailable, "The embedding server can't be reached.")
            throw Failure(failure: failure, remedy: .retry(after: nil))
        }
        guard (200..<300).contains(response.status.code) else {
            throw refusal(Int(response.status.code), response.headers, body, current)
        }
        return try checked(body, count: texts.count, dimension: dimension, current)
    }

    private func collect(_ response: HTTPClientResponse, _ watchdog: Watchdog) async throws -> Data {
        var body = Data()
        for try await buffer in response.body {
            watchdog.expectNextByte()
            body.append(contentsOf: buffer.readableBytesView)
            guard body.count <= Self.mostBytes else {
                throw Failure(failure: EmbeddingsAnswer.malformed("is too large"), remedy: .none)
            }
        }
        try Task.checkCancellation()
        return body
    }

    /// Far above 2 048 vectors of 4 096 numbers in decimal digits.
    private static let mostBytes = 256 << 20

    private func checked(
        _ body: Data,
        count: Int,
        dimension: Int?,
        _ current: EmbeddingsDialect
    ) throws -> [[Float]] {
        let vectors: [[Float]]
        do {
            vectors = try EmbeddingsAnswer(body, count: count).vectors
        } catch {
            throw Failure(failure: error, remedy: .none)
        }
        guard let dimension, let found = vectors.first?.count, found != dimension else { return vectors }
        if !current.asksForDimensions {
            var other = current
            other.asksForDimensions = true
            throw Failure(failure: EmbeddingsAnswer.malformed("has another dimension"), remedy: .adapt(other))
        }
        throw Failure(
            failure: EmbeddingsAnswer.malformed("has vectors of \(found) numbers where \(dimension) are expected"),
            remedy: .none
        )
    }

    private func request(_ body: JSONValue) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers = ["content-type": "application/json", "accept": "application/json", "user-agent": "spotter"]
        if let key = configuration.apiKey {
            request.headers.add(name: "authorization", value: "Bearer \(key.reveal())")
        }
        request.body = .bytes(ByteBuffer(string: body.text))
        return request
    }

    private func refusal(
        _ status: Int,
        _ headers: HTTPHeaders,
        _ body: Data,
        _ current: EmbeddingsDialect
    ) -> Failure {
        let words = JSONValue.parse([UInt8](body.prefix(1 << 16))).flatMap { UpstreamError($0) }?.message ?? ""
        if current.asksForBase64, (400..<500).contains(status), words.contains("encoding_format") {
            var other = current
            other.asksForBase64 = false
            return Failure(failure: EmbeddingsAnswer.malformed("is a refusal of base64"), remedy: .adapt(other))
        }
        let advice = RetryAdvice(headers: headers)
        let quote = Redaction(key: configuration.apiKey).quote(words)
        let failure =
            switch status {
            case 401, 402, 403:
                // The server's own words often repeat part of the key.
                EmbeddingFailure(.misconfigured, "The embedding server refused Spotter's API key (HTTP \(status)).")
            case 404, 405, 300..<400:
                EmbeddingFailure(
                    .misconfigured,
                    "The embedding server has no model “\(configuration.model)” there (HTTP \(status))\(quote)"
                )
            case 408, 504: EmbeddingFailure(.timeout, "The embedding server took too long (HTTP \(status)).")
            case 429:
                EmbeddingFailure(
                    .rateLimited(retryAfter: advice.after),
                    "The embedding server is asked too often\(quote)"
                )
            case 500...: EmbeddingFailure(.unavailable, "The embedding server has a problem (HTTP \(status))\(quote)")
            default:
                EmbeddingFailure(.textRejected, "The embedding server refused the texts (HTTP \(status))\(quote)")
            }
        let passes = status == 408 || status == 429 || status >= 500
        return Failure(failure: failure, remedy: advice.shouldRetry ?? passes ? .retry(after: advice.after) : .none)
    }
}
