package import Domain
package import Storage

extension Notice {
    /// Tells a trainer that their weekly page is ready, as soon as the caller's transaction has been committed and
    /// `Reminders.announceChange` was called.
    /// - Parameters:
    ///   - text: no content, but how much there is.
    ///   - occurrence: when it was to be told.
    package static func insertWeekReady(
        _ id: NoticeID,
        for user: UserID,
        text: String,
        occurrence: Timestamp,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try Draft(id: id, userId: user, kind: .weekReady, text: text, startsAt: occurrence).insert(
            at: now,
            on: connection
        )
    }
}
