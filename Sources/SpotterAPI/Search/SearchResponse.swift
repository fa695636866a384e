public import Domain

public struct SearchResult: Sendable, Codable, Hashable {
    /// Which of the two ways found it.
    public enum Match: String, Sendable, Codable {
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
    public var highlights: [Highlight] = []
    /// Only if it was asked for.
    public var explain: ScoreParts?
}

/// A part of a text.
public struct Highlight: Sendable, Codable, Hashable {
    public enum Kind: String, Sendable, Codable {
        /// A word of the query.
        case word
        /// The sentence of a long message that is nearest in meaning.
        case passage
    }

    public let kind: Kind
    /// In UTF-16 code units from the text's begin, as strings count in JavaScript.
    public let start: Int
    public let length: Int
}

/// What a hybrid score is made of. Each part is what it adds, weights included.
public struct ScoreParts: Sendable, Codable, Hashable {
    /// The message itself, or its best sentence.
    public var meaning = 0.0
    /// Together with the message before or after it.
    public var context = 0.0
    /// The share of the query's words that it has, rare ones counting more.
    public var words = 0.0
    /// It's from somebody whom the query names, or from their chat.
    public var names = 0.0
    /// How well the best of its chat fit.
    public var chat = 0.0
    /// Something better ranked says the same: negative.
    public var repetition = 0.0

    var total: Double { meaning + context + words + names + chat + repetition }
}

/// How the words of a query were read.
public struct QueryReading: Sendable, Codable, Hashable {
    public struct Person: Sendable, Codable, Hashable {
        public let userId: UserID
        public let name: String
    }

    public struct Group: Sendable, Codable, Hashable {
        public let chatId: ChatID
        public let name: String
    }

    /// What was searched for: the query without the names and times that it was narrowed by.
    public let text: String
    /// The time that the query names: nothing older was searched.
    @Nullable public var since: Timestamp?
    /// Nothing from then on was searched.
    @Nullable public var until: Timestamp?
    /// Whom it names; their messages and chats come first.
    public let people: [Person]
    public let groups: [Group]
    /// Why a part of this was not used, in words.
    @Nullable public var note: String?
}

public struct SearchAnswer: Sendable, Codable {
    /// Best first.
    public var results: [SearchResult]
    /// The mode that was used: less than what was asked for where `degraded` says why.
    public let mode: SearchMode
    @Nullable public var degraded: String?
    /// For what comes after these results; null at the end.
    @Nullable public var nextCursor: String?
    /// Where the query names a time or people, or an explanation was asked for.
    @Nullable public var understood: QueryReading?
}
