public import Domain

/// Asks clients some questions, once or again and again: `POST /v1/check-ins`.
///
/// ```swift
/// let request = NewCheckInRequest(
///     title: "Sunday",
///     questions: [CheckInQuestion(kind: .scale, prompt: "Energy", measure: "energy")],
///     clientIds: [sara.id],
///     when: "every Sunday at 18:00"
/// )
/// ```
public struct NewCheckInRequest: APIValue {
    public static let maxTitleLength = 80
    public static let maxPromptLength = 200
    public static let maxChoiceLength = 60
    public static let questionCount = 1...30
    public static let choiceCount = 2...12
    public static let maxClients = 200
    /// 0 for never.
    public static let reminderHours = 0...168

    public let title: String
    public let questions: [CheckInQuestion]
    public let clientIds: [UserID]
    /// `YYYY-MM-DDTHH:MM` on each client's own clock, or that of `zone`.
    public let startsAt: String?
    /// Words in place of `startsAt` and `rrule`: `every Sunday at 18:00`.
    public let when: String?
    /// RFC 5545 `RRULE` value; omitted for what is asked once.
    public let rrule: String?
    /// IANA name; each client's own if left out.
    public let zone: String?
    /// In addition to what each client has set.
    public let quietHours: QuietHours?
    /// From 1 to 168; 24 if left out, 0 for never.
    public let remindAfterHours: Int?

    public init(
        title: String,
        questions: [CheckInQuestion],
        clientIds: [UserID],
        startsAt: String? = nil,
        when: String? = nil,
        rrule: String? = nil,
        zone: String? = nil,
        quietHours: QuietHours? = nil,
        remindAfterHours: Int? = nil
    ) {
        self.title = title
        self.questions = questions
        self.clientIds = clientIds
        self.startsAt = startsAt
        self.when = when
        self.rrule = rrule
        self.zone = zone
        self.quietHours = quietHours
        self.remindAfterHours = remindAfterHours
    }

    public static var example: NewCheckInRequest {
        NewCheckInRequest(
            title: "Sunday",
            questions: Examples.checkIn.questions,
            clientIds: [Examples.sara],
            startsAt: "2026-03-15T18:00",
            rrule: "FREQ=WEEKLY"
        )
    }
}

/// Changes a check-in: `PATCH /v1/check-ins/{checkInId}`. Omitted fields stay unchanged; what was asked stays as it was.
///
/// ```swift
/// let request = UpdateCheckInRequest(isPaused: true)
/// ```
public struct UpdateCheckInRequest: APIValue {
    public let title: String?
    public let questions: [CheckInQuestion]?
    public let clientIds: [UserID]?
    public let startsAt: String?
    public let when: String?
    public let rrule: FieldChange<String>
    public let zone: FieldChange<String>
    public let quietHours: FieldChange<QuietHours>
    public let remindAfterHours: Int?
    public let isPaused: Bool?

    public init(
        title: String? = nil,
        questions: [CheckInQuestion]? = nil,
        clientIds: [UserID]? = nil,
        startsAt: String? = nil,
        when: String? = nil,
        rrule: FieldChange<String> = .unchanged,
        zone: FieldChange<String> = .unchanged,
        quietHours: FieldChange<QuietHours> = .unchanged,
        remindAfterHours: Int? = nil,
        isPaused: Bool? = nil
    ) {
        self.title = title
        self.questions = questions
        self.clientIds = clientIds
        self.startsAt = startsAt
        self.when = when
        self.rrule = rrule
        self.zone = zone
        self.quietHours = quietHours
        self.remindAfterHours = remindAfterHours
        self.isPaused = isPaused
    }

    public static var example: UpdateCheckInRequest { UpdateCheckInRequest(isPaused: true) }
}

/// One check-in.
public struct CheckInResponse: APIValue {
    public let checkIn: CheckIn

    public init(checkIn: CheckIn) { self.checkIn = checkIn }
    public static var example: CheckInResponse { CheckInResponse(checkIn: Examples.checkIn) }
}

/// A trainer's check-ins: `GET /v1/check-ins`.
public struct CheckInsResponse: APIValue {
    public let checkIns: [CheckIn]

    public init(checkIns: [CheckIn]) { self.checkIns = checkIns }
    public static var example: CheckInsResponse { CheckInsResponse(checkIns: [Examples.checkIn]) }
}

/// One check-in that was asked.
public struct AskedCheckInResponse: APIValue {
    public let asked: AskedCheckIn

    public init(asked: AskedCheckIn) { self.asked = asked }
    public static var example: AskedCheckInResponse { AskedCheckInResponse(asked: Examples.askedCheckIn) }
}

/// What a trainer has asked, or a client was asked, newest first: `GET /v1/check-ins/asked`.
public struct AskedCheckInsResponse: APIValue {
    public let asked: [AskedCheckIn]
    public let hasMore: Bool

    public init(asked: [AskedCheckIn], hasMore: Bool) {
        self.asked = asked
        self.hasMore = hasMore
    }

    public static var example: AskedCheckInsResponse {
        AskedCheckInsResponse(asked: [Examples.askedCheckIn], hasMore: false)
    }
}

/// A client's answers, which become one message of the chat: `POST /v1/check-ins/asked/{askedId}/answers`.
///
/// ```swift
/// let request = CheckInAnswersRequest(answers: [.init(question: 1, number: 81.3), .init(question: 2, text: "all")])
/// ```
public struct CheckInAnswersRequest: APIValue {
    /// What fits the question's kind: a number, a text, or the id of an uploaded picture.
    public struct Answer: Sendable, Hashable, Codable {
        /// From 1 on.
        public let question: Int
        public let number: Double?
        public let text: String?
        public let mediaId: MediaID?

        public init(question: Int, number: Double? = nil, text: String? = nil, mediaId: MediaID? = nil) {
            self.question = question
            self.number = number
            self.text = text
            self.mediaId = mediaId
        }
    }

    public let answers: [Answer]

    public init(answers: [Answer]) { self.answers = answers }

    public static var example: CheckInAnswersRequest {
        CheckInAnswersRequest(answers: [Answer(question: 1, number: 81.3), Answer(question: 2, text: "all")])
    }
}
