import Assistant
import AssistantTools
import Domain
import Scheduling
import SpotterAPI

/// A function's parameters as the app sends them.
struct AppParameters {
    let json: JSONValue
    private let members: [String: JSONValue]

    static func timeName(of tool: ToolName) -> String { tool == .rescheduleEvent ? "newDateTime" : "dateTime" }

    init(_ members: [String: JSONValue]) {
        self.members = members
        json = .object(members)
    }

    func text(_ name: String) -> String? {
        guard let text = members[name]?.string, !text.isEmpty else { return nil }
        return text
    }

    func number(_ name: String) -> Int? {
        members[name]?.int ?? members[name]?.double.flatMap { Int(exactly: $0.rounded()) }
    }

    func chat() throws -> ChatID? {
        guard let text = text("chatId") else { return nil }
        guard let id = ChatID(text) else { throw AppFailure.noSuchChat }
        return id
    }

    /// Whether the call names a person that the user hasn't chosen from a list yet.
    func lacksChosenPerson(for tool: ToolName) -> Bool {
        switch tool {
        // Only an event without participants has just a title.
        case .scheduleCall: text("clientId") == nil && (text("clientName") != nil || text("title") == nil)
        case .setReminder: text("clientName") != nil && text("clientId") == nil
        case .sendMessage: text("chatId") == nil
        case .rescheduleEvent, .cancelEvent, .searchMessages: false
        }
    }

    func request(for tool: ToolName) throws -> ToolRequest {
        var request = ToolRequest(tool: tool, person: try person(), chatId: try chat())
        switch tool {
        case .scheduleCall:
            request.time = try time(of: tool)
            request.durationMinutes = number("duration")
            request.title = text("title")
            request.eventType = EventType.hinted(by: text("query") ?? "call") ?? .adhoc
        case .setReminder:
            request.time = try time(of: tool)
            request.text = text("reminderText")
        case .sendMessage:
            guard request.person != nil || request.chatId != nil else {
                throw AppFailure("Either chatId or clientName must be provided.")
            }
            // The chat is exact; the name is only what the card shows, and may be a group's.
            if request.chatId != nil { request.person = nil }
            request.text = text("messageText")
        case .rescheduleEvent:
            request.eventId = try event()
            request.time = try time(of: tool)
            request.durationMinutes = number("newDuration")
        case .cancelEvent: request.eventId = try event()
        case .searchMessages: request.text = text("query")
        }
        return request
    }

    private func person() throws -> ToolRequest.Person? {
        if let id = text("clientId") {
            guard let user = UserID(id) else { throw AppFailure.stranger(text("clientName") ?? id) }
            return .id(user)
        }
        return text("clientName").map { .named($0) }
    }

    private func event() throws -> EventID {
        guard let text = text("eventId"), let id = EventID(text) else { throw AppFailure.noSuchEvent }
        return id
    }

    /// An exact instant if the user took one of the app's suggestions, otherwise a local time.
    private func time(of tool: ToolName) throws -> ToolRequest.Time? {
        guard let text = text(Self.timeName(of: tool)) else { return nil }
        if let instant = Timestamp(rfc3339: text) { return .instant(instant) }
        guard LocalClock.utc.instant(iso: text) != nil else {
            throw AppFailure("Invalid date/time format: \(text.prefix(100))")
        }
        return .local(text)
    }
}
