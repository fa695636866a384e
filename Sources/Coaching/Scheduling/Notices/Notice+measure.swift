package import Domain
package import Storage

extension Notice {
    /// Tells a trainer of a client's value, as soon as the caller's transaction has been committed and its
    /// `ScheduleChanges` were announced.
    /// - Parameters:
    ///   - text: names the measure and the value.
    ///   - said: when the client has said it.
    package static func insertMeasureAlert(
        _ id: NoticeID,
        for trainer: UserID,
        about client: UserID,
        text: String,
        said: Timestamp,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try Draft(id: id, userId: trainer, kind: .measureAlert, text: text, personId: client, startsAt: said).insert(
            at: now,
            on: connection
        )
    }

    /// Takes a notice back: what it says is gone.
    /// - Returns: whether it had been seen; `nil` if there was none.
    package static func withdraw(_ id: NoticeID, on connection: any SQLConnection) throws -> Bool? {
        guard let notice = try find(id, on: connection) else { return nil }
        try connection.execute("DELETE FROM notices WHERE id = $1", id)
        return notice.seenAt != nil
    }
}
