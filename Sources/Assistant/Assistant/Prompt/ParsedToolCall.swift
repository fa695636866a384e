import AssistantTools
import Domain
import Foundation
import LanguageModels
import SpotterAPI

/// A model's tool call, validated.
struct ParsedToolCall: Sendable, Hashable {
    let request: ToolRequest
    /// The time zone that the model gave for the times.
    let zone: String?

    struct Problem: Error, Sendable, Hashable {
        /// For the model.
        let message: String
    }

    init(_ call: ToolCall, allowed: [ToolDefinition]) throws(Problem) {
        guard let tool = ToolName(rawValue: call.name), allowed.contains(where: { $0.name == call.name }) else {
            throw Problem(message: "There is no tool \"\(call.name.prefix(64))\".")
        }
        guard let arguments = call.arguments else {
            throw Problem(message: "The arguments are no JSON object. Call the tool again with valid JSON.")
        }
        var request = ToolRequest(tool: tool)
        if let name = Self.text(arguments["clientName"], atMost: 100) { request.person = .named(name) }
        if let id = arguments["clientId"]?.string.flatMap(UserID.init) { request.person = .id(id) }
        request.chatId = arguments["chatId"]?.string.flatMap(ChatID.init)
        request.eventId = arguments["eventId"]?.string.flatMap(EventID.init)
        if let time = Self.text(arguments["newDateTime"] ?? arguments["dateTime"], atMost: 200) {
            request.time = Self.time(time)
        }
        request.allowsSeries = true
        request.repeats = Self.text(arguments["repeats"], atMost: 200)
        request.durationMinutes = Self.minutes(arguments["newDuration"] ?? arguments["duration"])
        request.eventType = arguments["eventType"]?.string.flatMap(EventType.init(rawValue:))
        request.title = Self.text(arguments["title"], atMost: 200)
        request.limit = arguments["limit"]?.double.flatMap { (1...50).contains($0) ? Int($0) : nil }
        switch tool {
        case .setReminder: request.text = Self.text(arguments["reminderText"], atMost: 1000)
        case .sendMessage: request.text = Self.text(arguments["messageText"], atMost: 10_000)
        case .searchMessages: request.text = Self.text(arguments["query"], atMost: 1000)
        case .scheduleCall, .rescheduleEvent, .cancelEvent: break
        }
        self.request = request
        zone = arguments["timezone"]?.string.flatMap {
            $0.utf8.count <= 64 && TimeZone(identifier: $0) != nil ? $0 : nil
        }
    }

    private static func text(_ value: JSONValue?, atMost length: Int) -> String? {
        guard let text = value?.string?.trimmed, !text.isEmpty else { return nil }
        return String(text.prefix(length))
    }

    private static func minutes(_ value: JSONValue?) -> Int? {
        guard let minutes = value?.double, (1...10_000).contains(minutes) else { return nil }
        return Int(minutes)
    }

    private static func time(_ text: String) -> ToolRequest.Time {
        if let instant = Timestamp(rfc3339: text) { return .instant(instant) }
        return Timestamp(rfc3339: text + "Z") != nil || Timestamp(rfc3339: text + ":00Z") != nil
            ? .local(text) : .expression(text)
    }
}
