/// SQL fragments for other modules' statements about what other programs are shown of calendars.
package enum ListedCalendarObjects {
    /// The names as `o`, with the columns `user_id`, `name`, `uid` and `etag`.
    package static let table = "calendar_sync_objects o"

    /// The condition that there is an object of the name `o`.
    package static let condition = "o.etag IS NOT NULL"

    /// The condition that something has changed since a look that a token tells of.
    /// - Parameters:
    ///   - number: a column or expression with the token's number.
    ///   - user: one with the calendar's owner.
    package static func haveChanged(since number: String, of user: String) -> String {
        """
        (EXISTS (SELECT 1 FROM calendar_sync_marks m WHERE m.user_id = \(user))
         OR EXISTS (SELECT 1 FROM calendar_syncs y WHERE y.user_id = \(user) AND y.last <> \(number)))
        """
    }
}
