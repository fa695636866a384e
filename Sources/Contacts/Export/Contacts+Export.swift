public import Accounts
public import Domain
import SpotterAPI
import Storage

extension Contacts: AccountExportParticipant {
    public var tables: [String: TableExport] {
        [
            "contacts": .exported(in: "contacts.json"), "prospects": .exported(in: "prospects.json"),
            "invitations": .exported(in: "invitations.json"),
            "blocks": .exported(in: "blocks.json; who has blocked you isn't told"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        let contacts = try await contacts(of: user.asActor)
        try await archive.document("contacts.json", ContactsResponse(contacts: contacts))
        let (prospects, invitations, blocks) = try await database.read { connection in
            (
                try connection.query(
                    "SELECT \(Prospect.columns) FROM prospects WHERE trainer_id = $1 ORDER BY id",
                    user.id
                ) { try Prospect(row: $0) },
                try connection.query(
                    """
                    SELECT id, trainer_id, email, expires_at FROM invitations
                    WHERE trainer_id = $1 OR accepted_by = $1 ORDER BY id
                    """,
                    user.id
                ) {
                    Invitation(
                        id: try $0.id(0),
                        trainerId: try $0.id(1),
                        email: try $0.optionalText(2),
                        expiresAt: try $0.timestamp(3)
                    )
                },
                try BlockRows.list(of: user.id, on: connection)
            )
        }
        try await archive.document("prospects.json", ProspectsResponse(prospects: prospects))
        try await archive.document("invitations.json", ExportedInvitations(invitations: invitations))
        try await archive.document("blocks.json", BlocksResponse(blocks: blocks))
    }
}
