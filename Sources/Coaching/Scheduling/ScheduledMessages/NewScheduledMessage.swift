public import Domain

/// A message to be sent later.
public struct NewScheduledMessage: Sendable, Hashable {
    /// When it's sent for the first time.
    public enum Start: Sendable, Hashable {
        case at(Timestamp)
        /// `YYYY-MM-DDTHH:MM[:SS]` of the message's zone.
        case local(String)
        /// Words such as `tomorrow at 9`, of the sender's clock, or `every Monday at 8`, of the message's zone.
        case words(String)
    }

    public var chatId: ChatID
    /// Chosen by the client: asking again with it returns what was scheduled first.
    public var clientMessageId: String?
    public var text: String
    public var start: Start
    /// An RFC 5545 `RRULE` value, whose first occurrence is the start.
    public var rrule: String?
    public var stopOnReply: Bool
    /// In addition to what the receiver has set.
    public var quietHours: QuietHours?
    /// An IANA name; `nil` means the receiver's in a direct chat, the sender's in a group.
    public var zone: String?

    public init(
        chatId: ChatID,
        clientMessageId: String? = nil,
        text: String,
        start: Start,
        rrule: String? = nil,
        stopOnReply: Bool = false,
        quietHours: QuietHours? = nil,
        zone: String? = nil
    ) {
        self.chatId = chatId
        self.clientMessageId = clientMessageId
        self.text = text
        self.start = start
        self.rrule = rrule
        self.stopOnReply = stopOnReply
        self.quietHours = quietHours
        self.zone = zone
    }

    /// The fields to change; the others are kept.
    public struct Change: Sendable {
        public var text: String?
        public var start: Start?
        /// `.some(nil)` sends it only once more.
        public var rrule: String??
        public var stopOnReply: Bool?
        public var quietHours: QuietHours??
        /// `.some(nil)` returns to the receiver's zone.
        public var zone: String??

        public init(
            text: String? = nil,
            start: Start? = nil,
            rrule: String?? = nil,
            stopOnReply: Bool? = nil,
            quietHours: QuietHours?? = nil,
            zone: String?? = nil
        ) {
            self.text = text
            self.start = start
            self.rrule = rrule
            self.stopOnReply = stopOnReply
            self.quietHours = quietHours
            self.zone = zone
        }
    }
}
