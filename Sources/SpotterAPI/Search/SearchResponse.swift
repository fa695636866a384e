public import Domain

/// A message that was found.
///
/// ```swift
/// func lines(_ response: SearchResponse) -> [String] { response.results.map { "\($0.senderName): \($0.text)" } }
/// ```
public struct SearchResult: Sendable, Codable, Hashable {
    /// Which of the two ways found it.
    public enum Match: String, Sendable, Codable, CaseIterable {
        case semantic, text, both
    }

    public let messageId: MessageID
    public let chatId: ChatID
    public let clientMessageId: String
    public let senderId: UserID
    public let senderName: String
    public let text: String
    public let sentAt: Timestamp
    /// Comparable within one answer. With `semantic` it's the cosine, with `text` BM25, with `hybrid` a weighted mean
    /// on the scale of a cosine.
    public let score: Double
    public let match: Match
    /// What to mark in the text, from left to right, without overlaps.
    @DefaultsToEmpty public var highlights: [SearchHighlight]
    /// Only if it was asked for.
    public var explain: SearchScoreParts?

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
        highlights: [SearchHighlight] = [],
        explain: SearchScoreParts? = nil
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
        self.highlights = highlights
        self.explain = explain
    }
}

/// A part of a text.
public struct SearchHighlight: Sendable, Codable, Hashable {
    /// Why a part is marked.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A word of the query.
        case word
        /// The sentence of a long message that is nearest in meaning.
        case passage
    }

    public let kind: Kind
    /// In UTF-16 code units from the beginning of the text, as strings count in JavaScript.
    public let start: Int
    public let length: Int

    public init(kind: Kind, start: Int, length: Int) {
        self.kind = kind
        self.start = start
        self.length = length
    }
}

/// What a hybrid score is made of. Each part is what it adds, weights included.
public struct SearchScoreParts: Sendable, Codable, Hashable {
    /// The message itself, or its best sentence.
    public var meaning = 0.0
    /// Together with the message before or after it.
    public var context = 0.0
    /// The share of the query's words that it has, rare ones counting more.
    public var words = 0.0
    /// The sender is named by the query, or the chat is theirs.
    public var names = 0.0
    /// How well the best of its chat fit.
    public var chat = 0.0
    /// Something better ranked says the same: negative.
    public var repetition = 0.0

    public var total: Double { meaning + context + words + names + chat + repetition }

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

/// How the words of a query were read.
public struct SearchReading: Sendable, Codable, Hashable {
    /// A person that the query names.
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

    /// What was searched for: the query without the names and times that it was narrowed by.
    public let text: String
    /// From the time that the query names: nothing older was searched.
    @Nullable public var since: Timestamp?
    /// Nothing from then on was searched.
    @Nullable public var until: Timestamp?
    /// The people that it names; their messages and chats come first.
    public let people: [Person]
    public let groups: [Group]
    /// Why a part of this was not used, in words.
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
    /// The mode that was used: less than what was asked for if `degraded` says why.
    public let mode: SearchMode
    @Nullable public var degraded: String?
    /// For what comes after these results; `null` at the end.
    @Nullable public var nextCursor: String?
    /// If the query names a time or people, or an explanation was asked for.
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
