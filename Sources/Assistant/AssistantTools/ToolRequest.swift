public import Domain
public import SpotterAPI
package import TextReading

/// A tool request whose names and times aren't resolved yet. It comes from a language model's tool call, the built-in
/// grammar or a client app.
public struct ToolRequest: Sendable, Hashable {
    public enum Person: Sendable, Hashable {
        case id(UserID)
        case prospect(ProspectID)
        /// A name as written; it may be partial or misspelt.
        case named(String)
    }

    public enum Time: Sendable, Hashable {
        case instant(Timestamp)
        /// `YYYY-MM-DDTHH:MM[:SS]` in the requester's zone.
        case local(String)
        /// Words such as "tomorrow at 3pm", to be read in the requester's zone and locale.
        case expression(String)
    }

    public var tool: ToolName
    public var person: Person?
    public var chatId: ChatID?
    public var time: Time?
    public var durationMinutes: Int?
    public var eventType: EventType?
    /// The title of an event.
    public var title: String?
    /// The text of a reminder or message, or the query of a search.
    public var text: String?
    public var eventId: EventID?
    public var limit: Int?
    /// Whether `time` may recur, so that an event becomes a series.
    public var allowsSeries = false
    /// Words for how it recurs, such as "every Tuesday for 8 weeks", if `time` is only its first time.
    public var repeats: String?
    /// An `RRULE` value by which `time`, which is an instant then, recurs.
    public var recurrence: String?

    public init(
        tool: ToolName,
        person: Person? = nil,
        chatId: ChatID? = nil,
        time: Time? = nil,
        durationMinutes: Int? = nil,
        eventType: EventType? = nil,
        title: String? = nil,
        text: String? = nil,
        eventId: EventID? = nil,
        limit: Int? = nil
    ) {
        self.tool = tool
        self.person = person
        self.chatId = chatId
        self.time = time
        self.durationMinutes = durationMinutes
        self.eventType = eventType
        self.title = title
        self.text = text
        self.eventId = eventId
        self.limit = limit
    }
}

/// The result of resolving a request: exact arguments for a proposal, or what is missing.
public enum ToolResolution: Sendable, Hashable {
    case ready(ToolArguments, summary: String, doubts: [ProposalDoubt] = [])
    case needs(Needs)
}

/// The user who makes a request, with the zone and locale in which their words are read.
public struct Requester: Sendable, Hashable {
    public let user: User
    /// IANA name.
    public let timezone: String
    /// BCP 47, for the language and the order of numeric dates; without one, what is usual in the zone.
    public let locale: String
    /// In which they are answered.
    package private(set) var language = TextLanguage.english

    package var says: AssistantSentences { .of(language) }

    public var actor: Actor { Actor(userId: user.id, role: user.role) }

    public init(user: User, timezone: String? = nil, locale: String? = nil) {
        self.user = user
        self.timezone = timezone ?? user.timezone
        self.locale = locale ?? LocaleTag.usual(in: self.timezone)
    }

    package func answered(in language: TextLanguage) -> Requester {
        var requester = self
        requester.language = language
        return requester
    }
}
