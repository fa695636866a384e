public import Domain

/// The indexing progress of one embedding model.
///
/// ```swift
/// func isBehind(_ model: IndexedModel) -> Bool { model.active && model.waiting > 0 }
/// ```
public struct IndexedModel: Sendable, Codable, Hashable {
    public let model: String
    public let dimension: Int
    /// Whether the index has, or once had, a vector of every message, so that it can answer without another model.
    public let ready: Bool
    /// Whether messages are embedded with this model. If `false`, only its old vectors remain.
    public let active: Bool
    public let vectors: Int
    /// The number of messages that wait to be embedded.
    public let waiting: Int
    /// The number of messages whose embedding failed too often.
    public let dead: Int
    /// Bytes of vectors in memory.
    public let memoryBytes: Int
    /// Why the model's service can't be reached; `null` if it can.
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

/// A message that couldn't be embedded. It doesn't include the text, because an operator isn't a member of the chat.
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

/// `GET /v1/admin/index`: the progress of embedding.
public struct IndexStatus: APIValue, Hashable {
    /// The preferred model first.
    public let models: [IndexedModel]
    /// At most 100, newest first.
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

/// `POST /v1/admin/index/retry`: the number of messages that are tried again.
public struct RetryResponse: APIValue {
    public let retried: Int

    public init(retried: Int) { self.retried = retried }
    public static var example: RetryResponse { RetryResponse(retried: 1) }
}
