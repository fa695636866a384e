import Accounts
import Assistant
import AssistantTools
import Domain
import Gateway
import SpotterAPI

/// Turns calls into proposals, or into what is missing for one. Executes nothing.
struct ToolProposer: Sendable {
    let resolver: ToolResolver
    let proposals: Proposals

    func run(_ call: ToolCall, for caller: MCPCaller) async throws -> ToolOutcome {
        let requester = caller.requester(timezone: call.text("timezone"))
        switch try await resolver.resolve(try Self.request(call), for: requester) {
        case .needs(let needs): return .result(ToolResult(needs))
        case .ready(let arguments, let summary, let doubts):
            try caller.charge(.messageBytes, summary.utf8.count)
            // The same action that waits already is shown again, so that a call sent twice is no two actions.
            return .proposed(
                try await proposals.propose(
                    arguments,
                    summary: summary,
                    doubts: doubts,
                    for: caller.principal.userId,
                    door: .mcp
                )
            )
        }
    }

    private static func request(_ call: ToolCall) throws(SpotterError) -> ToolRequest {
        var request = ToolRequest(tool: try tool(call.name))
        request.person = call.text("person").map(person)
        request.time = call.text("start").map { .local($0) }
        request.durationMinutes = try call.number("minutes", in: 1...1440)
        request.title = call.text("title")
        request.text = call.text("text")
        if let type = call.text("type") {
            guard let type = EventType(rawValue: type) else { throw .invalid("type must be training, call or adhoc.") }
            request.eventType = type
        }
        if let event = call.text("eventId") {
            guard let id = EventID(event) else { throw .notFound("event") }
            request.eventId = id
        }
        if let chat = call.text("chatId") {
            guard let id = ChatID(chat) else { throw .notAMember }
            request.chatId = id
        }
        return request
    }

    private static func tool(_ name: String) throws(SpotterError) -> ToolName {
        switch name {
        case "schedule": .scheduleCall
        case "reschedule": .rescheduleEvent
        case "cancel": .cancelEvent
        case "remind": .setReminder
        case "message": .sendMessage
        default: throw .invalid("This tool changes nothing.")
        }
    }

    /// An id of a choice that was shown, or a name.
    private static func person(_ text: String) -> ToolRequest.Person { UserID(text).map { .id($0) } ?? .named(text) }
}
