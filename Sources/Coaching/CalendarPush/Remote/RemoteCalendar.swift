import Scheduling

/// A calendar elsewhere, as far as one writes to it. Nothing of others is overwritten there.
protocol RemoteCalendar: Sendable {
    /// - Parameter tag: of the version that is to be replaced; `nil` if none is known.
    /// - Throws: `RemoteFailure`.
    func put(_ object: CalendarObject, as name: String, replacing tag: String?) async throws -> RemoteOutcome

    /// - Parameter tag: of the version that is known; `nil` if none is.
    /// - Throws: `RemoteFailure`.
    func delete(_ name: String, uid: String, tag: String?) async throws -> RemoteOutcome
}

enum RemoteOutcome: Sendable, Equatable {
    /// It is there now, with the tag that the other server gives it, if it tells.
    case written(tag: String?)
    /// It is gone, or isn't ours.
    case gone
    /// The other server takes this version never, with the reason.
    case refused(String)
}
