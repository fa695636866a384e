public import Accounts
public import Domain
import SpotterAPI
import Storage

extension Contacts: AccountExportParticipant {
    public var tables: [String: TableExport] {
        [
            "contacts": .exported(in: "contacts.json"), "prospects": .exported(in: "prospects.json"),
            "invitations": .exported(in: "invitations.json"),
            "contact_requests": .exported(in: "contact-requests.json"),
            "blocks": .exported(in: "blocks.json; who has blocked you isn't told"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        let contacts = try await contacts(of: user.asActor)
        try await archive.document("contacts.json", ContactsResponse(contacts: contacts))
        let (received, sent) = try await requests(of: user)
        let requests = ContactRequestsResponse(requests: received, sent: sent)
        try await archive.document("contact-requests.json", requests)
        let (prospects, invitations, blocks) = try await database.read { connection in
            (
                try connection.query(
                    "SELECT \(Prospect.columns) FROM prospects WHERE trainer_id = $1 ORDER BY id",
                    user.id
                ) { try Prospect(row: $0) },
                try InvitationRows.all(by: user.id, on: connection),
                try BlockRows.list(of: user.id, on: connection)
            )
        }
        try await archive.document("prospects.json", ProspectsResponse(prospects: prospects))
        try await archive.document("invitations.json", InvitationsResponse(invitations: invitations))
        try await archive.document("blocks.json", BlocksResponse(blocks: blocks))
    }
}
