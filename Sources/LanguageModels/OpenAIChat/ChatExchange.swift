import AsyncHTTPClient
import Domain
import Logging
import NIOCore
import NIOHTTP1

/// One request to a chat-completions server, from the first attempt to the last byte.
struct ChatExchange: Sendable {
    /// Where the events go.
    struct Sink: Sendable {
        let emit: @Sendable (ModelEvent) -> Void
        /// Called as soon as the answer is complete, which may be before the connection is done with it.
        let finish: @Sendable () -> Void
    }

    /// Why an attempt failed, and what that allows.
    private struct Failure: Error {
        enum Remedy {
            case none
            case retry(after: Duration?)
            case adapt(ChatDialect)
        }

        let error: ModelError
        let remedy: Remedy
    }

    let request: ModelRequest
    let configuration: OpenAICompatibleModel.Configuration
    let url: String
    let dialect: LearnedDialect
    let client: HTTPClient
    let logger: Logger
    let clock: any Clock<Duration>

    func run(_ sink: Sink) async throws {
        let watchdog = Watchdog(configuration.timeouts, clock: clock)
        do {
            try await watchdog.run { try await attempts(watchdog, sink) }
        } catch is CancellationError {
            throw watchdog.expired.map(timeout) ?? CancellationError()
        }
    }

    private func attempts(_ watchdog: Watchdog, _ sink: Sink) async throws {
        var retry = 0
        while true {
            let current = dialect.current
            do {
                return try await attempt(current, watchdog, sink)
            } catch let failure as Failure {
                watchdog.pause()
                switch failure.remedy {
                case .none:
                    throw failure.error
                case .adapt(let other):
                    try Task.checkCancellation()
                    logger.debug("The model's server wants another dialect", metadata: ["dialect": "\(other.rawValue)"])
                    dialect.learn(other)
                case .retry(let after):
                    try Task.checkCancellation()
                    let policy = configuration.retry
                    guard let delay = policy.delay(beforeRetry: retry, retryAfter: after) else { throw failure.error }
                    logger.info(
                        "Asking the model again",
                        metadata: ["after": "\(delay)", "why": "\(failure.error.code)"]
                    )
                    retry += 1
                    try await policy.sleep(delay)
                }
            }
        }
    }

    private func attempt(_ dialect: ChatDialect, _ watchdog: Watchdog, _ sink: Sink) async throws {
        watchdog.expectFirstByte()
        let response: HTTPClientResponse
        do {
            // The watchdog keeps the time; the client's deadline only has to be later.
            response = try await client.execute(httpRequest(dialect), deadline: .now() + .hours(25), logger: logger)
        } catch {
            if watchdog.expired != nil || Task.isCancelled { throw CancellationError() }
            throw connectionFailure(error)
        }
        guard (200..<300).contains(response.status.code) else { throw await refusal(response, dialect) }
        try await read(response, watchdog, sink)
    }

    private func read(_ response: HTTPClientResponse, _ watchdog: Watchdog, _ sink: Sink) async throws {
        let position = request.messages.count
        var decoder = ChatCompletionDecoder(
            model: configuration.model,
            redact: Redaction(key: configuration.apiKey),
            makeCallId: { "call_\(position)_\($0)" }
        )
        var isEmpty = true
        do {
            for try await buffer in response.body {
                isEmpty = false
                // After the end of the answer, only the connection's own end is waited for, so that it can be reused.
                if decoder.isDone { continue }
                watchdog.expectNextByte()
                try decoder.receive(buffer.readableBytesView, emit: sink.emit)
                if decoder.isDone { sink.finish() }
            }
            try Task.checkCancellation()
            try decoder.end(emit: sink.emit)
        } catch let error as ModelError {
            throw Failure(error: error, remedy: .none)
        } catch {
            try breakOff(&decoder, watchdog, isEmpty: isEmpty, sink)
        }
        sink.finish()
    }

    /// The connection ended before the answer did. Where not even one byte came, asking again is safe.
    private func breakOff(
        _ decoder: inout ChatCompletionDecoder,
        _ watchdog: Watchdog,
        isEmpty: Bool,
        _ sink: Sink
    ) throws {
        if Task.isCancelled, watchdog.expired == nil { throw CancellationError() }
        let reason =
            watchdog.expired.map(timeout)
            ?? ModelError(.unavailable, "The connection to the language model was lost. Try again.")
        do {
            try decoder.breakOff(reason.code, reason.message, emit: sink.emit)
        } catch {
            throw Failure(error: error, remedy: isEmpty ? .retry(after: nil) : .none)
        }
    }

    private func httpRequest(_ dialect: ChatDialect) -> HTTPClientRequest {
        let body = ChatRequestBody.json(request, model: configuration.model, dialect: dialect)
        var httpRequest = HTTPClientRequest(url: url)
        httpRequest.method = .POST
        httpRequest.headers = [
            "content-type": "application/json",
            "accept": "text/event-stream, application/json",
            "user-agent": "spotter",
        ]
        if let key = configuration.apiKey {
            httpRequest.headers.add(name: "authorization", value: "Bearer \(key.reveal())")
        }
        httpRequest.body = .bytes(ByteBuffer(string: body.text))
        return httpRequest
    }

    private func refusal(_ response: HTTPClientResponse, _ current: ChatDialect) async -> Failure {
        let status = Int(response.status.code)
        let body = (try? await response.body.collect(upTo: 1 << 16)).map { Array($0.readableBytesView) } ?? []
        let upstream = JSONValue.parse(body).flatMap { UpstreamError($0) } ?? UpstreamError()
        let advice = RetryAdvice(headers: response.headers)
        let error = ModelError(
            status: status,
            upstream: upstream,
            retryAfter: advice.after,
            model: configuration.model,
            redact: Redaction(key: configuration.apiKey)
        )
        let news = ChatDialect.implied(status: status, body: String(decoding: body, as: UTF8.self)).subtracting(current)
        if !news.isEmpty { return Failure(error: error, remedy: .adapt(news)) }
        let passes = status == 408 || status == 429 && !upstream.isOutOfCredit || status >= 500
        return Failure(error: error, remedy: advice.shouldRetry ?? passes ? .retry(after: advice.after) : .none)
    }

    /// The error itself isn't shown: some of the client's errors carry the headers that they complain about.
    private func connectionFailure(_ error: any Error) -> Failure {
        switch error as? HTTPClientError {
        case .connectTimeout, .tlsHandshakeTimeout, .remoteConnectionClosed, .getConnectionFromPoolTimeout,
            .readTimeout,
            .writeTimeout, nil:
            let message = "The language model can't be reached. Try again later, or ask whoever runs this server."
            return Failure(error: ModelError(.unavailable, message), remedy: .retry(after: nil))
        default:
            let message = "The language model can't be asked. Ask whoever runs this server to check its settings."
            return Failure(error: ModelError(.unavailable, message), remedy: .none)
        }
    }

    private func timeout(_ limit: Watchdog.Limit) -> ModelError {
        switch limit {
        case .firstByte: ModelError(.timeout, "The language model didn't answer in time. Try again in a moment.")
        case .idle: ModelError(.timeout, "The language model stopped sending. Try again in a moment.")
        case .total: ModelError(.timeout, "The language model took too long. Ask for something shorter.")
        }
    }
}
