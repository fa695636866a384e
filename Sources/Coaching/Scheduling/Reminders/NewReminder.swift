public import Domain

/// A reminder to be created.
public struct NewReminder: Sendable, Hashable {
    /// 1 to 500 characters.
    public var text: String
    public var dueAt: Timestamp
    /// A person whom the owner has a relation or a chat with.
    public var clientId: UserID?
    /// An RFC 5545 `RRULE` value. `dueAt` is then the first occurrence.
    public var recurrence: String?
    /// IANA name of the time zone of the recurrence; `nil` means the owner's own.
    public var timezone: String?
    public var createdBy: Author

    public init(
        text: String,
        dueAt: Timestamp,
        clientId: UserID? = nil,
        recurrence: String? = nil,
        timezone: String? = nil,
        createdBy: Author = .manual
    ) {
        self.text = text
        self.dueAt = dueAt
        self.clientId = clientId
        self.recurrence = recurrence
        self.timezone = timezone
        self.createdBy = createdBy
    }
}

package enum ReminderRules {
    package static let textLength = 1...500
    /// More frequent reminders would only be noise and load.
    static let minIntervalSeconds = 300

    package static func text(_ text: String) throws -> String {
        let text = text.trimmed
        guard TextLength(textLength).admits(text) else {
            throw SpotterError.invalid("A reminder needs a text of 1 to 500 characters.")
        }
        return text
    }

    package static func recurrence(_ rule: String) throws {
        guard let parsed = RecurrenceRule(rule) else {
            throw SpotterError.invalid("'\(rule.prefix(100))' is not a recurrence rule that Spotter understands.")
        }
        guard parsed.elapsedSeconds.map({ $0 >= minIntervalSeconds }) ?? true else {
            throw SpotterError.invalid("A reminder can come every 5 minutes at most.")
        }
    }
}
