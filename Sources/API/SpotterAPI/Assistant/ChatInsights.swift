public import Domain

/// A task that somebody has, as a chat's messages say it.
public enum ActionItemEntity {}
/// Derived from the message and the words of the task: the same for the same words, however often they are read.
public typealias ActionItemID = ID<ActionItemEntity>
public enum DecisionEntity {}
public typealias DecisionID = ID<DecisionEntity>

/// What is to be done by somebody in a chat.
///
/// ```swift
/// let mine = insights.actionItems.filter { $0.doer.userId == me.id && !$0.done }
/// ```
public struct ActionItem: Sendable, Codable, Hashable, Identifiable {
    /// Who is to do it. Without an id it is somebody who isn't in the chat, or everybody.
    public struct Doer: Sendable, Codable, Hashable {
        @Nullable public var userId: UserID?
        /// A member's name, a name as it was written, `everybody` or `somebody`.
        public let name: String

        public init(userId: UserID? = nil, name: String) {
            self.userId = userId
            self.name = name
        }
    }

    /// When it is to be done, read in its sender's time zone.
    public struct Due: Sendable, Codable, Hashable {
        /// The words of the message: "by Friday".
        public let text: String
        /// The last day: `2026-03-13`.
        public let date: String
        /// The exact time, if one was said.
        @Nullable public var at: Timestamp?
        /// The first instant at which it's late.
        public let endsAt: Timestamp

        public init(text: String, date: String, at: Timestamp? = nil, endsAt: Timestamp) {
            self.text = text
            self.date = date
            self.at = at
            self.endsAt = endsAt
        }
    }

    public let id: ActionItemID
    /// The words of the task, from its verb on.
    public let text: String
    public let doer: Doer
    @Nullable public var due: Due?
    public let priority: PriorityLevel
    /// From 0.5 to 1: how likely words of this kind mean a task.
    public let confidence: Double
    public let done: Bool
    @Nullable public var doneAt: Timestamp?
    @Nullable public var doneBy: UserID?
    public let citation: Citation

    public init(
        id: ActionItemID,
        text: String,
        doer: Doer,
        due: Due? = nil,
        priority: PriorityLevel,
        confidence: Double,
        done: Bool = false,
        doneAt: Timestamp? = nil,
        doneBy: UserID? = nil,
        citation: Citation
    ) {
        self.id = id
        self.text = text
        self.doer = doer
        self.due = due
        self.priority = priority
        self.confidence = confidence
        self.done = done
        self.doneAt = doneAt
        self.doneBy = doneBy
        self.citation = citation
    }
}

/// What was settled in a chat.
public struct Decision: Sendable, Codable, Hashable, Identifiable {
    public let id: DecisionID
    /// The sentence that says it; what was proposed, if it was settled by a "yes".
    public let text: String
    /// Who said it, or accepted it.
    public let decidedBy: UserID
    public let decidedAt: Timestamp
    /// From 0.5 to 1.
    public let confidence: Double
    /// The message that settles it, after the one that proposed it if there is one.
    public let citations: [Citation]

    public init(
        id: DecisionID,
        text: String,
        decidedBy: UserID,
        decidedAt: Timestamp,
        confidence: Double,
        citations: [Citation]
    ) {
        self.id = id
        self.text = text
        self.decidedBy = decidedBy
        self.decidedAt = decidedAt
        self.confidence = confidence
        self.citations = citations
    }
}

/// How soon something wants to be looked at.
public enum PriorityLevel: String, Sendable, Codable, CaseIterable {
    case low, normal, high, urgent
}

/// Why something has its priority.
public enum PriorityReason: String, Sendable, Codable, CaseIterable {
    /// Words of danger to somebody's health.
    case danger
    /// Words of haste: "asap".
    case hurry
    /// Pain or an injury at present.
    case injury
    /// Somebody cancels, complains or wants to leave.
    case trouble
    /// Something is due within hours.
    case dueSoon
    /// A task of the reader's is late.
    case overdue
    /// Somebody waits for the reader's answer.
    case waiting
    case question
    case news
    case smallTalk
    /// Nothing waits.
    case nothing
}

/// The priority of a message, or of a chat for its reader.
public struct Priority: Sendable, Codable, Hashable {
    public let level: PriorityLevel
    public let reason: PriorityReason
    /// The words that are the reason; `null` if nothing waits.
    @Nullable public var citation: Citation?
    /// Since when somebody waits for the reader's answer.
    @Nullable public var waitingSince: Timestamp?

    public init(
        level: PriorityLevel,
        reason: PriorityReason,
        citation: Citation? = nil,
        waitingSince: Timestamp? = nil
    ) {
        self.level = level
        self.reason = reason
        self.citation = citation
        self.waitingSince = waitingSince
    }
}

/// A message that asks for a meeting.
public struct MeetingRequest: Sendable, Codable, Hashable {
    public let citation: Citation
    /// What kind was asked for.
    @Nullable public var eventType: EventType?
    /// The length that was asked for.
    @Nullable public var minutes: Int?
    /// The period that was asked for.
    @Nullable public var since: Timestamp?
    @Nullable public var until: Timestamp?
    /// From 0.5 to 1.
    public let confidence: Double

    public init(
        citation: Citation,
        eventType: EventType? = nil,
        minutes: Int? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        confidence: Double
    ) {
        self.citation = citation
        self.eventType = eventType
        self.minutes = minutes
        self.since = since
        self.until = until
        self.confidence = confidence
    }
}

/// What there is to do, to know and to answer in a chat: `GET /v1/chats/{chatId}/insights`.
public struct ChatInsights: APIValue, Hashable {
    /// Open ones first, those that are due first; then the newest.
    public let actionItems: [ActionItem]
    /// The newest first.
    public let decisions: [Decision]
    /// How soon the reader should look at the chat.
    public let priority: Priority
    /// Urgent and important messages of others, the newest first.
    public let priorityMessages: [Priority]
    /// The last message that asks for a meeting that wasn't settled since.
    @Nullable public var meeting: MeetingRequest?
    /// The chat's position that this was read at.
    public let seq: Int64

    public init(
        actionItems: [ActionItem],
        decisions: [Decision],
        priority: Priority,
        priorityMessages: [Priority],
        meeting: MeetingRequest?,
        seq: Int64
    ) {
        self.actionItems = actionItems
        self.decisions = decisions
        self.priority = priority
        self.priorityMessages = priorityMessages
        self.meeting = meeting
        self.seq = seq
    }

    public static var example: ChatInsights {
        ChatInsights(
            actionItems: [Examples.actionItem],
            decisions: [
                Decision(
                    id: Examples.id(17),
                    text: "Agreed, 6am on Tuesdays it is.",
                    decidedBy: Examples.alex,
                    decidedAt: Examples.time,
                    confidence: 0.8,
                    citations: [Examples.citation]
                )
            ],
            priority: Priority(
                level: .high,
                reason: .injury,
                citation: Examples.citation,
                waitingSince: Examples.time
            ),
            priorityMessages: [Priority(level: .high, reason: .injury, citation: Examples.citation)],
            meeting: MeetingRequest(citation: Examples.citation, eventType: .call, minutes: 30, confidence: 0.9),
            seq: 12
        )
    }
}

/// Marks a task as done, or as open again, for everybody in the chat:
/// `PATCH /v1/chats/{chatId}/action-items/{actionItemId}`.
public struct UpdateActionItemRequest: APIValue, Hashable {
    public let done: Bool

    public init(done: Bool) { self.done = done }
    public static var example: UpdateActionItemRequest { UpdateActionItemRequest(done: true) }
}

public struct ActionItemResponse: APIValue, Hashable {
    public let actionItem: ActionItem

    public init(actionItem: ActionItem) { self.actionItem = actionItem }
    public static var example: ActionItemResponse { ActionItemResponse(actionItem: Examples.actionItem) }
}
