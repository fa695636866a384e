import Domain
import Foundation
import SpotterAPI

/// What a client of another API gets of an answer: its text, and in a field of our own what that API has no place for.
enum AnswerText {
    /// What follows the answer's text: its proposals, as far as the text doesn't name them.
    ///
    /// It says nothing of their state, so that it is the same whenever the answer is read.
    static func ending(of answer: AssistantAnswer) -> String {
        let missing = answer.proposals.filter { !answer.text.contains($0.summary) }
        guard !missing.isEmpty else { return "" }
        let lines = missing.map { "- \($0.summary)" }.joined(separator: "\n")
        let space = answer.text.isEmpty ? "" : "\n\n"
        return "\(space)Prepared, to be confirmed in Spotter:\n\(lines)"
    }

    /// The field `spotter` of a response.
    /// - Parameter isKept: whether the conversation and the turn can be found by their ids.
    static func details(of answer: AssistantAnswer, isKept: Bool) -> JSONValue {
        [
            "conversationId": isKept ? .string(answer.conversationId.description) : nil,
            "messageId": isKept ? .string(answer.messageId.description) : nil,
            "kind": .string(answer.kind.rawValue),
            "citations": .array(answer.citations.map(JSONValue.init(encoding:))),
            "webSources": .array(answer.webSources.map(JSONValue.init(encoding:))),
            "proposals": .array(answer.proposals.map(JSONValue.init(encoding:))),
            "needs": answer.needs.map(JSONValue.init(encoding:)) ?? .null,
        ]
    }
}

extension JSONValue {
    /// Values of `SpotterAPI` hold nothing that JSON can't; `null` would be a valid fallback.
    init(encoding value: any Encodable) {
        self = (try? value.json()).flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) } ?? .null
    }
}
