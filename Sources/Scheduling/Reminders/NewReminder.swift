public import Domain

/// A reminder to be set.
public struct NewReminder: Sendable, Hashable {
    /// 1 to 500 characters.
    public var text: String
    public var dueAt: Timestamp
    /// Somebody whom the owner knows.
    public var clientId: UserID?
    /// RFC 5545 `RRULE` value; `dueAt` is then the first occurrence.
    public var recurrence: String?
    /// IANA name of the zone whose clock a recurrence follows; the owner's own where it's missing.
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
    /// A reminder that comes more often is noise, and a load.
    static let leastSeconds = 300

    package static func text(_ text: String) throws -> String {
        let text = text.trimmed
        guard textLength.contains(text.count), text.utf8.count <= 4 * textLength.upperBound else {
            throw SpotterError.invalid("A reminder needs a text of 1 to 500 characters.")
        }
        return text
    }

    static func recurrence(_ rule: String) throws {
        guard let parsed = RecurrenceRule(rule) else {
            throw SpotterError.invalid("'\(rule.prefix(100))' is not a recurrence rule that Spotter understands.")
        }
        guard parsed.elapsedSeconds.map({ $0 >= leastSeconds }) ?? true else {
            throw SpotterError.invalid("A reminder can come every 5 minutes at most.")
        }
    }
}
