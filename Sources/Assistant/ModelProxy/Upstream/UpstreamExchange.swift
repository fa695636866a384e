import AsyncHTTPClient
import Domain
import LanguageModels
import Logging
import ModelBudgets
import NIOCore
import NIOHTTP1
import OpenAIClient

/// One completion, from the request to the provider to the last byte of its answer.
struct UpstreamExchange: Sendable {
    /// What the provider gives.
    enum Answer: Sendable {
        case stream(ForwardedStream)
        /// The bytes of JSON, and the same read.
        case whole(ByteBuffer, JSONValue)
    }

    /// Pictures come as text of four thirds their size.
    static let maxBytes = 48 << 20

    let request: CompletionRequest
    let model: ProxiedModel
    let use: ForwardedUse
    let client: HTTPClient
    let clock: any Clock<Duration>
    let running: RunningExchanges
    let logger: Logger
    let cancellation = ExchangeCancellation()

    /// The answer as soon as its first byte is there, or all of it if it isn't streamed.
    ///
    /// The exchange goes on by itself, and settles what it has used before it tells its end: whoever has the whole answer,
    /// or an error in its place, finds it in the ledger. It ends early when nobody waits for it.
    /// - Throws: `UpstreamRefusal`; `model_unavailable`; `model_timeout`; `CancellationError`.
    func answer() async throws -> Answer {
        let (answers, continuation) = AsyncThrowingStream<Answer, any Error>.makeStream()
        let opening = Opening(continuation)
        running.begin(cancellation) { await run(opening) }
        return try await withTaskCancellationHandler {
            for try await answer in answers { return answer }
            throw CancellationError()
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Tells the caller the beginning.
    private struct Opening: Sendable {
        private let continuation: AsyncThrowingStream<Answer, any Error>.Continuation

        init(_ continuation: AsyncThrowingStream<Answer, any Error>.Continuation) { self.continuation = continuation }

        func succeed(_ answer: Answer) {
            continuation.yield(answer)
            continuation.finish()
        }

        func fail(_ error: any Error) { continuation.finish(throwing: error) }
    }

    /// How an exchange has ended, to be told when it is in the ledger.
    private enum Ending: Sendable {
        case whole(ByteBuffer, JSONValue)
        /// Its client has a stream, which ends after `last` if there is one.
        case streamed(StreamFeed, last: ByteBuffer?)
        /// Its client has nothing yet.
        case failed(any Error, hasUsedNothing: Bool)
    }

    private func run(_ opening: Opening) async {
        let ending = await ending(opening)
        if case .failed(_, hasUsedNothing: true) = ending { await note(use.release) } else { await note(use.settle) }
        switch ending {
        case .whole(let bytes, let json): opening.succeed(.whole(bytes, json))
        case .streamed(let feed, let last): feed.finish(last)
        case .failed(let error, _): opening.fail(error)
        }
    }

    private func ending(_ opening: Opening) async -> Ending {
        // Nobody waits any more, and the provider was asked nothing.
        if cancellation.isCancelled { return .failed(CancellationError(), hasUsedNothing: true) }
        let watchdog = Watchdog(limits, clock: clock)
        do {
            return try await watchdog.run { try await exchange(opening, watchdog) }
        } catch {
            return Self.failure(error, watchdog)
        }
    }

    /// Writes the end of the use. In a task of its own: this one may be cancelled.
    private func note(_ end: @escaping @Sendable () async throws -> Void) async {
        await Task { [logger] in
            do {
                try await end()
            } catch {
                // Until the ledger can write it, what was reserved is charged.
                logger.error("the use of a model could not be noted yet: \(error)")
            }
        }.value
    }

    /// A whole answer's first byte comes when it is made.
    private var limits: ModelTimeouts {
        guard !request.isStream else { return model.timeouts }
        return ModelTimeouts(firstByte: max(model.timeouts.firstByte, .seconds(300)), idle: model.timeouts.idle)
    }

    private static func failure(_ error: any Error, _ watchdog: Watchdog) -> Ending {
        if watchdog.expired != nil { return .failed(UpstreamRefusal.late, hasUsedNothing: false) }
        return switch error {
        case is CancellationError: .failed(error, hasUsedNothing: false)
        case let error as SpotterError: .failed(error, hasUsedNothing: error == UpstreamRefusal.misconfigured)
        case is UpstreamRefusal: .failed(error, hasUsedNothing: true)
        default: .failed(UpstreamRefusal.unreachable, hasUsedNothing: true)
        }
    }

    private func exchange(_ opening: Opening, _ watchdog: Watchdog) async throws -> Ending {
        watchdog.expectFirstByte()
        let response = try await client.execute(httpRequest, deadline: .now() + .hours(25), logger: logger)
        guard response.status.code / 100 == 2 else {
            throw UpstreamRefusal.error(try await Refusal(reading: response), key: model.apiKey)
        }
        let type = response.headers.first(name: "content-type")?.lowercased() ?? ""
        guard request.isStream, type.hasPrefix("text/event-stream") else {
            return try await collect(response, watchdog)
        }
        return try await stream(response, opening, watchdog)
    }

    private var httpRequest: HTTPClientRequest {
        var request = HTTPClientRequest(url: model.completions.url)
        request.method = .POST
        request.headers = model.completions.headers
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "accept", value: self.request.isStream ? "text/event-stream" : "application/json")
        let limit = use.maxOutputTokens.map { max($0 / self.request.answers, 1) }
        request.body = .bytes(ByteBuffer(string: self.request.body(for: model, limit: limit).text))
        return request
    }

    // MARK: Whole answers

    private func collect(_ response: HTTPClientResponse, _ watchdog: Watchdog) async throws -> Ending {
        let bytes: [UInt8]?
        do {
            bytes = try await watchdog.bytes(of: response.body, upTo: Self.maxBytes)
        } catch {
            try Task.checkCancellation()
            throw UpstreamRefusal.broken
        }
        guard let bytes else { throw UpstreamRefusal.unusable }
        let body = JSONValue.parse(bytes, maxBytes: Self.maxBytes)
        guard let body, body.object != nil else { throw UpstreamRefusal.unusable }
        if let error = UpstreamRefusal.error(in: body, key: model.apiKey) { throw error }
        for choice in body["choices"]?.array ?? [] {
            if let message = choice["message"] { _ = use.admit(.textDelta(AnswerParts(message).text)) }
        }
        if let usage = body["usage"].flatMap(ModelUsage.init(chatUsage:)) { _ = use.admit(.usage(usage)) }
        return .whole(ByteBuffer(bytes: bytes), body)
    }

    // MARK: Streams

    private func stream(
        _ response: HTTPClientResponse,
        _ opening: Opening,
        _ watchdog: Watchdog
    ) async throws -> Ending {
        let (feed, stream) = StreamFeed.make(cancellation)
        var unopened: ForwardedStream? = stream
        func open() {
            if let stream = unopened { opening.succeed(.stream(stream)) }
            unopened = nil
        }
        var inspector = StreamInspector { [use] in use.admit($0) }
        do {
            for try await piece in response.body {
                try inspector.receive(piece.readableBytesView)
                open()
                // Not the provider's time, but the client's.
                watchdog.pause()
                if inspector.isDone { await note(use.settle) }
                try await feed.send(piece)
                guard inspector.isWithinBudget else { throw UpstreamRefusal.overBudget }
                // A comment before the first word is none.
                if inspector.events > 0 { watchdog.expectNextByte() } else { watchdog.expectFirstByte() }
            }
            try Task.checkCancellation()
            inspector.end()
            guard inspector.hasEnded else { throw UpstreamRefusal.broken }
            open()
            return .streamed(feed, last: nil)
        } catch {
            let reason = Self.reason(error, watchdog)
            // Nothing has been sent: the client gets an error of its own.
            if unopened != nil { throw reason ?? CancellationError() }
            let last = reason.map {
                ErrorChunk.bytes($0, id: inspector.id, isBetweenEvents: inspector.isBetweenEvents)
            }
            return .streamed(feed, last: last)
        }
    }

    /// What the client is told; `nil` if it has gone away.
    private static func reason(_ error: any Error, _ watchdog: Watchdog) -> SpotterError? {
        if watchdog.expired != nil { return UpstreamRefusal.stalled }
        if Task.isCancelled { return nil }
        return error as? SpotterError ?? UpstreamRefusal.broken
    }
}
