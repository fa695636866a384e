import Accounts
import Crypto
import Domain
import Foundation
import Storage

/// Where a user's calendar stands for other programs, as it is noted.
struct CalendarSyncState: Sendable, Hashable {
    /// The number of the last change.
    var last: Int64 = 0
    /// Names that went up to this change aren't known any more.
    var forgotten: Int64 = 0
    /// How many objects are listed.
    var objects: Int64 = 0
    /// Whether everything is noted or marked as changed.
    var isComplete = false
    /// Those whose names stand in titles: the trainers of a client's events, and the client.
    var people: Set<UserID> = []
    /// A checksum of the names as they stand there. Not the names themselves, which may have to be erased.
    var names = ""

    private static let columns = "last, forgotten, objects, complete, people, names"

    init() {}

    private init(row: any SQLRow) throws {
        last = try row.int(0)
        forgotten = try row.int(1)
        objects = try row.int(2)
        isComplete = try row.bool(3)
        people = Set(try row.text(4).split(separator: ",").compactMap { UserID(String($0)) })
        names = try row.text(5)
    }

    static func find(of user: UserID, on connection: any SQLConnection) throws -> CalendarSyncState? {
        try connection.first("SELECT \(columns) FROM calendar_syncs WHERE user_id = $1", user) {
            try CalendarSyncState(row: $0)
        }
    }

    /// Begins to note what the user is shown. From now on changes are marked.
    static func begin(of user: UserID, on connection: any SQLConnection) throws {
        try connection.execute(
            "INSERT INTO calendar_syncs (user_id, last) VALUES ($1, 0) ON CONFLICT (user_id) DO NOTHING",
            user
        )
    }

    func save(of user: UserID, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE calendar_syncs
            SET last = $1, forgotten = $2, objects = $3, complete = $4, people = $5, names = $6
            WHERE user_id = $7
            """,
            last,
            forgotten,
            objects,
            isComplete,
            people.map(\.description).sorted().joined(separator: ","),
            names,
            user
        )
    }

    /// The checksum of the names of `people` as they are now.
    func currentNames(on connection: any SQLConnection) throws -> String {
        guard !people.isEmpty else { return "" }
        var hash = SHA256()
        for person in people.sorted() {
            hash.update(data: Data("\(person) \(try User.find(person, on: connection)?.displayName ?? "")\n".utf8))
        }
        return Hexadecimal.encode(hash.finalize().prefix(16))
    }
}
