public import Domain

/// How far one model's index is.
///
/// ```swift
/// func isBehind(_ model: IndexedModel) -> Bool { model.active && model.waiting > 0 }
/// ```
public struct IndexedModel: Sendable, Codable, Hashable {
    public let model: String
    public let dimension: Int
    /// It has (or had) a vector of every message, and so answers alone.
    public let ready: Bool
    /// Messages are embedded by it; else only its old vectors are left.
    public let active: Bool
    public let vectors: Int
    /// Messages that wait to be embedded.
    public let waiting: Int
    /// Messages that failed too often.
    public let dead: Int
    /// Bytes of vectors in memory.
    public let memoryBytes: Int
    /// Why its service can't be reached.
    @Nullable public var outage: String?

    public init(
        model: String,
        dimension: Int,
        ready: Bool,
        active: Bool,
        vectors: Int,
        waiting: Int,
        dead: Int,
        memoryBytes: Int,
        outage: String? = nil
    ) {
        self.model = model
        self.dimension = dimension
        self.ready = ready
        self.active = active
        self.vectors = vectors
        self.waiting = waiting
        self.dead = dead
        self.memoryBytes = memoryBytes
        self.outage = outage
    }
}

/// A message that couldn't be embedded. Without its text: an operator isn't one of its readers.
public struct DeadLetter: Sendable, Codable, Hashable {
    public let messageId: MessageID
    public let chatId: ChatID
    public let model: String
    public let attempts: Int
    public let error: String

    public init(messageId: MessageID, chatId: ChatID, model: String, attempts: Int, error: String) {
        self.messageId = messageId
        self.chatId = chatId
        self.model = model
        self.attempts = attempts
        self.error = error
    }
}

/// `GET /v1/admin/index`: how far messages are embedded.
public struct IndexStatus: APIValue, Hashable {
    /// Preferred first.
    public let models: [IndexedModel]
    /// At most a hundred, the newest first.
    public let deadLetters: [DeadLetter]

    public init(models: [IndexedModel], deadLetters: [DeadLetter]) {
        self.models = models
        self.deadLetters = deadLetters
    }

    public static var example: IndexStatus {
        IndexStatus(
            models: [
                IndexedModel(
                    model: "all-MiniLM-L6-v2",
                    dimension: 384,
                    ready: true,
                    active: true,
                    vectors: 120_000,
                    waiting: 3,
                    dead: 1,
                    memoryBytes: 46_080_000,
                    outage: nil
                )
            ],
            deadLetters: [
                DeadLetter(
                    messageId: Examples.message.id,
                    chatId: Examples.chat.id,
                    model: "all-MiniLM-L6-v2",
                    attempts: 8,
                    error: "the text is too long"
                )
            ]
        )
    }
}

/// `POST /v1/admin/index/retry`: how many messages are tried again.
public struct RetryResponse: APIValue {
    public let retried: Int

    public init(retried: Int) { self.retried = retried }
    public static var example: RetryResponse { RetryResponse(retried: 1) }
}
