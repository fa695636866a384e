public import Domain

/// A message in the results of a search.
///
/// ```swift
/// func lines(_ response: SearchResponse) -> [String] { response.results.map { "\($0.senderName): \($0.text)" } }
/// ```
public struct SearchResult: Sendable, Codable, Hashable {
    /// Whether words, meaning or both matched.
    public enum Match: String, Sendable, Codable, CaseIterable {
        case semantic, text, both
    }

    /// How likely a result of a hybrid search answers the query.
    public enum Confidence: String, Sendable, Codable, CaseIterable {
        case high, medium, low
    }

    public let messageId: MessageID
    public let chatId: ChatID
    public let clientMessageId: String
    public let senderId: UserID
    public let senderName: String
    public let text: String
    public let sentAt: Timestamp
    /// Comparable only within one response. The cosine for `semantic`, BM25 for `text`, and a weighted mean on the
    /// scale of a cosine for `hybrid`.
    public let score: Double
    public let match: Match
    /// Calibrated on labelled questions, so it is comparable between responses, unlike the score. Not set for `semantic` and
    /// `text`.
    public var confidence: Confidence?
    /// The parts of the text to highlight, from left to right, without overlaps.
    @DefaultsToEmpty public var highlights: [SearchHighlight]
    /// Only set if requested.
    public var explain: SearchScoreParts?
    /// `true` if a program heard the text in a recording, or its end; otherwise absent.
    public var transcript: Bool?

    public init(
        messageId: MessageID,
        chatId: ChatID,
        clientMessageId: String,
        senderId: UserID,
        senderName: String,
        text: String,
        sentAt: Timestamp,
        score: Double,
        match: Match,
        confidence: Confidence? = nil,
        highlights: [SearchHighlight] = [],
        explain: SearchScoreParts? = nil,
        transcript: Bool? = nil
    ) {
        self.messageId = messageId
        self.chatId = chatId
        self.clientMessageId = clientMessageId
        self.senderId = senderId
        self.senderName = senderName
        self.text = text
        self.sentAt = sentAt
        self.score = score
        self.match = match
        self.confidence = confidence
        self.highlights = highlights
        self.explain = explain
        self.transcript = transcript
    }
}

/// A part of the text to highlight.
public struct SearchHighlight: Sendable, Codable, Hashable {
    /// Why the part is highlighted.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A matching word of the query.
        case word
        /// The sentence of a long message whose meaning is closest to the query.
        case passage
    }

    public let kind: Kind
    /// In UTF-16 code units from the start of the text, as in JavaScript strings.
    public let start: Int
    public let length: Int

    public init(kind: Kind, start: Int, length: Int) {
        self.kind = kind
        self.start = start
        self.length = length
    }
}

/// The parts of a hybrid score. Each is the amount it adds, with its weight applied.
public struct SearchScoreParts: Sendable, Codable, Hashable {
    /// The similarity of the message, or of its best sentence.
    public var meaning = 0.0
    /// The similarity of the message together with the one before or after it.
    public var context = 0.0
    /// The share of the query's words that the message has. Rare words count more.
    public var words = 0.0
    /// Added if the query names the sender, or the other member of the direct chat.
    public var names = 0.0
    /// The mean score of the best messages in the same chat.
    public var chat = 0.0
    /// Negative if a better result has the same words.
    public var repetition = 0.0
    /// The similarity by the second model, which compares texts of different languages, less that of an unrelated text. Only
    /// set if that model took part.
    public var multilingual: Double?

    /// Negative for what the trainer who asks has written. Only set for such messages, if the second model took part.
    public var own: Double?

    public var total: Double {
        meaning + context + words + names + chat + repetition + (multilingual ?? 0) + (own ?? 0)
    }

    public init(
        meaning: Double = 0,
        context: Double = 0,
        words: Double = 0,
        names: Double = 0,
        chat: Double = 0,
        repetition: Double = 0
    ) {
        self.meaning = meaning
        self.context = context
        self.words = words
        self.names = names
        self.chat = chat
        self.repetition = repetition
    }
}

/// How the query was understood.
public struct SearchReading: Sendable, Codable, Hashable {
    /// A person whom the query names.
    public struct Person: Sendable, Codable, Hashable {
        public let userId: UserID
        public let name: String

        public init(userId: UserID, name: String) {
            self.userId = userId
            self.name = name
        }
    }

    /// A group that the query names.
    public struct Group: Sendable, Codable, Hashable {
        public let chatId: ChatID
        public let name: String

        public init(chatId: ChatID, name: String) {
            self.chatId = chatId
            self.name = name
        }
    }

    /// The text that was searched for: the query without the names and times that became filters.
    public let text: String
    /// The start of the period that the query names, inclusive; older messages weren't searched.
    @Nullable public var since: Timestamp?
    /// The end of the period that the query names, exclusive.
    @Nullable public var until: Timestamp?
    /// The people whom the query names. Their messages and chats are ranked higher.
    public let people: [Person]
    public let groups: [Group]
    /// Why a part of the query's meaning wasn't used, in words.
    @Nullable public var note: String?

    public init(
        text: String,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        people: [Person],
        groups: [Group],
        note: String? = nil
    ) {
        self.text = text
        self.since = since
        self.until = until
        self.people = people
        self.groups = groups
        self.note = note
    }
}

/// `POST /v1/search` and `GET /v1/messages/{messageId}/related`.
public struct SearchResponse: APIValue, Hashable {
    /// Best first.
    public var results: [SearchResult]
    /// The mode that was used. If it is less than the requested one, `degraded` gives the reason.
    public let mode: SearchMode
    @Nullable public var degraded: String?
    /// Requests the next results; `null` at the end.
    @Nullable public var nextCursor: String?
    /// Set if the query names a time or people, or if an explanation was requested.
    @Nullable public var understood: SearchReading?

    public init(
        results: [SearchResult],
        mode: SearchMode,
        degraded: String? = nil,
        nextCursor: String? = nil,
        understood: SearchReading? = nil
    ) {
        self.results = results
        self.mode = mode
        self.degraded = degraded
        self.nextCursor = nextCursor
        self.understood = understood
    }

    public static var example: SearchResponse {
        SearchResponse(
            results: [
                SearchResult(
                    messageId: Examples.message.id,
                    chatId: Examples.message.chatId,
                    clientMessageId: Examples.message.clientMessageId,
                    senderId: Examples.sara,
                    senderName: "Sara",
                    text: Examples.message.text,
                    sentAt: Examples.time,
                    score: 0.61,
                    match: .both,
                    confidence: .high,
                    highlights: [SearchHighlight(kind: .word, start: 3, length: 4)]
                )
            ],
            mode: .hybrid,
            understood: SearchReading(
                text: "knee",
                people: [SearchReading.Person(userId: Examples.sara, name: "Sara")],
                groups: []
            )
        )
    }
}
