public import Domain

/// Changes what a pending proposal would do: `PATCH /v1/assistant/proposals/{proposalId}`. Omitted fields stay
/// unchanged; each action has some of them.
///
/// ```swift
/// let request = EditProposalRequest(version: proposal.version, text: "I'm ten minutes late")
/// ```
public struct EditProposalRequest: APIValue, Hashable {
    /// The version that its user has seen.
    public let version: Int
    /// Of an event: its start; of a series the start of its first event.
    public var startsAt: Timestamp?
    /// Of an event, 5 to 480.
    public var durationMinutes: Int?
    /// Of a new event.
    public var eventType: EventType?
    /// Of a new event. It is made again if only the person or the type changes.
    public var title: String?
    /// Of a reminder: when it is due.
    public var dueAt: Timestamp?
    /// Of a reminder or a message.
    public var text: String?
    /// Whom a new event or a reminder is about.
    public var clientId: FieldChange<UserID>
    /// With whom a new event is.
    public var prospectId: FieldChange<ProspectID>
    /// Where a message goes.
    public var chatId: ChatID?
    /// An `RRULE` value of a new event or a reminder; `null` for one that doesn't recur.
    public var recurrence: FieldChange<String>

    public init(
        version: Int,
        startsAt: Timestamp? = nil,
        durationMinutes: Int? = nil,
        eventType: EventType? = nil,
        title: String? = nil,
        dueAt: Timestamp? = nil,
        text: String? = nil,
        clientId: FieldChange<UserID> = .unchanged,
        prospectId: FieldChange<ProspectID> = .unchanged,
        chatId: ChatID? = nil,
        recurrence: FieldChange<String> = .unchanged
    ) {
        self.version = version
        self.startsAt = startsAt
        self.durationMinutes = durationMinutes
        self.eventType = eventType
        self.title = title
        self.dueAt = dueAt
        self.text = text
        self.clientId = clientId
        self.prospectId = prospectId
        self.chatId = chatId
        self.recurrence = recurrence
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(Int.self, forKey: .version)
        startsAt = try container.decodeIfPresent(Timestamp.self, forKey: .startsAt)
        durationMinutes = try container.decodeIfPresent(Int.self, forKey: .durationMinutes)
        eventType = try container.wordIfPresent(.eventType, "eventType must be training, call or adhoc.")
        title = try container.decodeIfPresent(String.self, forKey: .title)
        dueAt = try container.decodeIfPresent(Timestamp.self, forKey: .dueAt)
        text = try container.decodeIfPresent(String.self, forKey: .text)
        clientId = try container.idChange(.clientId, orThrow: SpotterError.notFound("client"))
        prospectId = try container.idChange(.prospectId, orThrow: SpotterError.notFound("prospect"))
        chatId = try container.idIfPresent(.chatId, orThrow: SpotterError.notAMember)
        recurrence = try container.decode(FieldChange<String>.self, forKey: .recurrence)
    }

    public static var example: EditProposalRequest {
        EditProposalRequest(version: 1, dueAt: Examples.later, text: "Ask Sara about her other knee")
    }
}

/// The optional body of `POST /v1/assistant/proposals/{proposalId}/confirm`.
///
/// ```swift
/// let request = ConfirmProposalRequest(version: proposal.version)
/// ```
public struct ConfirmProposalRequest: APIValue, Hashable {
    /// The version that its user has seen; 1 if omitted, which is the proposal before any edit.
    public let version: Int?

    public init(version: Int? = nil) { self.version = version }
    public static var example: ConfirmProposalRequest { ConfirmProposalRequest(version: 1) }
}
