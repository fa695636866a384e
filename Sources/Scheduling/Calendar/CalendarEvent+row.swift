import Domain
package import Storage

extension CalendarEvent {
    package static let columns =
        "id, trainer_id, event_type, title, client_id, prospect_id, starts_at, ends_at, status, created_by"

    /// From a row that starts with `columns`.
    package init(row: any SQLRow) throws {
        self.init(
            id: try row.id(0),
            trainerId: try row.id(1),
            eventType: try row.word(2),
            title: try row.text(3),
            clientId: try row.optionalID(4),
            prospectId: try row.optionalID(5),
            startsAt: try row.timestamp(6),
            endsAt: try row.timestamp(7),
            status: try row.word(8),
            createdBy: try row.word(9)
        )
    }
}
