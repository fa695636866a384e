public import Domain

/// What to summarise: `POST /v1/chats/{id}/summary`. Without a time, the chat's last thirty days.
public struct SummaryRequest: APIValue, Hashable {
    /// Inclusive.
    public var since: Timestamp?
    /// Exclusive.
    public var until: Timestamp?
    /// Who writes its points: a model of `GET /v1/assistant/models`, or `built-in` for the chat's own words; the default
    /// model if there is none.
    public var model: String?

    public init(since: Timestamp? = nil, until: Timestamp? = nil, model: String? = nil) {
        self.since = since
        self.until = until
        self.model = model
    }

    public static var example: SummaryRequest { SummaryRequest(since: Examples.time) }
}

/// A line of a summary: in the words of the messages that it cites, or in a model's.
public struct SummaryPoint: Sendable, Codable, Hashable {
    /// The same for the same words from the same message, so that clients can keep what was done with it.
    public var id: String
    public var text: String
    /// At least one.
    public var citations: [Citation]

    public init(id: String, text: String, citations: [Citation]) {
        self.id = id
        self.text = text
        self.citations = citations
    }
}

/// The summary of a chat or of a period of it. Every line cites the message that it is from.
public struct ChatSummary: APIValue, Hashable {
    /// All of it as a text, lines numbered like `points` and the lists after them.
    public var text: String
    /// What it was about, in order of time; for a trainer, then what the client has measured in that time.
    public var points: [SummaryPoint]
    /// What somebody promised to do, or was asked to.
    public var actionItems: [SummaryPoint]
    /// What was agreed.
    public var decisions: [SummaryPoint]
    /// What nobody has answered.
    public var openQuestions: [SummaryPoint]
    /// Days and times that were named.
    public var dates: [SummaryPoint]
    /// The number of messages that it covers.
    public var messages: Int
    /// Who wrote `points`: a model, or `built-in` for the chat's own words. Everything else is in the chat's own words.
    public var model: String
    /// Why the model that was asked for didn't write it.
    public var notice: String?

    public init(
        text: String,
        points: [SummaryPoint],
        actionItems: [SummaryPoint],
        decisions: [SummaryPoint],
        openQuestions: [SummaryPoint],
        dates: [SummaryPoint],
        messages: Int,
        model: String = "built-in",
        notice: String? = nil
    ) {
        self.text = text
        self.points = points
        self.actionItems = actionItems
        self.decisions = decisions
        self.openQuestions = openQuestions
        self.dates = dates
        self.messages = messages
        self.model = model
        self.notice = notice
    }

    public static var example: ChatSummary {
        let point = SummaryPoint(id: "5f0c2a9e-1", text: "Sara: My knee is fine again.", citations: [Examples.citation])
        return ChatSummary(
            text: "1 message of 11 March.\n- Sara: My knee is fine again. [1]",
            points: [point],
            actionItems: [],
            decisions: [],
            openQuestions: [],
            dates: [],
            messages: 1
        )
    }
}
