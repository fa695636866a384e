import Domain
import Foundation
import Storage

/// The name that another calendar has given to an event or a series, and what it says of it that Spotter doesn't know.
/// What was made natively has a row only once that is needed.
struct CalendarObjectRow: Sendable, Equatable {
    let name: String
    let uid: String
    let source: CalendarObjectSource
    /// Lines that are kept as they are: see `CalendarObjectInput.kept`.
    var kept: [String: [String]] = [:]
    /// Whether other calendars don't show it any more, though what is over stays.
    var isHidden = false

    static let columns = "name, uid, event_id, series_id, kept, hidden"

    init(
        name: String,
        uid: String,
        source: CalendarObjectSource,
        kept: [String: [String]] = [:],
        isHidden: Bool = false
    ) {
        (self.name, self.uid, self.source, self.kept, self.isHidden) = (name, uid, source, kept, isHidden)
    }

    /// What stands for an event or a series that has no row.
    init(unnamed source: CalendarObjectSource) {
        self.init(name: "\(source.description).ics", uid: "\(source.description)@spotter", source: source)
    }

    init(row: any SQLRow) throws {
        name = try row.text(0)
        uid = try row.text(1)
        if let event = try row.optionalID(2, EventID.self) {
            source = .event(event)
        } else {
            source = .series(try row.id(3))
        }
        kept =
            try row.optionalText(4).map { try JSONDecoder().decode([String: [String]].self, from: Data($0.utf8)) }
            ?? [:]
        isHidden = try row.int(5) != 0
    }

    static func all(of owner: UserID, on connection: any SQLConnection) throws -> [CalendarObjectRow] {
        try connection.query("SELECT \(columns) FROM calendar_objects WHERE owner_id = $1 ORDER BY name", owner) {
            try CalendarObjectRow(row: $0)
        }
    }

    static func find(
        _ name: String,
        of owner: UserID,
        on connection: any SQLConnection
    ) throws -> CalendarObjectRow? {
        try connection.first(
            "SELECT \(columns) FROM calendar_objects WHERE owner_id = $1 AND name = $2",
            owner,
            name
        ) { try CalendarObjectRow(row: $0) }
    }

    static func find(
        _ source: CalendarObjectSource,
        of owner: UserID,
        on connection: any SQLConnection
    ) throws -> CalendarObjectRow? {
        let (event, series) = source.ids
        return try connection.first(
            """
            SELECT \(columns) FROM calendar_objects
            WHERE owner_id = $1 AND (event_id = $2 OR series_id = $3)
            """,
            owner,
            event,
            series
        ) { try CalendarObjectRow(row: $0) }
    }

    /// The name of the object that has a UID.
    static func name(
        ofUID uid: String,
        of owner: UserID,
        on connection: any SQLConnection
    ) throws -> String? {
        try connection.first(
            "SELECT name FROM calendar_objects WHERE owner_id = $1 AND uid = $2 AND hidden = 0",
            owner,
            uid
        ) { try $0.text(0) }
    }

    /// Writes it in the place of what has its name or shows the same.
    func save(of owner: UserID, on connection: any SQLConnection) throws {
        let (event, series) = source.ids
        try connection.execute(
            "DELETE FROM calendar_objects WHERE owner_id = $1 AND (name = $2 OR event_id = $3 OR series_id = $4)",
            owner,
            name,
            event,
            series
        )
        let kept = try Self.keptText(kept)
        try connection.execute(
            """
            INSERT INTO calendar_objects (owner_id, name, uid, event_id, series_id, kept, hidden, kept_bytes)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            owner,
            name,
            uid,
            event,
            series,
            kept,
            isHidden,
            kept?.utf8.count ?? 0
        )
    }

    /// Kept lines as they are stored; `nil` if there are none.
    static func keptText(_ kept: [String: [String]]) throws -> String? {
        kept.isEmpty ? nil : String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
    }

    /// The bytes of all lines that are kept for a user, without those of one name.
    static func keptBytes(
        of owner: UserID,
        without name: String,
        on connection: any SQLConnection
    ) throws -> Int64 {
        let all = try connection.first("SELECT sum(kept_bytes) FROM calendar_objects WHERE owner_id = $1", owner) {
            try $0.optionalInt(0)
        }
        let own = try connection.first(
            "SELECT kept_bytes FROM calendar_objects WHERE owner_id = $1 AND name = $2",
            owner,
            name
        ) { try $0.int(0) }
        return (all.flatMap { $0 } ?? 0) - (own ?? 0)
    }
}

extension CalendarObjectSource {
    var ids: (event: EventID?, series: EventSeriesID?) {
        switch self {
        case .event(let id): (id, nil)
        case .series(let id): (nil, id)
        }
    }
}
