public import Domain

/// Schedules a message: `POST /v1/scheduled-messages`. Takes one of `sendAt`, `sendAtLocal` and `when`.
///
/// ```swift
/// let request = NewScheduledMessageRequest(chatId: chat.id, text: "How was the week?", when: "every Sunday at 18:00")
/// ```
public struct NewScheduledMessageRequest: APIValue {
    public let chatId: ChatID
    /// Chosen by the client, so that asking again schedules nothing twice.
    public let clientMessageId: String?
    public let text: String
    public let sendAt: Timestamp?
    /// `YYYY-MM-DDTHH:MM` on the wall clock of the message's zone.
    public let sendAtLocal: String?
    /// Words: `tomorrow at 9` on the sender's clock, `every Monday at 8` on that of the message's zone.
    public let when: String?
    /// RFC 5545 `RRULE` value; omitted for a message that is sent once.
    public let rrule: String?
    /// Nothing is sent any more once somebody else has written in the chat.
    public let stopOnReply: Bool?
    public let quietHours: QuietHours?
    /// IANA name; without it the zone of the other person in a direct chat, of the sender in a group.
    public let zone: String?

    public init(
        chatId: ChatID,
        clientMessageId: String? = nil,
        text: String,
        sendAt: Timestamp? = nil,
        sendAtLocal: String? = nil,
        when: String? = nil,
        rrule: String? = nil,
        stopOnReply: Bool? = nil,
        quietHours: QuietHours? = nil,
        zone: String? = nil
    ) {
        self.chatId = chatId
        self.clientMessageId = clientMessageId
        self.text = text
        self.sendAt = sendAt
        self.sendAtLocal = sendAtLocal
        self.when = when
        self.rrule = rrule
        self.stopOnReply = stopOnReply
        self.quietHours = quietHours
        self.zone = zone
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        clientMessageId = try container.decodeIfPresent(String.self, forKey: .clientMessageId)
        text = try container.decode(String.self, forKey: .text)
        sendAt = try container.decodeIfPresent(Timestamp.self, forKey: .sendAt)
        sendAtLocal = try container.decodeIfPresent(String.self, forKey: .sendAtLocal)
        when = try container.decodeIfPresent(String.self, forKey: .when)
        rrule = try container.decodeIfPresent(String.self, forKey: .rrule)
        stopOnReply = try container.decodeIfPresent(Bool.self, forKey: .stopOnReply)
        quietHours = try container.decodeIfPresent(QuietHours.self, forKey: .quietHours)
        zone = try container.decodeIfPresent(String.self, forKey: .zone)
        chatId = try container.id(.chatId, orThrow: SpotterError.notAMember)
    }

    public static var example: NewScheduledMessageRequest {
        NewScheduledMessageRequest(
            chatId: Examples.chat.id,
            clientMessageId: "week-1",
            text: "How was the week?",
            sendAt: Examples.time,
            rrule: "FREQ=WEEKLY",
            stopOnReply: true
        )
    }
}

/// Changes a scheduled message: `PATCH /v1/scheduled-messages/{scheduledMessageId}`. Omitted fields stay unchanged; one
/// that failed or was stopped is scheduled again.
///
/// ```swift
/// let request = UpdateScheduledMessageRequest(text: "How was the week, all in all?", rrule: .cleared)
/// ```
public struct UpdateScheduledMessageRequest: APIValue {
    public let text: String?
    public let sendAt: Timestamp?
    public let sendAtLocal: String?
    public let when: String?
    public let rrule: FieldChange<String>
    public let stopOnReply: Bool?
    public let quietHours: FieldChange<QuietHours>
    public let zone: FieldChange<String>

    public init(
        text: String? = nil,
        sendAt: Timestamp? = nil,
        sendAtLocal: String? = nil,
        when: String? = nil,
        rrule: FieldChange<String> = .unchanged,
        stopOnReply: Bool? = nil,
        quietHours: FieldChange<QuietHours> = .unchanged,
        zone: FieldChange<String> = .unchanged
    ) {
        self.text = text
        self.sendAt = sendAt
        self.sendAtLocal = sendAtLocal
        self.when = when
        self.rrule = rrule
        self.stopOnReply = stopOnReply
        self.quietHours = quietHours
        self.zone = zone
    }

    public static var example: UpdateScheduledMessageRequest {
        UpdateScheduledMessageRequest(text: "How was the week, all in all?")
    }
}

/// One scheduled message.
///
/// ```swift
/// func isWaiting(_ response: ScheduledMessageResponse) -> Bool { response.scheduledMessage.state == .scheduled }
/// ```
public struct ScheduledMessageResponse: APIValue {
    public let scheduledMessage: ScheduledMessage

    public init(scheduledMessage: ScheduledMessage) { self.scheduledMessage = scheduledMessage }
    public static var example: ScheduledMessageResponse {
        ScheduledMessageResponse(scheduledMessage: Examples.scheduledMessage)
    }
}

/// `GET /v1/scheduled-messages`: those that wait, the next one first, then those that have ended.
public struct ScheduledMessagesResponse: APIValue {
    public let scheduledMessages: [ScheduledMessage]

    public init(scheduledMessages: [ScheduledMessage]) { self.scheduledMessages = scheduledMessages }
    public static var example: ScheduledMessagesResponse {
        ScheduledMessagesResponse(scheduledMessages: [Examples.scheduledMessage])
    }
}

/// The hours in which nothing that was scheduled reaches the user in direct chats: `GET` and `PUT /v1/me/quiet-hours`.
///
/// ```swift
/// let body = QuietHoursBody(quietHours: QuietHours(from: "22:00", to: "07:00"))
/// ```
public struct QuietHoursBody: APIValue {
    @Nullable public var quietHours: QuietHours?

    public init(quietHours: QuietHours?) { self.quietHours = quietHours }
    public static var example: QuietHoursBody { QuietHoursBody(quietHours: QuietHours(from: "22:00", to: "07:00")) }
}
