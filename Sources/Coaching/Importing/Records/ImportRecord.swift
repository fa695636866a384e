import Domain

/// One line of an import: valid by itself, references not yet resolved. Accounts are identified by e-mail address.
enum ImportRecord: Sendable, Hashable {
    case user(UserRecord)
    case relation(RelationRecord)
    case prospect(ProspectRecord)
    case chat(ChatRecord)
    case message(MessageRecord)
    case event(EventRecord)
    case reminder(ReminderRecord)
    case settings(SettingsRecord)
}

struct ImportLine: Sendable, Hashable {
    let number: Int
    let record: ImportRecord
}

struct UserRecord: Sendable, Hashable {
    let email: String
    let displayName: String
    let role: Role
    let timezone: String
    /// `nil`: nobody can log in until the operator sets a password.
    let password: Secret?
}

struct RelationRecord: Sendable, Hashable {
    let trainer: String
    let client: String
}

struct ProspectRecord: Sendable, Hashable {
    let trainer: String
    let displayName: String
    let timezone: String?
}

struct ChatRecord: Sendable, Hashable {
    let ref: String
    /// A group's name; `nil` for a direct chat.
    let name: String?
    /// In the file's order, without duplicates.
    let members: [String]

    var isGroup: Bool { name != nil }
}

struct MessageRecord: Sendable, Hashable {
    let chat: String
    let ref: String
    let sender: String
    let sentAt: Timestamp
    let text: String
    /// Files of the export that belong to it, by name. Its text may be empty then.
    var files: [String] = []
}

struct EventRecord: Sendable, Hashable {
    let trainer: String
    let ref: String
    let client: String?
    /// The name of one of the trainer's prospects.
    let prospect: String?
    let eventType: EventType
    let title: String?
    let startsAt: Timestamp
    let endsAt: Timestamp
    let status: EventStatus
}

struct ReminderRecord: Sendable, Hashable {
    let user: String
    let ref: String
    let text: String
    let dueAt: Timestamp
    let client: String?
    /// An RFC 5545 `RRULE` value in the time zone of `timezone`, or of the user.
    let recurrence: String?
    let timezone: String?
    let isCompleted: Bool
}

struct SettingsRecord: Sendable, Hashable {
    let user: String
    let settings: SchedulingSettings
}
