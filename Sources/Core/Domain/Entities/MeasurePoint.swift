/// One value of a client on one day, as they have said it or as it was written down.
///
/// ```swift
/// let sources = series.points.compactMap(\.messageId)
/// ```
public struct MeasurePoint: Sendable, Hashable, Codable {
    public enum Origin: String, Sendable, Codable, CaseIterable {
        case message
        case manual
        case imported = "import"
        /// An answer of a check-in.
        case checkIn = "check-in"
        /// In a message, by a language model; its digits stand there.
        case model
    }

    public let id: MeasurePointID
    public let trainerId: UserID
    /// The day that it is about: `YYYY-MM-DD`, in the client's time zone.
    public let day: String
    /// In the series' unit.
    public let value: Double
    /// As it was said, in the unit of then.
    public let said: String
    @Nullable public var diastolic: Double?
    @Nullable public var repetitions: Int?
    @Nullable public var sets: Int?
    /// How long a run took.
    @Nullable public var seconds: Int?
    /// From 0.5 to 1.
    public let confidence: Double
    public let origin: Origin
    /// Whether somebody has changed it by hand.
    public let isCorrected: Bool
    @Nullable public var messageId: MessageID?
    @Nullable public var chatId: ChatID?

    public init(
        id: MeasurePointID,
        trainerId: UserID,
        day: String,
        value: Double,
        said: String,
        diastolic: Double? = nil,
        repetitions: Int? = nil,
        sets: Int? = nil,
        seconds: Int? = nil,
        confidence: Double,
        origin: Origin,
        isCorrected: Bool = false,
        messageId: MessageID? = nil,
        chatId: ChatID? = nil
    ) {
        self.id = id
        self.trainerId = trainerId
        self.day = day
        self.value = value
        self.said = said
        self.diastolic = diastolic
        self.repetitions = repetitions
        self.sets = sets
        self.seconds = seconds
        self.confidence = confidence
        self.origin = origin
        self.isCorrected = isCorrected
        self.messageId = messageId
        self.chatId = chatId
    }
}

/// The points of one measure, oldest first.
public struct MeasureSeries: Sendable, Hashable, Codable {
    /// A `MeasureKind`, or the name of a trainer's own.
    public let kind: String
    /// The place of a pain, the exercise of a lift; empty for others.
    public let detail: String
    /// The unit that the client used last.
    public let unit: String
    public let points: [MeasurePoint]

    public init(kind: String, detail: String, unit: String, points: [MeasurePoint]) {
        self.kind = kind
        self.detail = detail
        self.unit = unit
        self.points = points
    }
}
