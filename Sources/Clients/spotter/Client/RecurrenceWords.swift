import Scheduling

/// How often a rule of RFC 5545 repeats, in words.
enum RecurrenceWords {
    /// `every week on Mon`; `nil` if it isn't a rule that the calendar reads.
    @Sendable static func of(_ rule: String) -> String? { RecurrenceRule(rule)?.summary }
}
