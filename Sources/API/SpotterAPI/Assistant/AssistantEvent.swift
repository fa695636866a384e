public import Domain
import Foundation
public import ServerSentEvents

/// An event of an answer that is being generated, in the order of the stream.
///
/// ```swift
/// func delta(_ event: AssistantEvent) -> String? { if case .textDelta(let text) = event { text } else { nil } }
/// ```
public enum AssistantEvent: Sendable, Equatable {
    case started(conversationId: ConversationID, messageId: TurnID)
    case retrieved([Citation])
    case thinkingDelta(String)
    case textDelta(String)
    /// A search of the web begins, ends or fails.
    case webSearch(WebSearchStatus)
    /// A service outside is asked for facts, answers or doesn't.
    case lookup(LookupStatus)
    case proposal(Proposal)
    case needs(Needs)
    case usage(AssistantAnswer.Usage)
    /// The complete answer. The stream ends after it.
    case completed(AssistantAnswer)
    /// The error that ended the answer. The turn keeps what was generated before. The stream ends after it.
    case failed(SpotterError)
}

/// Encoding as server-sent events: `event:` is the kind, `data:` is one JSON object.
extension AssistantEvent {
    private struct Started: Codable {
        let conversationId: ConversationID
        let messageId: TurnID
    }
    private struct Retrieved: Codable { let citations: [Citation] }
    private struct Delta: Codable { let text: String }

    /// The name of the event whose data is an `ErrorEnvelope`.
    public static let errorName = "error"

    /// - Parameter requestId: included in an error, to identify its request.
    public func serverSentEvent(requestId: String) -> ServerSentEvent {
        switch self {
        case .started(let conversation, let message):
            Self.event("started", Started(conversationId: conversation, messageId: message))
        case .retrieved(let citations): Self.event("retrieved", Retrieved(citations: citations))
        case .thinkingDelta(let text): Self.event("thinking.delta", Delta(text: text))
        case .textDelta(let text): Self.event("text.delta", Delta(text: text))
        case .webSearch(let status): Self.event("web.search", status)
        case .lookup(let status): Self.event("lookup", status)
        case .proposal(let proposal): Self.event("proposal", proposal)
        case .needs(let needs): Self.event("needs", needs)
        case .usage(let usage): Self.event("usage", usage)
        case .completed(let answer): Self.event("completed", answer)
        case .failed(let error): Self.event(Self.errorName, ErrorEnvelope(error, requestId: requestId))
        }
    }

    private static func event(_ name: String, _ data: some Encodable) -> ServerSentEvent {
        // Encoding strings and numbers can't fail. An empty object would be a valid fallback.
        let json = (try? data.json()).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return ServerSentEvent(name: name, data: json)
    }

    /// `nil` for `error`, whose data is an `ErrorEnvelope`, and for an event that this version doesn't know.
    /// - Throws: `DecodingError` if the data has another shape.
    public init?(_ event: ServerSentEvent) throws {
        let data = Data(event.data.utf8)
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value { try JSONDecoder().decode(type, from: data) }
        switch event.name {
        case "started":
            let started = try read(Started.self)
            self = .started(conversationId: started.conversationId, messageId: started.messageId)
        case "retrieved": self = .retrieved(try read(Retrieved.self).citations)
        case "thinking.delta": self = .thinkingDelta(try read(Delta.self).text)
        case "text.delta": self = .textDelta(try read(Delta.self).text)
        case "web.search": self = .webSearch(try read(WebSearchStatus.self))
        case "lookup": self = .lookup(try read(LookupStatus.self))
        case "proposal": self = .proposal(try read(Proposal.self))
        case "needs": self = .needs(try read(Needs.self))
        case "usage": self = .usage(try read(AssistantAnswer.Usage.self))
        case "completed": self = .completed(try read(AssistantAnswer.self))
        default: return nil
        }
    }
}
