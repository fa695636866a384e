/// The questions that a trainer asks some of their clients, once or again and again.
///
/// ```swift
/// let next = checkIn.recipients.compactMap(\.nextAt).min()
/// ```
public struct CheckIn: Sendable, Hashable, Codable, Identifiable {
    /// A client who is asked.
    public struct Recipient: Sendable, Hashable, Codable {
        public let userId: UserID
        /// When they are asked next; `nil` if they aren't any more.
        @Nullable public var nextAt: Timestamp?
        /// Why they couldn't be asked.
        @Nullable public var failure: SendFailure?

        public init(userId: UserID, nextAt: Timestamp?, failure: SendFailure? = nil) {
            self.userId = userId
            self.nextAt = nextAt
            self.failure = failure
        }
    }

    public let id: CheckInID
    public var title: String
    public var questions: [CheckInQuestion]
    public var recipients: [Recipient]
    /// The wall clock of the first time, `YYYY-MM-DDTHH:MM`.
    public var startsAt: String
    /// An `RRULE` value (RFC 5545); `nil` if it's asked once.
    @Nullable public var rrule: String?
    /// The IANA name of the zone of the wall clock; `nil` for each client's own.
    @Nullable public var zone: String?
    @Nullable public var quietHours: QuietHours?
    /// After how many hours an unanswered one is reminded of, once; `nil` for never.
    @Nullable public var remindAfterHours: Int?
    public var isPaused: Bool
    public let createdAt: Timestamp

    public init(
        id: CheckInID,
        title: String,
        questions: [CheckInQuestion],
        recipients: [Recipient],
        startsAt: String,
        rrule: String?,
        zone: String?,
        quietHours: QuietHours?,
        remindAfterHours: Int?,
        isPaused: Bool,
        createdAt: Timestamp
    ) {
        self.id = id
        self.title = title
        self.questions = questions
        self.recipients = recipients
        self.startsAt = startsAt
        self.rrule = rrule
        self.zone = zone
        self.quietHours = quietHours
        self.remindAfterHours = remindAfterHours
        self.isPaused = isPaused
        self.createdAt = createdAt
    }
}

/// One question of a check-in.
///
/// ```swift
/// let weight = CheckInQuestion(kind: .number, prompt: "Weight this morning", measure: "weight", unit: "kg")
/// ```
public struct CheckInQuestion: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case number, scale, choice, text, photo
    }

    public let kind: Kind
    public let prompt: String
    /// The `MeasureKind`, or the trainer's own measure, of which an answer is a point; only for numbers and scales.
    public let measure: String?
    /// The place of a pain, the exercise of a lift.
    public let detail: String?
    public let unit: String?
    /// The ends of a scale: 1 and 10 if left out.
    public let min: Int?
    public let max: Int?
    public let choices: [String]?
    /// Whether the check-in counts as answered without it.
    public let optional: Bool?

    public init(
        kind: Kind,
        prompt: String,
        measure: String? = nil,
        detail: String? = nil,
        unit: String? = nil,
        min: Int? = nil,
        max: Int? = nil,
        choices: [String]? = nil,
        optional: Bool? = nil
    ) {
        self.kind = kind
        self.prompt = prompt
        self.measure = measure
        self.detail = detail
        self.unit = unit
        self.min = min
        self.max = max
        self.choices = choices
        self.optional = optional
    }

    public var isOptional: Bool { optional ?? false }
    /// The values that a scale has, whichever of its ends is the lower one.
    public var scale: ClosedRange<Int> {
        let (low, high) = (min ?? 1, max ?? 10)
        return Swift.min(low, high)...Swift.max(low, high)
    }
}

/// A check-in that a client was asked: a message of their chat, with the answers so far.
///
/// ```swift
/// let open = asked.filter { $0.state == .open }
/// ```
public struct AskedCheckIn: Sendable, Hashable, Codable, Identifiable {
    public enum State: String, Sendable, Codable, CaseIterable {
        case open
        /// Every question that isn't optional was answered.
        case answered
        /// The next one was asked before this one was answered.
        case missed
    }

    public let id: AskedCheckInID
    public let checkInId: CheckInID
    public let trainerId: UserID
    public let clientId: UserID
    public let chatId: ChatID
    /// The message that asks.
    public let messageId: MessageID
    public let title: String
    /// As they were asked.
    public let questions: [CheckInQuestion]
    public var state: State
    public let askedAt: Timestamp
    @Nullable public var remindedAt: Timestamp?
    @Nullable public var answeredAt: Timestamp?
    /// In the order of the questions.
    public var answers: [CheckInAnswer]

    public init(
        id: AskedCheckInID,
        checkInId: CheckInID,
        trainerId: UserID,
        clientId: UserID,
        chatId: ChatID,
        messageId: MessageID,
        title: String,
        questions: [CheckInQuestion],
        state: State,
        askedAt: Timestamp,
        remindedAt: Timestamp? = nil,
        answeredAt: Timestamp? = nil,
        answers: [CheckInAnswer] = []
    ) {
        self.id = id
        self.checkInId = checkInId
        self.trainerId = trainerId
        self.clientId = clientId
        self.chatId = chatId
        self.messageId = messageId
        self.title = title
        self.questions = questions
        self.state = state
        self.askedAt = askedAt
        self.remindedAt = remindedAt
        self.answeredAt = answeredAt
        self.answers = answers
    }
}

/// The answer to one question, with the message that gives it.
public struct CheckInAnswer: Sendable, Hashable, Codable {
    /// From 1 on.
    public let question: Int
    /// The answer to a number or a scale, in the question's unit; of a blood pressure, the systolic one.
    public let number: Double?
    /// The answer to a text; for a choice, the one that was chosen; of a blood pressure, both numbers: `128/82`.
    public let text: String?
    public let mediaId: MediaID?
    public let messageId: MessageID

    public init(question: Int, number: Double?, text: String?, mediaId: MediaID?, messageId: MessageID) {
        self.question = question
        self.number = number
        self.text = text
        self.mediaId = mediaId
        self.messageId = messageId
    }
}
