public import Domain

/// An event to be created.
public struct NewEvent: Sendable, Hashable {
    public var eventType: EventType
    /// 1 to 200 characters. If `nil`, it is derived from the type and the person.
    public var title: String?
    public var clientId: UserID?
    public var prospectId: ProspectID?
    public var startsAt: Timestamp
    public var endsAt: Timestamp
    public var createdBy: Author

    public init(
        eventType: EventType,
        title: String? = nil,
        clientId: UserID? = nil,
        prospectId: ProspectID? = nil,
        startsAt: Timestamp,
        endsAt: Timestamp,
        createdBy: Author = .manual
    ) {
        self.eventType = eventType
        self.title = title
        self.clientId = clientId
        self.prospectId = prospectId
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.createdBy = createdBy
    }
}

/// The rules for events, regardless of whether REST, an import or the assistant creates them.
enum EventRules {
    static let titleLength = 1...200

    static func times(_ startsAt: Timestamp, _ endsAt: Timestamp) throws {
        guard startsAt < endsAt else { throw SpotterError.invalid("An event must end after it starts.") }
    }

    /// Trainings and calls need a client or a prospect; other events have neither.
    static func participants(_ type: EventType, client: UserID?, prospect: ProspectID?) throws {
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

    static func title(_ text: String) throws -> String {
        let title = text.trimmed
        guard TextLength(titleLength).admits(title) else {
            throw SpotterError.invalid("Give the event a title of 1 to 200 characters.")
        }
        return title
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
