import Assistant
import Domain
import SpotterAPI

/// A function that did nothing. `success` is false, and `error` is a message or the name of a card.
struct AppFailure: Error {
    private let error: String
    private let actionId: String
    private let data: JSONValue?

    init(_ error: String, actionId: ProposalID? = nil, data: JSONValue? = nil) {
        self.error = error
        self.actionId = actionId?.description ?? ""
        self.data = data
    }

    /// The reason a tool can't act, worded as in the original app where it has a message.
    init(_ needs: Needs, of tool: ToolName, _ app: AppParameters) {
        switch needs {
        case .notFound(about: "chat", _): self = .noSuchChat
        case .notFound(about: "event", _): self = .noSuchEvent
        case .notFound(_, let name): self = .stranger(app.text("clientName") ?? name)
        case .clarification(let missing, let prompt): self.init(Self.words(for: missing, of: tool, app) ?? prompt)
        case .selection(_, let prompt, _): self.init(prompt)
        case .refusal(let reason), .other(let reason): self.init(reason)
        case .conflict(let conflict):
            let title = conflict.conflictsWith.first?.title ?? ""
            if tool == .rescheduleEvent {
                self.init("Cannot reschedule: conflicts with \"\(title)\"")
            } else if conflict.suggestions.isEmpty {
                self.init("No available times in the next week. Please choose a time manually.")
            } else {
                self.init("CONFLICT_DETECTED", data: Self.card(conflict, app))
            }
        }
    }

    // The same for another user's chat and for one that doesn't exist.
    static let noSuchChat = AppFailure("Chat not found.")
    static let noSuchEvent = AppFailure("Event not found.")
    static func stranger(_ name: String) -> AppFailure { AppFailure("I couldn't find '\(name)' in your contacts.") }

    private static func words(for missing: [String], of tool: ToolName, _ app: AppParameters) -> String? {
        switch missing {
        // A time was given, so the problem can only be that it has passed.
        case ["time"] where app.text(AppParameters.timeName(of: tool)) != nil:
            tool == .rescheduleEvent
                ? "New time must be in the future."
                : "That time has already passed. Please provide a future date and time."
        case ["duration"]: "Call duration must be between 5 minutes and 8 hours."
        case ["text"] where tool == .setReminder && app.text("reminderText") != nil:
            "Reminder text is too long. Please keep it under 500 characters."
        default: nil
        }
    }

    /// The card of a conflict. All of its times have fractional seconds, because the app hides the card otherwise.
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
