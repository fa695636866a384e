import Assistant
import Domain

/// A function that did nothing: `success` is false and `error` has the words, or the name of a card.
struct AppFailure: Error {
    private let error: String
    private let actionId: String
    private let data: JSONValue?

    init(_ error: String, actionId: ProposalID? = nil, data: JSONValue? = nil) {
        self.error = error
        self.actionId = actionId?.description ?? ""
        self.data = data
    }

    init(_ needs: Needs, _ app: AppParameters) {
        switch needs {
        case .notFound(_, let name): self.init("I couldn't find '\(name)' in your contacts.")
        case .selection(_, let prompt, _), .clarification(_, let prompt): self.init(prompt)
        case .refusal(let reason): self.init(reason)
        case .conflict(let conflict): self.init("CONFLICT_DETECTED", data: Self.card(conflict, app))
        }
    }

    /// Every time in the card has fractional seconds, without which the app doesn't show it.
    private static func card(_ conflict: Needs.Conflict, _ app: AppParameters) -> JSONValue {
        var original: [String: JSONValue] = ["clientName": .string(app.text("clientName") ?? "")]
        if case .scheduleCall(let call) = conflict.proposed.arguments {
            original["clientId"] = .string(call.clientId?.description ?? "")
            original["prospectId"] = call.prospectId.map { .string($0.description) } ?? .null
            original["dateTime"] = .string(call.startsAt.description)
            original["duration"] = .integer(call.durationMinutes)
            original["eventType"] = .string(call.eventType.rawValue)
        }
        let first = conflict.conflictsWith.first
        return [
            "type": "CONFLICT_DETECTED",
            "conflictingEvent": [
                "id": .string(first?.eventId.description ?? ""), "title": .string(first?.title ?? ""),
                "startTime": .string(first?.startsAt.description ?? ""),
                "endTime": .string(first?.endsAt.description ?? ""),
            ],
            "suggestions": .array(conflict.suggestions.map { .string($0.description) }),
            "originalRequest": .object(original),
        ]
    }

    var json: JSONValue {
        var answer: [String: JSONValue] = [
            "success": false, "actionId": .string(actionId), "error": .string(error),
        ]
        answer["data"] = data
        return .object(answer)
    }
}
