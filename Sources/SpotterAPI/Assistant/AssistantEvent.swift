import Domain
import Foundation

/// A step of a streamed answer, in the order of the native contract §1.
public enum AssistantEvent: Sendable, Equatable {
    case started(conversationId: String, messageId: String)
    case retrieved([Citation])
    case thinking(String)
    case text(String)
    case proposal(Proposal)
    case needs(Needs)
    case usage(Usage)
    /// The whole answer; the stream ends after it.
    case completed(AssistantAnswer)

    private struct Started: Decodable { let conversationId, messageId: String }
    private struct Retrieved: Decodable { let citations: [Citation] }
    private struct Delta: Decodable { let text: String }

    /// `nil` for an event that this client doesn't know.
    /// - Throws: the server's error for an `error` event, `DecodingError` for data in another shape.
    init?(_ event: ServerSentEvent) throws {
        let data = Data(event.data.utf8)
        func read<Value: Decodable>(_ type: Value.Type) throws -> Value { try JSONDecoder().decode(type, from: data) }
        switch event.name {
        case "started":
            let started = try read(Started.self)
            self = .started(conversationId: started.conversationId, messageId: started.messageId)
        case "retrieved": self = .retrieved(try read(Retrieved.self).citations)
        case "thinking.delta": self = .thinking(try read(Delta.self).text)
        case "text.delta": self = .text(try read(Delta.self).text)
        case "proposal": self = .proposal(try read(Proposal.self))
        case "needs": self = .needs(try read(Needs.self))
        case "usage": self = .usage(try read(Usage.self))
        case "completed": self = .completed(try read(AssistantAnswer.self))
        case "error": throw ClientError(try read(ErrorEnvelope.self))
        default: return nil
        }
    }
}
