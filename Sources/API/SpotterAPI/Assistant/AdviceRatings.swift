public import Domain

/// Whether advice turned out well.
///
/// ```swift
/// let request = AdviceFeedbackRequest(outcome: .good)
/// ```
public enum AdviceOutcome: String, Sendable, Codable, CaseIterable {
    case good, bad
}

/// Rates advice: `PUT /v1/assistant/messages/{messageId}/feedback`. A later rating replaces it.
///
/// ```swift
/// let request = AdviceFeedbackRequest(outcome: .bad, note: "The knee swelled up.")
/// ```
public struct AdviceFeedbackRequest: APIValue {
    public static let maxNote = 1_000

    public var outcome: AdviceOutcome
    /// Up to 1000 characters.
    public var note: String?

    public init(outcome: AdviceOutcome, note: String? = nil) {
        self.outcome = outcome
        self.note = note
    }

    private enum CodingKeys: String, CodingKey { case outcome, note }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        outcome = try container.word(.outcome, "outcome must be good or bad.")
        note = try container.decodeIfPresent(String.self, forKey: .note)
    }

    public static var example: AdviceFeedbackRequest {
        AdviceFeedbackRequest(outcome: .bad, note: "The knee swelled up.")
    }
}

/// One piece of advice, and what became of it: the row from which every report is made.
///
/// ```swift
/// func isRated(_ record: AdviceRecord) -> Bool { record.outcome != nil }
/// ```
public struct AdviceRecord: Sendable, Codable, Hashable {
    public var responseId: TurnID
    /// The model's name, or `built-in`.
    public var model: String
    /// As it was told: 0 to 1, in steps of a ten-thousandth.
    public var confidence: Double
    public var confidenceSource: Advice.ConfidenceSource
    public var usedWebSearch: Bool
    public var advisedAt: Timestamp
    /// `null` until its owner has rated it.
    @Nullable public var outcome: AdviceOutcome?
    /// What its owner noted; never told to anybody else.
    @Nullable public var note: String?
    @Nullable public var ratedAt: Timestamp?

    public init(
        responseId: TurnID,
        model: String,
        confidence: Double,
        confidenceSource: Advice.ConfidenceSource,
        usedWebSearch: Bool,
        advisedAt: Timestamp,
        outcome: AdviceOutcome? = nil,
        note: String? = nil,
        ratedAt: Timestamp? = nil
    ) {
        self.responseId = responseId
        self.model = model
        self.confidence = confidence
        self.confidenceSource = confidenceSource
        self.usedWebSearch = usedWebSearch
        self.advisedAt = advisedAt
        self.outcome = outcome
        self.note = note
        self.ratedAt = ratedAt
    }

    static let example = AdviceRecord(
        responseId: Examples.id(14),
        model: "gpt-5.2",
        confidence: 0.7,
        confidenceSource: .model,
        usedWebSearch: false,
        advisedAt: Examples.time,
        outcome: .bad,
        note: "The knee swelled up.",
        ratedAt: Examples.later
    )
}

/// `GET` and `PUT /v1/assistant/messages/{messageId}/feedback`.
public struct AdviceRecordResponse: APIValue {
    public let advice: AdviceRecord

    public init(advice: AdviceRecord) { self.advice = advice }
    public static var example: AdviceRecordResponse { AdviceRecordResponse(advice: .example) }
}

/// `GET /v1/assistant/advice` and `GET /v1/admin/advice`: a page of records, oldest first.
///
/// ```swift
/// func rated(_ page: AdviceRecordsPage) -> [AdviceRecord] { page.advice.filter { $0.outcome != nil } }
/// ```
public struct AdviceRecordsPage: APIValue {
    public let advice: [AdviceRecord]
    /// The `after` of the next page; `null` for the last one.
    @Nullable public var next: TurnID?

    public init(advice: [AdviceRecord], next: TurnID?) {
        self.advice = advice
        self.next = next
    }

    public static var example: AdviceRecordsPage { AdviceRecordsPage(advice: [.example], next: nil) }
}
