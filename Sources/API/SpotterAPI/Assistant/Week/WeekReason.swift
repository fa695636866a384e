public import Domain

public enum WeekReasonEntity {}
/// Derived from what the reason is made from: the same as long as that is the same, on every page.
public typealias WeekReasonID = ID<WeekReasonEntity>

/// Why a client is on the weekly page, with its evidence.
public struct WeekReason: Sendable, Codable, Hashable, Identifiable {
    /// Most urgent first.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Words of danger or haste that nobody has answered.
        case urgent
        /// An injury or condition that is new this week.
        case newInjury
        /// They asked something, or wrote of trouble, and wait.
        case waiting
        /// What the trainer has promised is late.
        case ownPromiseLate
        /// A session is cancelled and no other is planned.
        case cancelledSession
        /// They haven't written for longer than they usually do.
        case quiet
        /// What was said last about a payment is that it's open.
        case paymentOpen
        /// What they have promised is late.
        case clientPromiseLate
        /// The trainer has promised something for this week, or without a date.
        case ownPromise
        /// They haven't answered the trainer's question.
        case unansweredQuestion
        /// Values of theirs are low, high, or have changed.
        case measured
        /// A date of a plan or package that was said is this week or next.
        case planDate
        /// They come regularly, and nothing is planned.
        case nothingBooked
        /// They wrote last, without asking anything.
        case unanswered
        /// An injury or condition that is over since this week.
        case resolvedInjury
        /// Something else that is new in their profile.
        case profileChange
        case movedSession
        /// They said that they have paid.
        case paid

        /// Whether it only tells something, and wants nothing done.
        public var isNews: Bool {
            switch self {
            case .resolvedInjury, .profileChange, .movedSession, .paid: true
            default: false
            }
        }
    }

    public let id: WeekReasonID
    public let kind: Kind
    /// One line, with its days in the trainer's time zone.
    public let text: String
    /// Since when it is so: since when somebody waits or is silent, when something was due or said.
    public let since: Timestamp
    /// The messages that say it; empty if only the calendar does.
    public let citations: [Citation]
    /// The appointments that say it.
    public let eventIds: [EventID]
    /// The item of the client's profile that says it.
    @Nullable public var profileItemId: ProfileItemID?
    /// What can be proposed for it.
    public let drafts: [WeekDraftKind]

    public init(
        id: WeekReasonID,
        kind: Kind,
        text: String,
        since: Timestamp,
        citations: [Citation] = [],
        eventIds: [EventID] = [],
        profileItemId: ProfileItemID? = nil,
        drafts: [WeekDraftKind] = []
    ) {
        self.id = id
        self.kind = kind
        self.text = text
        self.since = since
        self.citations = citations
        self.eventIds = eventIds
        self.profileItemId = profileItemId
        self.drafts = drafts
    }
}

/// What a reason can become: a message to the client, or a reminder of one's own.
public enum WeekDraftKind: String, Sendable, Codable, CaseIterable {
    case message
    case reminder
}

/// Proposes what a reason suggests: `POST /v1/assistant/week/reasons/{reasonId}/draft`. It is to be confirmed, as every
/// proposal; nothing is sent by itself.
///
/// ```swift
/// let request = WeekDraftRequest(kind: .reminder)
/// ```
public struct WeekDraftRequest: APIValue, Hashable {
    /// The first that the reason offers if left out.
    public var kind: WeekDraftKind?
    /// In place of the draft's words.
    public var text: String?
    /// When to remind, in place of the suggested time.
    public var dueAt: Timestamp?

    public init(kind: WeekDraftKind? = nil, text: String? = nil, dueAt: Timestamp? = nil) {
        self.kind = kind
        self.text = text
        self.dueAt = dueAt
    }

    public static var example: WeekDraftRequest { WeekDraftRequest(kind: .message) }
}

extension Examples {
    static let weekReason = WeekReason(
        id: id(19),
        kind: .waiting,
        text: "Asked something, and waits since Tue 10 Mar 2026 18:02 (yesterday)",
        since: time,
        citations: [citation],
        drafts: [.message]
    )
}
