import Domain

/// All tools, in the order in which they are listed.
enum MCPTools {
    static let all = reading + proposing

    private static let person = text("A person's name as the user says it, or an id.")
    private static let event = text("The event's id from agenda. Instead of person and time.")
    private static let start = text(
        "When: a local time without a zone, like 2026-03-12T15:00, or words like \"tomorrow at 3pm\"."
    )
    private static let timezone = text("The IANA zone that the time is in, only if it isn't the user's own.")
    private static let proposes = "Proposes only: the user is asked, and it is done after they accept. "

    private static let reading = [
        MCPTool(
            name: "search",
            title: "Search messages",
            description: "Searches the user's chats by meaning and by words; best first, with who said it and when.",
            kind: .reading,
            properties: [
                "query": text("A question or a few words."),
                "person": text("Only what this person said: a name or an id."),
                "chatId": text("Only this chat."),
                "since": text("Only from this day on: YYYY-MM-DD or RFC 3339."),
                "until": text("Only before this day: YYYY-MM-DD or RFC 3339."),
                "limit": number("1 to 50; 10 if left out."),
            ],
            required: ["query"],
            scopes: [.search]
        ),
        MCPTool(
            name: "read_chat",
            title: "Read a chat",
            description: "The last messages of a chat, oldest first. `before` leads to earlier ones.",
            kind: .reading,
            properties: [
                "person": text("Whose chat: a person's or a group's name, or an id."),
                "chatId": text("Instead of person."),
                "before": number("Only messages before this `seq`."),
                "limit": number("1 to 100; 30 if left out."),
            ],
            required: [],
            scopes: [.messagesRead]
        ),
        MCPTool(
            name: "client_profile",
            title: "A client's profile",
            description:
                "What a client has said about themselves: injuries, goals, equipment, preferences, travel, stress.",
            kind: .reading,
            properties: ["person": person],
            required: ["person"],
            scopes: [.profile],
            isForTrainers: true
        ),
        MCPTool(
            name: "client_progress",
            title: "A client's progress",
            description: "What a client measured, as series of dated values with the message that says each.",
            kind: .reading,
            properties: [
                "person": person,
                "measure": text(
                    """
                    One of \(MeasureKind.allCases.map(\.rawValue).joined(separator: ", ")), or the name of one \
                    that the trainer has added; all if left out.
                    """
                ),
                "since": text("The first day: YYYY-MM-DD."),
            ],
            required: ["person"],
            scopes: [.profile],
            isForTrainers: true
        ),
        MCPTool(
            name: "agenda",
            title: "Agenda",
            description: "The user's appointments of some days, in order.",
            kind: .reading,
            properties: [
                "from": text("First day: YYYY-MM-DD, or words like \"next monday\". Today if left out."),
                "days": number("1 to 92; 7 if left out."),
            ],
            required: [],
            scopes: [.calendarRead]
        ),
        MCPTool(
            name: "who_waits",
            title: "Who waits for an answer",
            description: "The chats in which somebody waits for the user's answer, longest first.",
            kind: .reading,
            properties: [:],
            required: [],
            scopes: [.messagesRead]
        ),
    ]

    private static let proposing = [
        MCPTool(
            name: "schedule",
            title: "Schedule an appointment",
            description: proposes + "A call, training session or other appointment in the user's calendar.",
            kind: .proposing(isDestructive: false),
            properties: [
                "person": text("The client or prospect that it is with: a name or an id. Leave out for adhoc."),
                "start": start, "timezone": timezone,
                "minutes": number("Leave out for the user's usual length."),
                "type": ["type": "string", "enum": ["training", "call", "adhoc"]],
                "title": text("Only if the user gave one."),
            ],
            required: ["start"],
            scopes: [.calendarWrite, .calendarRead],
            isForTrainers: true
        ),
        MCPTool(
            name: "reschedule",
            title: "Move an appointment",
            description: proposes + "Moves an appointment to another time.",
            kind: .proposing(isDestructive: true),
            properties: [
                "eventId": event, "person": person, "start": start, "timezone": timezone,
                "minutes": number("Leave out to keep the length."),
            ],
            required: ["start"],
            scopes: [.calendarWrite, .calendarRead],
            isForTrainers: true
        ),
        MCPTool(
            name: "cancel",
            title: "Cancel an appointment",
            description: proposes + "Cancels an appointment.",
            kind: .proposing(isDestructive: true),
            properties: ["eventId": event, "person": person, "start": start, "timezone": timezone],
            required: [],
            scopes: [.calendarWrite, .calendarRead],
            isForTrainers: true
        ),
        MCPTool(
            name: "remind",
            title: "Set a reminder",
            description: proposes + "Reminds the user of something.",
            kind: .proposing(isDestructive: false),
            properties: [
                "text": text("What to be reminded of."), "start": start, "timezone": timezone,
                "person": text("The client that it is about, if any: a name or an id."),
            ],
            required: ["text", "start"],
            scopes: [.calendarWrite]
        ),
        MCPTool(
            name: "message",
            title: "Send a message",
            description: proposes + "Sends a message from the user to a person or a group.",
            kind: .proposing(isDestructive: true),
            properties: [
                "person": text("To whom: a person's or a group's name, or an id."),
                "chatId": text("Instead of person."),
                "text": text("The message, in the user's first person."),
            ],
            required: ["text"],
            scopes: [.messagesWrite]
        ),
    ]

    private static func text(_ description: JSONValue) -> JSONValue { ["type": "string", "description": description] }
    private static func number(_ description: JSONValue) -> JSONValue {
        ["type": "integer", "description": description]
    }
}
