import AsyncHTTPClient
import Domain
import NIOCore
import NIOHTTP1
import OpenAIClient

/// Receives what the server answers.
struct AnswerSink: Sendable {
    let emit: @Sendable (ModelEvent) -> Void
    /// Called as soon as the answer is complete, which may be before the connection is free again.
    let finish: @Sendable () -> Void
}

/// Requests to a model's server, from the first attempt to the last byte.
struct ModelExchange<Wire: ModelWire>: Sendable {
    private typealias Attempt = ServiceAttempt<Wire.Dialect>

    let wire: Wire
    let model: String
    let redact: Redaction
    let service: ModelServiceClient<Wire.Dialect>

    func run(_ request: ModelRequest, into sink: AnswerSink) async throws {
        try await service.perform { attempt in
            let body = wire.body(request, dialect: attempt.dialect)
            let response = try await attempt.send(body, accept: "text/event-stream, application/json")
            guard (200..<300).contains(response.status.code) else {
                throw failure(try await attempt.refusal(response), attempt.dialect)
            }
            try await read(response, to: request, attempt, sink)
        }
    }

    private func read(
        _ response: HTTPClientResponse,
        to request: ModelRequest,
        _ attempt: Attempt,
        _ sink: AnswerSink
    ) async throws {
        let position = request.messages.count
        let limits = AnswerLimits()
        var decoder = AnswerDecoder(
            limits: limits,
            model: model,
            redact: redact,
            assembler: wire.assembler(maxCalls: limits.toolCalls) { "call_\(position)_\($0)" }
        )
        var isEmpty = true
        do {
            for try await buffer in response.body {
                isEmpty = false
                // The rest of the body is read only so that the connection can be reused.
                if decoder.isDone { continue }
                let before = decoder.progress
                var events: [ModelEvent] = []
                let read = Result { () throws(ModelError) in
                    try decoder.receive(buffer.readableBytesView) { events.append($0) }
                }
                // Before anybody hears of the events: whoever does may count on the limit.
                if decoder.isDone || decoder.hasFinished {
                    attempt.noteEnding()
                } else if decoder.progress > before {
                    attempt.noteProgress()
                }
                for event in events { sink.emit(event) }
                try read.get()
                if decoder.isDone { sink.finish() }
            }
            try Task.checkCancellation()
            try decoder.end(emit: sink.emit)
        } catch let error as ModelError {
            throw Attempt.Failure(error)
        } catch {
            try breakOff(&decoder, attempt, isEmpty: isEmpty, sink)
        }
        sink.finish()
    }

    /// The connection ended before the answer did. If not even one byte came, asking again is safe.
    private func breakOff(
        _ decoder: inout AnswerDecoder<Wire.Assembler>,
        _ attempt: Attempt,
        isEmpty: Bool,
        _ sink: AnswerSink
    ) throws {
        let timeout = attempt.timeoutError
        if Task.isCancelled, timeout == nil { throw CancellationError() }
        let reason =
            timeout ?? ModelError(.unavailable, "The connection to the language model was lost. Try again.")
        do {
            try decoder.breakOff(reason.code, reason.message, emit: sink.emit)
        } catch {
            throw Attempt.Failure(error, isEmpty ? .retry(after: nil) : .none)
        }
    }

    private func failure(_ refusal: Refusal, _ dialect: Wire.Dialect) -> Attempt.Failure {
        let error = ModelError(
            status: refusal.status,
            upstream: refusal.upstream,
            retryAfter: refusal.advice.after,
            model: model,
            redact: redact
        )
        let departures = wire.departures(status: refusal.status, body: refusal.text).subtracting(dialect)
        return Attempt.Failure(error, departures.isEmpty ? refusal.remedy() : .adapt(departures))
    }
}

extension ServiceMessages {
    static let languageModel = ServiceMessages(
        unreachable: "The language model can't be reached. Try again later, or ask whoever runs this server.",
        unusable: "The language model can't be asked. Ask whoever runs this server to check its settings.",
        noFirstByte: "The language model didn't answer in time. Try again in a moment.",
        idle: "The language model stopped sending. Try again in a moment.",
        total: "The language model took too long. Ask for something shorter."
    )
}
