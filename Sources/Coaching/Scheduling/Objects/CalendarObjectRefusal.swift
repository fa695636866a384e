public import Domain

/// Why an object of another calendar isn't taken as it is. Nothing of it is changed or left out silently.
public struct CalendarObjectRefusal: Error, Hashable, Sendable {
    /// The preconditions of CalDAV (RFC 4791 §5.3.2.1) and our own.
    public enum Reason: String, Sendable, CaseIterable {
        case validData = "valid-calendar-data"
        case validObject = "valid-calendar-object-resource"
        case supportedComponent = "supported-calendar-component"
        case supportedData = "supported-calendar-data"
        case attendees = "max-attendees-per-instance"
        case size = "max-resource-size"
        case uidConflict = "no-uid-conflict"
        /// Our own: the time is taken.
        case timeTaken = "time-is-free"
        /// Our own: what the calendar's rules say, such as that what is over stays.
        case rule = "calendar-rules"
    }

    public let reason: Reason
    public let message: String
    /// With `uidConflict`: the name of the object that has the UID.
    public var conflicting: String?

    static func data(_ message: String) -> Self { Self(reason: .validData, message: message) }
    static func invalid(_ message: String) -> Self { Self(reason: .validObject, message: message) }
    static func unsupported(_ message: String) -> Self { Self(reason: .supportedData, message: message) }

    /// An error of the calendar.
    public init?(_ error: SpotterError) {
        switch error.code {
        case .conflict where error.message.contains("taken by"): self.init(reason: .timeTaken, message: error.message)
        case .conflict, .notAContact: self.init(reason: .rule, message: error.message)
        case .invalidRequest: self.init(reason: .validObject, message: error.message)
        default: return nil
        }
    }

    init(reason: Reason, message: String, conflicting: String? = nil) {
        (self.reason, self.message, self.conflicting) = (reason, message, conflicting)
    }
}
