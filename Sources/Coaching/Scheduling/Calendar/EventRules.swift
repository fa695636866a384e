package import Domain

/// The rules for events, regardless of whether REST, an import or the assistant creates them.
package enum EventRules {
    static let titleLength = 1...200
    static let locationLength = 1...500
    static let notesLength = 1...4_000

    static func times(_ startsAt: Timestamp, _ endsAt: Timestamp) throws {
        guard startsAt < endsAt else { throw SpotterError.invalid("An event must end after it starts.") }
    }

    /// Trainings and calls need a client or a prospect; other events have neither.
    package static func participants(_ type: EventType, client: UserID?, prospect: ProspectID?) throws {
        switch (type, client, prospect) {
        case (.adhoc, nil, nil), (.training, .some, nil), (.training, nil, .some), (.call, .some, nil),
            (.call, nil, .some):
            break
        case (.adhoc, _, _):
            throw SpotterError.invalid("An adhoc event is with nobody; make it a call or a training.")
        default:
            throw SpotterError.invalid("A \(type.rawValue) needs either a clientId or a prospectId.")
        }
    }

    package static func title(_ text: String) throws -> String {
        let title = text.trimmed
        guard TextLength(titleLength).admits(title) else {
            throw SpotterError.invalid("Give the event a title of 1 to 200 characters.")
        }
        return title
    }

    /// - Returns: `nil` for an empty one.
    static func location(_ text: String?) throws -> String? {
        try optional(text, locationLength, "A location has at most 500 characters.")
    }

    /// - Returns: `nil` for empty ones.
    static func notes(_ text: String?) throws -> String? {
        try optional(text, notesLength, "Notes on an event have at most 4000 characters.")
    }

    private static func optional(_ text: String?, _ length: ClosedRange<Int>, _ refusal: String) throws -> String? {
        guard let text = text?.trimmed, !text.isEmpty else { return nil }
        guard TextLength(length).admits(text) else { throw SpotterError.invalid(refusal) }
        return text
    }
}

extension EventType {
    /// Such as `Call with Sara Lindqvist`; only the type if there is no person.
    package func title(with person: String?) -> String {
        let kind =
            switch self {
            case .training: "Training"
            case .call: "Call"
            case .adhoc: "Appointment"
            }
        return person.map { "\(kind) with \($0)" } ?? kind
    }
}
