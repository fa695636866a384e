import Assistant
import Domain

/// A function's parameters as the app sends them.
struct AppParameters {
    let json: JSONValue
    private let members: [String: JSONValue]

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
        guard let id = ChatID(text) else { throw AppFailure("Chat not found.") }
        return id
    }

    /// Whether a person is named whom nobody has chosen from a list yet.
    func lacksChosenPerson(for tool: ToolName) -> Bool {
        switch tool {
        case .scheduleCall: text("clientId") == nil
        case .setReminder: text("clientName") != nil && text("clientId") == nil
        case .sendMessage: text("chatId") == nil
        case .rescheduleEvent, .cancelEvent, .searchMessages: false
        }
    }

    func request(for tool: ToolName) throws -> ToolRequest {
        var request = ToolRequest(tool: tool, person: try person(), chatId: try chat())
        switch tool {
        case .scheduleCall:
            request.time = time("dateTime")
            request.durationMinutes = number("duration")
            request.eventType = EventType.hinted(by: text("query") ?? "call") ?? .adhoc
        case .setReminder:
            request.time = time("dateTime")
            request.text = text("reminderText")
        case .sendMessage:
            guard request.person != nil || request.chatId != nil else {
                throw AppFailure("Either chatId or clientName must be provided.")
            }
            request.text = text("messageText")
        case .rescheduleEvent:
            request.eventId = try event()
            request.time = time("newDateTime")
            request.durationMinutes = number("newDuration")
        case .cancelEvent: request.eventId = try event()
        case .searchMessages: request.text = text("query")
        }
        return request
    }

    private func person() throws -> ToolRequest.Person? {
        if let id = text("clientId") {
            guard let user = UserID(id) else { throw AppFailure("I couldn't find that person in your contacts.") }
            return .id(user)
        }
        return text("clientName").map { .named($0) }
    }

    private func event() throws -> EventID {
        guard let text = text("eventId"), let id = EventID(text) else { throw AppFailure("Event not found.") }
        return id
    }

    /// An exact instant where the app took one of our suggestions, otherwise local time.
    private func time(_ name: String) -> ToolRequest.Time? {
        text(name).map { text in Timestamp(rfc3339: text).map { .instant($0) } ?? .local(text) }
    }
}
