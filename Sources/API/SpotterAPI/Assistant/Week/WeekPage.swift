public import Domain

/// Who needs a trainer's attention this week, and why: `GET /v1/assistant/week`. Everything on it has a source that the
/// trainer may read at that moment.
///
/// ```swift
/// func first(_ page: WeekPage) -> String? { page.people.first.map { "\($0.displayName): \($0.reasons[0].text)" } }
/// ```
public struct WeekPage: APIValue, Hashable {
    public let createdAt: Timestamp
    /// The trainer's, in which days are counted.
    public let timezone: String
    /// The first instant of the seven days before today.
    public let since: Timestamp
    /// The first instant after the seven days from today on.
    public let until: Timestamp
    /// The most pressing first, at most 12.
    public let people: [WeekPerson]
    /// How many clients with reasons aren't among them.
    public let morePeople: Int
    /// How many clients want something done; the others among `people` only have news.
    public let attention: Int
    public let sessions: WeekSessionCounts
    /// What the trainer has promised, as reminders that can be proposed; at most 12.
    public let reminders: [WeekReminder]

    public init(
        createdAt: Timestamp,
        timezone: String,
        since: Timestamp,
        until: Timestamp,
        people: [WeekPerson],
        morePeople: Int,
        attention: Int,
        sessions: WeekSessionCounts,
        reminders: [WeekReminder]
    ) {
        self.createdAt = createdAt
        self.timezone = timezone
        self.since = since
        self.until = until
        self.people = people
        self.morePeople = morePeople
        self.attention = attention
        self.sessions = sessions
        self.reminders = reminders
    }

    public static var example: WeekPage {
        WeekPage(
            createdAt: Examples.time,
            timezone: "America/New_York",
            since: Examples.time.adding(minutes: -7 * 1440),
            until: Examples.time.adding(minutes: 7 * 1440),
            people: [
                WeekPerson(
                    userId: Examples.sara,
                    displayName: "Sara",
                    chatId: Examples.chat.id,
                    reasons: [Examples.weekReason],
                    moreReasons: 0,
                    sessions: [
                        WeekSession(
                            eventId: Examples.event.id,
                            title: Examples.event.title,
                            startsAt: Examples.time,
                            endsAt: Examples.later,
                            state: .coming
                        )
                    ]
                )
            ],
            morePeople: 0,
            attention: 1,
            sessions: WeekSessionCounts(held: 3, cancelled: 1, moved: 0, coming: 4),
            reminders: [
                WeekReminder(
                    reasonId: Examples.id(18),
                    userId: Examples.sara,
                    displayName: "Sara",
                    text: "Send Sara the new plan",
                    dueAt: Examples.later,
                    dueText: "by Friday",
                    citation: Examples.citation
                )
            ]
        )
    }
}

/// A client, and why they want to be looked at.
public struct WeekPerson: Sendable, Codable, Hashable {
    public let userId: UserID
    public let displayName: String
    /// The direct chat; `null` if there is none.
    @Nullable public var chatId: ChatID?
    /// The most pressing first, one to three.
    public let reasons: [WeekReason]
    /// How many others there are.
    public let moreReasons: Int
    /// Those of the seven days before and of the seven from today on, by start; at most 8.
    public let sessions: [WeekSession]

    public init(
        userId: UserID,
        displayName: String,
        chatId: ChatID? = nil,
        reasons: [WeekReason],
        moreReasons: Int,
        sessions: [WeekSession]
    ) {
        self.userId = userId
        self.displayName = displayName
        self.chatId = chatId
        self.reasons = reasons
        self.moreReasons = moreReasons
        self.sessions = sessions
    }
}

/// A session with a client, as the calendar has it.
public struct WeekSession: Sendable, Codable, Hashable {
    public enum State: String, Sendable, Codable, CaseIterable {
        /// Over, and not cancelled.
        case held
        case cancelled
        case coming
    }

    public let eventId: EventID
    public let title: String
    public let startsAt: Timestamp
    public let endsAt: Timestamp
    public let state: State
    /// When it was to start before it was moved in the last seven days.
    @Nullable public var movedFrom: Timestamp?

    public init(
        eventId: EventID,
        title: String,
        startsAt: Timestamp,
        endsAt: Timestamp,
        state: State,
        movedFrom: Timestamp? = nil
    ) {
        self.eventId = eventId
        self.title = title
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.state = state
        self.movedFrom = movedFrom
    }
}

/// The sessions with all clients: held and coming ones aren't cancelled; a moved one is among them, too.
public struct WeekSessionCounts: Sendable, Codable, Hashable {
    public let held: Int
    public let cancelled: Int
    public let moved: Int
    public let coming: Int

    public init(held: Int, cancelled: Int, moved: Int, coming: Int) {
        self.held = held
        self.cancelled = cancelled
        self.moved = moved
        self.coming = coming
    }
}

/// Something that the trainer has promised a client, as the reminder that it suggests. Nothing is stored.
public struct WeekReminder: Sendable, Codable, Hashable {
    /// By which it is proposed or dismissed, as a reason is.
    public let reasonId: WeekReasonID
    public let userId: UserID
    public let displayName: String
    public let text: String
    public let dueAt: Timestamp
    /// The words of the message that name the time; `null` if it names none and `dueAt` is a guess.
    @Nullable public var dueText: String?
    public let citation: Citation

    public init(
        reasonId: WeekReasonID,
        userId: UserID,
        displayName: String,
        text: String,
        dueAt: Timestamp,
        dueText: String? = nil,
        citation: Citation
    ) {
        self.reasonId = reasonId
        self.userId = userId
        self.displayName = displayName
        self.text = text
        self.dueAt = dueAt
        self.dueText = dueText
        self.citation = citation
    }
}
