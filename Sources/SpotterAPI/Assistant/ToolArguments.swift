public import Domain

/// What the assistant can do. All but `searchMessages` change something, so they become proposals.
public enum ToolName: String, Sendable, Codable, CaseIterable {
    case scheduleCall, rescheduleEvent, cancelEvent, setReminder, sendMessage, searchMessages
}

/// A tool's arguments as they are stored, shown and executed: ids and instants, nothing left to interpret.
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

        public init(
            clientId: UserID?,
            prospectId: ProspectID? = nil,
            startsAt: Timestamp,
            durationMinutes: Int,
            eventType: EventType,
            title: String,
            timezone: String
        ) {
            self.clientId = clientId
            self.prospectId = prospectId
            self.startsAt = startsAt
            self.durationMinutes = durationMinutes
            self.eventType = eventType
            self.title = title
            self.timezone = timezone
        }
    }

    public struct RescheduleEvent: Sendable, Codable, Hashable {
        public var eventId: EventID
        public var startsAt: Timestamp
        public var durationMinutes: Int

        public init(eventId: EventID, startsAt: Timestamp, durationMinutes: Int) {
            self.eventId = eventId
            self.startsAt = startsAt
            self.durationMinutes = durationMinutes
        }
    }

    public struct CancelEvent: Sendable, Codable, Hashable {
        public var eventId: EventID

        public init(eventId: EventID) { self.eventId = eventId }
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

/// On the wire just the arguments; which tool they belong to stands beside them.
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

    /// Reads the arguments of a tool that changes something.
    public init(tool: ToolName, from decoder: any Decoder) throws {
        switch tool {
        case .scheduleCall: self = .scheduleCall(try ScheduleCall(from: decoder))
        case .rescheduleEvent: self = .rescheduleEvent(try RescheduleEvent(from: decoder))
        case .cancelEvent: self = .cancelEvent(try CancelEvent(from: decoder))
        case .setReminder: self = .setReminder(try SetReminder(from: decoder))
        case .sendMessage: self = .sendMessage(try SendMessage(from: decoder))
        case .searchMessages:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "searchMessages runs at once, unproposed")
            )
        }
    }
}
