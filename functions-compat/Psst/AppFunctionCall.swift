import Assistant
import AssistantTools
import Domain
import Foundation
import SpotterAPI

/// Exact arguments in the app's format: names in addition to ids, and local times without an offset.
struct AppFunctionCall {
    let tool: ToolName
    let parameters: [String: JSONValue]

    var json: JSONValue { ["name": .string(tool.rawValue), "parameters": .object(parameters)] }

    /// Whether the app returned these parameters unchanged. It may have added others.
    func isEchoed(in app: AppParameters) -> Bool { parameters.allSatisfy { app.json[$0.key] == $0.value } }

    /// - Parameter receiver: the name of the chat that a message goes to.
    init(_ arguments: ToolArguments, query: String, timezone: String, receiver: String? = nil) {
        let time = AppTime(timezone: timezone)
        var parameters: [String: JSONValue] = ["timezone": .string(timezone)]
        switch arguments {
        case .scheduleCall(let call):
            if let person = call.clientId?.description ?? call.prospectId?.description {
                parameters["clientName"] = .string(Self.name(in: call.title))
                parameters["clientId"] = .string(person)
            }
            parameters["title"] = .string(call.title)
            parameters["dateTime"] = .string(time.local(call.startsAt))
            parameters["duration"] = .integer(call.durationMinutes)
            parameters["query"] = .string(Self.query(query, for: call.eventType))
        case .rescheduleEvent(let change):
            parameters["eventId"] = .string(change.eventId.description)
            parameters["newDateTime"] = .string(time.local(change.startsAt))
            parameters["newDuration"] = .integer(change.durationMinutes)
        case .cancelEvent(let change): parameters["eventId"] = .string(change.eventId.description)
        case .setReminder(let reminder):
            parameters["reminderText"] = .string(reminder.text)
            parameters["dateTime"] = .string(time.local(reminder.dueAt))
            parameters["clientId"] = reminder.clientId.map { .string($0.description) }
        case .sendMessage(let message):
            parameters["clientName"] = receiver.map { .string($0) }
            parameters["chatId"] = .string(message.chatId.description)
            parameters["messageText"] = .string(message.text)
        }
        tool = arguments.tool
        self.parameters = parameters
    }

    /// The app derives the event type from the query. Returns the user's own text if it yields this type, else the
    /// type's name.
    private static func query(_ query: String, for type: EventType) -> String {
        if (EventType.hinted(by: query) ?? .adhoc) == type { return query }
        return type == .adhoc ? "appointment" : type.rawValue
    }

    /// The person in a title such as "Call with Sara Lindqvist".
    private static func name(in title: String) -> String {
        title.firstRange(of: " with ").map { String(title[$0.upperBound...]) } ?? title
    }
}

/// The app's time formats: local times without an offset in parameters, readable text on the screen.
struct AppTime {
    private let zone: TimeZone

    init(timezone: String) { zone = TimeZone(identifier: timezone) ?? .gmt }

    /// `YYYY-MM-DDTHH:MM:SS`.
    func local(_ instant: Timestamp) -> String { format(instant, "yyyy-MM-dd'T'HH:mm:ss") }

    /// `Thursday, March 12, 2026 3:00 PM`.
    func words(_ instant: Timestamp) -> String { format(instant, "EEEE, MMMM d, yyyy h:mm a") }

    private func format(_ instant: Timestamp, _ pattern: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = zone
        formatter.dateFormat = pattern
        return formatter.string(from: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
    }
}
