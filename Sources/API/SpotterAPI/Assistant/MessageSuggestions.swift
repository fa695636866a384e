public import Domain

/// A reminder that a message suggests: `GET /v1/messages/{messageId}/reminder-suggestion`. Nothing is stored.
public struct ReminderSuggestion: APIValue, Hashable {
    /// What a message is about, as far as its words tell.
    public enum Topic: String, Sendable, Codable, CaseIterable {
        case health, nutrition, training, scheduling, payment, equipment, travel, documents, other
    }

    public let text: String
    public let dueAt: Timestamp
    /// The words of the message that name the time; `null` if it names none and `dueAt` is a guess.
    @Nullable public var dueText: String?
    public let topic: Topic
    public let priority: PriorityLevel
    /// The other person of a direct chat, if they are the reader's client.
    @Nullable public var clientId: UserID?
    /// What was guessed.
    public let doubts: [ProposalDoubt]
    public let citation: Citation

    public init(
        text: String,
        dueAt: Timestamp,
        dueText: String? = nil,
        topic: Topic,
        priority: PriorityLevel,
        clientId: UserID? = nil,
        doubts: [ProposalDoubt] = [],
        citation: Citation
    ) {
        self.text = text
        self.dueAt = dueAt
        self.dueText = dueText
        self.topic = topic
        self.priority = priority
        self.clientId = clientId
        self.doubts = doubts
        self.citation = citation
    }

    public static var example: ReminderSuggestion {
        ReminderSuggestion(
            text: Examples.reminder.text,
            dueAt: Examples.later,
            dueText: "tomorrow",
            topic: .health,
            priority: .normal,
            clientId: Examples.sara,
            doubts: [ProposalDoubt(.noTime, "The message names no hour, so 9:00 is a guess")],
            citation: Examples.citation
        )
    }
}

/// Proposes the reminder that a message suggests: `POST /v1/messages/{messageId}/reminder-suggestion`. What is given takes
/// the place of the suggestion's.
public struct ProposeReminderRequest: APIValue, Hashable {
    public var text: String?
    public var dueAt: Timestamp?

    public init(text: String? = nil, dueAt: Timestamp? = nil) {
        self.text = text
        self.dueAt = dueAt
    }

    public static var example: ProposeReminderRequest { ProposeReminderRequest(dueAt: Examples.later) }
}

/// Times at which the members of a chat could meet: `GET /v1/chats/{chatId}/meeting-suggestions`. Nothing is stored.
public struct MeetingSuggestions: APIValue, Hashable {
    public struct Slot: Sendable, Codable, Hashable {
        public let startsAt: Timestamp
        public let endsAt: Timestamp
        /// In the reader's and in the other's time zone: `Thu 12 Mar 15:00 (New York) = 20:00 Stockholm`.
        public let text: String

        public init(startsAt: Timestamp, endsAt: Timestamp, text: String) {
            self.startsAt = startsAt
            self.endsAt = endsAt
            self.text = text
        }
    }

    /// The message that asks for a meeting; `null` if none does, and the times are those of the next days.
    @Nullable public var meeting: MeetingRequest?
    public let eventType: EventType
    public let minutes: Int
    public let participants: [UserID]
    /// In working hours of the trainer and by day for the others; free in everybody's calendar. The earliest first.
    public let slots: [Slot]
    /// What the times don't respect, in words: "Nothing is free in the period that was asked for".
    @Nullable public var note: String?

    public init(
        meeting: MeetingRequest?,
        eventType: EventType,
        minutes: Int,
        participants: [UserID],
        slots: [Slot],
        note: String? = nil
    ) {
        self.meeting = meeting
        self.eventType = eventType
        self.minutes = minutes
        self.participants = participants
        self.slots = slots
        self.note = note
    }

    public static var example: MeetingSuggestions {
        MeetingSuggestions(
            meeting: nil,
            eventType: .call,
            minutes: 30,
            participants: [Examples.alex, Examples.sara],
            slots: [
                Slot(
                    startsAt: Examples.time,
                    endsAt: Examples.later,
                    text: "Wed 11 Mar 9:15 (New York) = 14:15 Stockholm"
                )
            ]
        )
    }
}

/// Proposes an event at one of the suggested times, and a message that says so:
/// `POST /v1/chats/{chatId}/meeting-suggestions`.
public struct ProposeMeetingRequest: APIValue, Hashable {
    public let startsAt: Timestamp
    public let minutes: Int?
    public let eventType: EventType?
    /// The message; one that names the time in both zones if left out.
    public let text: String?

    public init(startsAt: Timestamp, minutes: Int? = nil, eventType: EventType? = nil, text: String? = nil) {
        self.startsAt = startsAt
        self.minutes = minutes
        self.eventType = eventType
        self.text = text
    }

    public static var example: ProposeMeetingRequest { ProposeMeetingRequest(startsAt: Examples.later, minutes: 30) }
}

/// What was proposed, or why nothing was.
public struct SuggestedProposalsResponse: APIValue, Hashable {
    /// To be confirmed one by one, as always.
    public let proposals: [Proposal]
    /// Set if something stands against it, such as another event at that time. Then nothing was proposed.
    @Nullable public var needs: Needs?

    public init(proposals: [Proposal], needs: Needs? = nil) {
        self.proposals = proposals
        self.needs = needs
    }

    public static var example: SuggestedProposalsResponse { SuggestedProposalsResponse(proposals: [Examples.proposal]) }
}
