import Domain
import LanguageModels
import SpotterAPI

/// The tools that a model may call. They depend only on the user's rights and on the user's own words, never on retrieved
/// text.
enum ToolCatalog {
    /// - Parameter asked: the tools that change something and that the user's words ask for.
    static func definitions(for actor: Actor, asked: Set<ToolName>) -> [ToolDefinition] {
        var tools = [sendMessage, setReminder]
        if Access.can(actor, .manageCalendar) { tools += [scheduleCall, rescheduleEvent, cancelEvent] }
        return [searchMessages, ContactTool.definition]
            + tools.filter { tool in ToolName(rawValue: tool.name).map(asked.contains) ?? false }
    }

    private static let dateTime: JSONValue = text("Start, local time of the user: YYYY-MM-DDTHH:MM:SS, no zone.")
    private static let client: JSONValue = text("The person's name as the user gave it.")
    private static let repeats: JSONValue = text(
        "Only if it recurs: the user's own words for that, such as \"every Tuesday at 6pm for 8 weeks\". dateTime is the first."
    )
    private static let timezone: JSONValue = text("IANA zone, only if the user named another than their own.")

    static let scheduleCall = tool(
        .scheduleCall,
        "Prepare a call, training session or other appointment in the user's calendar.",
        [
            "clientName": client,
            "dateTime": dateTime,
            "repeats": repeats,
            "timezone": timezone,
            "duration": number("Minutes. Leave out for the user's default."),
            "eventType": ["type": "string", "enum": ["training", "call", "adhoc"]],
            "title": text("A title, only if the user gave one."),
        ],
        required: ["dateTime"]
    )

    static let rescheduleEvent = tool(
        .rescheduleEvent,
        "Prepare moving an event to another time.",
        [
            "eventId": text("From <calendar>, if it's there."),
            "clientName": client,
            "newDateTime": dateTime,
            "timezone": timezone,
            "newDuration": number("Minutes. Leave out to keep the length."),
        ],
        required: ["newDateTime"]
    )

    static let cancelEvent = tool(
        .cancelEvent,
        "Prepare cancelling an event.",
        [
            "eventId": text("From <calendar>, if it's there."),
            "clientName": client,
            "dateTime": text("When the event is, local time, if there's no eventId."),
        ],
        required: []
    )

    static let setReminder = tool(
        .setReminder,
        "Prepare a reminder for the user.",
        [
            "reminderText": text("What to be reminded of."),
            "dateTime": dateTime,
            "repeats": repeats,
            "timezone": timezone,
            "clientName": text("The client that it's about, if any."),
        ],
        required: ["reminderText", "dateTime"]
    )

    static let sendMessage = tool(
        .sendMessage,
        "Prepare a message from the user to somebody.",
        [
            "clientName": client,
            "chatId": text("Instead of a name, if known."),
            "messageText": text("The message, in the user's first person."),
        ],
        required: ["messageText"]
    )

    static let searchMessages = tool(
        .searchMessages,
        "Search the user's chats by meaning and words. Runs at once.",
        [
            "query": text("A question or a few words."),
            "clientName": text("Only what this person said."),
            "chatId": text("Only this chat."),
            "limit": number("1 to 50; 10 if left out."),
        ],
        required: ["query"]
    )

    private static func text(_ description: JSONValue) -> JSONValue {
        ["type": "string", "description": description]
    }

    private static func number(_ description: JSONValue) -> JSONValue {
        ["type": "number", "description": description]
    }

    private static func tool(
        _ name: ToolName,
        _ description: String,
        _ properties: [String: JSONValue],
        required: [String]
    ) -> ToolDefinition {
        ToolDefinition(
            name: name.rawValue,
            description: description,
            parameters: [
                "type": "object",
                "properties": .object(properties),
                "required": .array(required.map { .string($0) }),
                "additionalProperties": false,
            ]
        )
    }
}
