public import Domain

/// The assistant's tools. All except `searchMessages` change data, so their calls become proposals.
public enum ToolName: String, Sendable, Codable, CaseIterable {
    case scheduleCall, rescheduleEvent, cancelEvent, setReminder, sendMessage, searchMessages
}

/// The arguments of a tool as they are stored, shown and executed: ids and instants only, so nothing is left to
/// interpret.
///
/// ```swift
/// let arguments = ToolArguments.sendMessage(.init(chatId: chat.id, text: "See you at six"))
/// print(arguments.tool)  // sendMessage
/// ```
public enum ToolArguments: Sendable, Hashable {
    case scheduleCall(ScheduleCall)
    case rescheduleEvent(RescheduleEvent)
    case cancelEvent(CancelEvent)
    case setReminder(SetReminder)
    case sendMessage(SendMessage)

    public struct ScheduleCall: Sendable, Codable, Hashable {
        public var clientId: UserID?
        public var prospectId: ProspectID?
        public var startsAt: Timestamp
        public var durationMinutes: Int
        public var eventType: EventType
        public var title: String
        public var timezone: String
        /// An `RRULE` value on the clock of `timezone`, for events that recur. `startsAt` is the first of them.
        public var recurrence: String?
        /// Starts of events of the series that aren't made, because their time is taken.
        public var leftOut: [Timestamp]?

        public init(
            clientId: UserID?,
            prospectId: ProspectID? = nil,
            startsAt: Timestamp,
            durationMinutes: Int,
            eventType: EventType,
            title: String,
            timezone: String,
            recurrence: String? = nil,
            leftOut: [Timestamp]? = nil
        ) {
            self.clientId = clientId
            self.prospectId = prospectId
            self.startsAt = startsAt
            self.durationMinutes = durationMinutes
            self.eventType = eventType
            self.title = title
            self.timezone = timezone
            self.recurrence = recurrence
            self.leftOut = leftOut
        }
    }

    /// An event as the proposal shows it to its owner. If it has become another one before the confirmation, nothing is
    /// done.
    public struct ShownEvent: Sendable, Codable, Hashable {
        public var title: String
        public var startsAt: Timestamp
        public var endsAt: Timestamp
        public var clientId: UserID?
        public var prospectId: ProspectID?

        public init(
            title: String,
            startsAt: Timestamp,
            endsAt: Timestamp,
            clientId: UserID? = nil,
            prospectId: ProspectID? = nil
        ) {
            self.title = title
            self.startsAt = startsAt
            self.endsAt = endsAt
            self.clientId = clientId
            self.prospectId = prospectId
        }
    }

    public struct RescheduleEvent: Sendable, Codable, Hashable {
        public var eventId: EventID
        /// The new start.
        public var startsAt: Timestamp
        public var durationMinutes: Int
        /// The event before it is moved. Proposals of earlier versions have none.
        public var shown: ShownEvent?

        public init(eventId: EventID, startsAt: Timestamp, durationMinutes: Int, shown: ShownEvent? = nil) {
            self.eventId = eventId
            self.startsAt = startsAt
            self.durationMinutes = durationMinutes
            self.shown = shown
        }
    }

    public struct CancelEvent: Sendable, Codable, Hashable {
        public var eventId: EventID
        /// The event before it is cancelled. Proposals of earlier versions have none.
        public var shown: ShownEvent?

        public init(eventId: EventID, shown: ShownEvent? = nil) {
            self.eventId = eventId
            self.shown = shown
        }
    }

    public struct SetReminder: Sendable, Codable, Hashable {
        public var text: String
        public var dueAt: Timestamp
        public var clientId: UserID?
        public var recurrence: String?

        public init(text: String, dueAt: Timestamp, clientId: UserID? = nil, recurrence: String? = nil) {
            self.text = text
            self.dueAt = dueAt
            self.clientId = clientId
            self.recurrence = recurrence
        }
    }

    public struct SendMessage: Sendable, Codable, Hashable {
        public var chatId: ChatID
        public var text: String

        public init(chatId: ChatID, text: String) {
            self.chatId = chatId
            self.text = text
        }
    }

    public var tool: ToolName {
        switch self {
        case .scheduleCall: .scheduleCall
        case .rescheduleEvent: .rescheduleEvent
        case .cancelEvent: .cancelEvent
        case .setReminder: .setReminder
        case .sendMessage: .sendMessage
        }
    }
}

/// Encodes only the arguments. The tool's name is a separate field beside them.
extension ToolArguments: Encodable {
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .scheduleCall(let arguments): try arguments.encode(to: encoder)
        case .rescheduleEvent(let arguments): try arguments.encode(to: encoder)
        case .cancelEvent(let arguments): try arguments.encode(to: encoder)
        case .setReminder(let arguments): try arguments.encode(to: encoder)
        case .sendMessage(let arguments): try arguments.encode(to: encoder)
        }
    }

    /// Decodes the arguments of a tool that changes data.
    /// - Throws: `DecodingError` if they don't fit the tool.
    public init(tool: ToolName, from decoder: any Decoder) throws {
        // Not by `init(from:)`: so `SchemaCatalog` records the arguments of each tool as a component with a name.
        let container = try decoder.singleValueContainer()
        switch tool {
        case .scheduleCall: self = .scheduleCall(try container.decode(ScheduleCall.self))
        case .rescheduleEvent: self = .rescheduleEvent(try container.decode(RescheduleEvent.self))
        case .cancelEvent: self = .cancelEvent(try container.decode(CancelEvent.self))
        case .setReminder: self = .setReminder(try container.decode(SetReminder.self))
        case .sendMessage: self = .sendMessage(try container.decode(SendMessage.self))
        case .searchMessages:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "searchMessages runs at once, unproposed")
            )
        }
    }
}
