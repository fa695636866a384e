/// One thing that is known about a client, for one of their trainers: what the client has said about themselves, with
/// the messages that say it, or what one of the two has written down.
///
/// ```swift
/// let item = profile.items.first { $0.category == .injuries && $0.status == .current }
/// ```
public struct ProfileItem: Sendable, Hashable, Codable {
    public enum Category: String, Sendable, Codable, CaseIterable {
        /// Also conditions and medication.
        case injuries
        case goals
        /// Also the gyms that the client can use.
        case equipment
        /// Also diet, allergies and the times that suit.
        case preferences
        /// Also moves.
        case travel
        /// Also work, sleep and what goes on in life.
        case stressFactors
    }

    public enum Status: String, Sendable, Codable, CaseIterable {
        case current
        /// It's over: healed, reached, back from the trip.
        case resolved
        /// Something newer says otherwise.
        case superseded
    }

    /// Who wrote the words: `ai` for those taken from a message.
    public enum Origin: String, Sendable, Codable, CaseIterable {
        case ai
        case manual
    }

    /// A message of the client that says it, or ends it.
    public struct Source: Sendable, Hashable, Codable {
        public let messageId: MessageID
        public let clientMessageId: String

        public init(messageId: MessageID, clientMessageId: String) {
            self.messageId = messageId
            self.clientMessageId = clientMessageId
        }
    }

    public let id: ProfileItemID
    public var category: Category
    public var text: String
    /// From 0.5 to 1.
    public let confidence: Double
    public var status: Status
    @Nullable public var validFrom: Timestamp?
    @Nullable public var validTo: Timestamp?
    /// Empty for what was written down by hand.
    public let sources: [Source]
    public let createdBy: Origin
    /// When somebody changed it by hand last. From then on messages only add sources.
    @Nullable public var editedAt: Timestamp?

    public init(
        id: ProfileItemID,
        category: Category,
        text: String,
        confidence: Double,
        status: Status = .current,
        validFrom: Timestamp? = nil,
        validTo: Timestamp? = nil,
        sources: [Source] = [],
        createdBy: Origin,
        editedAt: Timestamp? = nil
    ) {
        self.id = id
        self.category = category
        self.text = text
        self.confidence = confidence
        self.status = status
        self.validFrom = validFrom
        self.validTo = validTo
        self.sources = sources
        self.createdBy = createdBy
        self.editedAt = editedAt
    }
}

/// What is known about a client, for one of their trainers.
public struct ClientProfile: Sendable, Hashable, Codable {
    public let trainerId: UserID
    public let clientId: UserID
    /// By category, those that hold first, newest first.
    public let items: [ProfileItem]
    /// When the trainer has looked it through last.
    @Nullable public var reviewedAt: Timestamp?

    public init(trainerId: UserID, clientId: UserID, items: [ProfileItem], reviewedAt: Timestamp? = nil) {
        self.trainerId = trainerId
        self.clientId = clientId
        self.items = items
        self.reviewedAt = reviewedAt
    }
}
