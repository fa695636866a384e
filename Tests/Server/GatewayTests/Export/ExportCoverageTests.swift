import Accounts
import Domain
import ServerTestKit
import Storage
import TestSupport
import Testing

@testable import SpotterServer

/// Every table that refers to a person is in the export, or somebody has written down why it isn't.
@Suite(.standardTimeLimit) struct ExportCoverageTests {
    @Test(.onSQLite("it asks SQLite for its tables, which are those of PostgreSQL"))
    func everyTableAboutPeopleIsExportedOrExcused() async throws {
        try await TestServer.run { server in
            let participants = server.server.useCases.accountExport.participants
            let told = participants.flatMap { Array($0.tables.keys) }
            #expect(Set(told).count == told.count, "two participants tell of one table")
            let (all, personal) = try await server.server.database.read { connection in
                let columns = try connection.query(
                    """
                    SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'
                    """
                ) { (table: try $0.text(0), column: try $0.text(1)) }
                let keys = try connection.query(
                    """
                    SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
                    WHERE m.type = 'table' AND f."table" = 'users'
                    """
                ) { try $0.text(0) }
                let named = columns.filter { Self.namesAPerson($0.column) }.map(\.table)
                return (Set(columns.map(\.table)), Set(keys).union(named).union(["users"]))
            }
            #expect(personal.count > 20)
            #expect(personal.subtracting(told).isEmpty, "tell in a participant's `tables` what becomes of these")
            #expect(Set(told).subtracting(all).isEmpty, "these tables aren't there")
        }
    }

    @Test(arguments: ["user_id", "owner_id", "blocked_id", "accepted_by", "sender_id"])
    func columnsAreRecognised(column: String) {
        #expect(Self.namesAPerson(column) && !Self.namesAPerson("client_message_id"))
    }

    /// Whether a column's name says that it holds a person's id or address.
    private static func namesAPerson(_ column: String) -> Bool {
        let words = [
            "user", "owner", "sender", "trainer", "client", "actor", "author", "blocker", "blocked", "member",
            "recipient", "inviter", "invitee", "requester", "person",
        ]
        return words.contains { column == "\($0)_id" } || ["accepted_by", "converted_to", "email"].contains(column)
    }
}
