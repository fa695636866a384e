import Domain
import OpenAIClient
import ServerSentEvents

/// Reads the body of a successful answer: an event stream, or plain JSON from a server that doesn't stream.
///
/// The first character tells which, rather than the content type: no event stream begins with a brace. Any failure
/// after the first event counts as `ModelError.Code.interrupted`.
struct AnswerDecoder<Assembler: AnswerAssembler> {
    private enum Form {
        case unknown
        case stream(ServerSentEventParser)
        case plain([UInt8])
    }

    private let limits: AnswerLimits
    private let model: String
    private let redact: Redaction
    private var form = Form.unknown
    private var assembler: Assembler
    private var receivedBytes = 0
    private var hasEvents = false
    /// Whether the answer is complete; further bytes are ignored.
    private(set) var isDone = false
    /// How many values have come. Comments, which only keep a connection open, are none.
    private(set) var progress = 0

    init(limits: AnswerLimits = AnswerLimits(), model: String, redact: Redaction, assembler: Assembler) {
        self.limits = limits
        self.model = model
        self.redact = redact
        self.assembler = assembler
    }

    /// Whether the server has said that the answer is complete, so that little can follow.
    var hasFinished: Bool { assembler.hasFinished }

    /// The events that `bytes` complete. `emit` gets them one by one, so that those before an error aren't lost.
    mutating func receive(_ bytes: some Sequence<UInt8>, emit: (ModelEvent) -> Void) throws(ModelError) {
        guard !isDone else { return }
        var bytes = Array(bytes)
        receivedBytes += bytes.count
        guard receivedBytes <= limits.totalBytes else { throw broken("The language model's answer is too long.") }
        if case .unknown = form {
            bytes = Array(bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
            guard let first = bytes.first else { return }
            let plain = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            form =
                plain
                ? .plain([]) : .stream(ServerSentEventParser(maxEventBytes: limits.eventBytes, readsBareJSON: true))
        }
        switch form {
        case .unknown:
            break
        case .plain(var body):
            form = .unknown  // keeps the body unshared while it grows
            body += bytes
            form = .plain(body)
            progress += 1
        case .stream(var parser):
            form = .unknown
            let events: [ServerSentEvent]
            do { events = try parser.feed(bytes) } catch { throw broken("The language model's answer is too long.") }
            form = .stream(parser)
            progress += events.count
            for event in events where !isDone { try take(event, emit: emit) }
        }
    }

    /// The body has come to its end.
    mutating func end(emit: (ModelEvent) -> Void) throws(ModelError) {
        guard !isDone else { return }
        switch form {
        case .unknown:
            break
        case .plain(let body):
            for json in values(of: body) where !isDone { try take(json, emit: emit) }
            if isDone { return }
            if assembler.hasBegun { return try complete(emit: emit) }
        case .stream(var parser):
            // An event at the very end that can't be parsed was cut off; `breakOff` decides what that means.
            if let event = (try? parser.finish()) ?? nil, event.data == "[DONE]" || JSONValue.parse(event.data) != nil {
                try take(event, emit: emit)
            }
        }
        try breakOff(.protocolViolation, Self.notAnAnswer, emit: emit)
    }

    /// The connection was lost, or a time limit passed. Harmless if the server had finished its answer.
    mutating func breakOff(_ code: ModelError.Code, _ message: String, emit: (ModelEvent) -> Void) throws(ModelError) {
        if isDone { return }
        if assembler.hasFinished { return try complete(emit: emit) }
        throw failure(code, message)
    }

    /// One value, the elements of a list, or a value in each line.
    private func values(of body: [UInt8]) -> [JSONValue] {
        if let json = JSONValue.parse(body, maxBytes: limits.totalBytes) {
            guard case .array(let elements) = json else { return [json] }
            return elements
        }
        let lines = body.split(separator: UInt8(ascii: "\n")).map { JSONValue.parse(Array($0)) }
        return lines.contains(nil) ? [] : lines.compactMap(\.self)
    }

    private mutating func take(_ event: ServerSentEvent, emit: (ModelEvent) -> Void) throws(ModelError) {
        let data = event.data.trimmingPrefix { $0.isWhitespace }
        if data.isEmpty { return }
        if data.hasPrefix("[DONE]") {
            guard assembler.hasBegun else { throw broken(Self.notAnAnswer) }
            return try complete(emit: emit)
        }
        guard let json = JSONValue.parse(String(data), maxBytes: limits.eventBytes) else {
            throw broken("The language model sent something that can't be read.")
        }
        if event.name == "error", UpstreamError(json) == nil { throw upstream(UpstreamError(["error": json])) }
        try take(json, emit: emit)
    }

    private mutating func take(_ json: JSONValue, emit: (ModelEvent) -> Void) throws(ModelError) {
        if let error = UpstreamError(json) { throw upstream(error) }
        let events: [ModelEvent]
        do { events = try assembler.add(json) } catch {
            switch error {
            case .tooManyCalls: throw broken("The language model wants too many tools at once.")
            case .failed(let error): throw upstream(error)
            }
        }
        for event in events {
            hasEvents = true
            emit(event)
        }
        if assembler.isComplete { try complete(emit: emit) }
    }

    private mutating func complete(emit: (ModelEvent) -> Void) throws(ModelError) {
        guard let events = assembler.end() else { throw broken("The language model called a tool without naming it.") }
        isDone = true
        for event in events { emit(event) }
    }

    private func upstream(_ error: UpstreamError?) -> ModelError {
        let error = error ?? UpstreamError()
        let mapped = ModelError(
            status: error.impliedStatus ?? 500,
            upstream: error,
            retryAfter: error.retryAfter,
            model: model,
            redact: redact
        )
        return failure(mapped.code, mapped.message)
    }

    private func broken(_ message: String) -> ModelError { failure(.protocolViolation, message) }

    private func failure(_ code: ModelError.Code, _ message: String) -> ModelError {
        hasEvents ? ModelError(.interrupted, "The answer broke off. \(message)") : ModelError(code, message)
    }

    private static var notAnAnswer: String {
        "What came back isn't a language model's answer. Ask whoever runs this server to check the model's address."
    }
}

/// Bounds of what is read of one answer.
struct AnswerLimits: Sendable {
    var eventBytes = 1 << 20
    var totalBytes = 16 << 20
    var toolCalls = 64
}
