import Domain
import OpenAIClient
import Testing

@testable import LanguageModels

/// A body in the shape that a provider documents, and the events that it means.
struct Recording: Sendable, CustomTestStringConvertible {
    let name: String
    var api = ModelAPI.chat
    let body: String
    let events: [ModelEvent]

    var testDescription: String { name }

    static let all = chat + responses + gemini

    /// Events of neighbouring deltas joined, so that recordings can say what a reader would see.
    static func joined(_ events: [ModelEvent]) -> [ModelEvent] {
        events.reduce(into: []) { result, event in
            switch (result.last, event) {
            case (.textDelta(let before), .textDelta(let more)): result[result.count - 1] = .textDelta(before + more)
            case (.thinkingDelta(let before), .thinkingDelta(let more)):
                result[result.count - 1] = .thinkingDelta(before + more)
            default: result.append(event)
            }
        }
    }
}

/// The events of a body, and the error at its end.
struct Decoded: Equatable {
    var events: [ModelEvent] = []
    var error: ModelError?

    /// Reads a body that comes in `pieces`.
    init(_ pieces: [some Sequence<UInt8>], by api: ModelAPI = .chat, limits: AnswerLimits = AnswerLimits()) {
        let pieces = pieces.map { Array($0) }
        switch api {
        case .chat: self.init(pieces, ChatWire(model: "m"), limits)
        case .responses: self.init(pieces, ResponsesWire(model: "m"), limits)
        case .gemini: self.init(pieces, GeminiWire(model: "m"), limits)
        }
    }

    init(_ body: String, by api: ModelAPI = .chat) { self.init([body.utf8], by: api) }

    private init(_ pieces: [[UInt8]], _ wire: some ModelWire, _ limits: AnswerLimits) {
        var decoder = Self.decoder(wire, limits)
        do {
            for piece in pieces { try decoder.receive(piece) { events.append($0) } }
            try decoder.end { events.append($0) }
        } catch {
            self.error = error
        }
    }

    private init<Assembler>(
        _ decoder: AnswerDecoder<Assembler>,
        _ rest: [UInt8]?,
        after events: [ModelEvent],
        _ error: ModelError?
    ) {
        var decoder = decoder
        (self.events, self.error) = (events, error)
        guard error == nil else { return }
        do {
            if let rest { try decoder.receive(rest) { self.events.append($0) } }
            try decoder.end { self.events.append($0) }
        } catch {
            self.error = error
        }
    }

    typealias Cut = (place: Int, ended: Decoded, cut: Decoded)

    /// What a body means that ends at each of its bytes, and one that is cut in two there. It comes byte by byte up to
    /// there. With a `step` only every so many bytes are such places.
    static func cuts(_ body: [UInt8], by api: ModelAPI, step: Int) -> [Cut] {
        switch api {
        case .chat: cuts(body, ChatWire(model: "m"), step)
        case .responses: cuts(body, ResponsesWire(model: "m"), step)
        case .gemini: cuts(body, GeminiWire(model: "m"), step)
        }
    }

    private static func cuts(_ body: [UInt8], _ wire: some ModelWire, _ step: Int) -> [Cut] {
        var decoder = decoder(wire, AnswerLimits())
        var events: [ModelEvent] = []
        var failure: ModelError?
        return body.indices.compactMap { place in
            defer {
                do throws(ModelError) {
                    if failure == nil { try decoder.receive([body[place]]) { events.append($0) } }
                } catch {
                    failure = error
                }
            }
            guard place.isMultiple(of: step) else { return nil }
            return (
                place, Decoded(decoder, nil, after: events, failure),
                Decoded(decoder, Array(body[place...]), after: events, failure)
            )
        }
    }

    private static func decoder<Wire: ModelWire>(
        _ wire: Wire,
        _ limits: AnswerLimits
    ) -> AnswerDecoder<Wire.Assembler> {
        AnswerDecoder(
            limits: limits,
            model: "m",
            redact: Redaction(key: Secret("sk-1234")),
            assembler: wire.assembler(maxCalls: limits.toolCalls) { "made-\($0)" }
        )
    }
}
