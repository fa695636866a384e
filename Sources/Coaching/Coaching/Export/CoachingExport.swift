public import Accounts
public import Domain
import SpotterAPI
public import Storage

/// Exports a trainer's templates, and the notes and tags that they wrote. A client's export has none of them: they are
/// the trainer's.
public struct CoachingExport: AccountExportParticipant {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    public var tables: [String: TableExport] {
        [
            "message_templates": .exported(in: "templates.json"),
            "client_notes": .exported(in: "notes.json; as a trainer, what you wrote"),
            "client_tags": .exported(in: "notes.json"),
            "broadcasts": .omitted(because: "what was sent is in the chats"),
            "broadcast_recipients": .omitted(because: "what was sent is in the chats"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        guard user.role == .trainer else { return }
        let (templates, notes) = try await database.read { connection in
            let clients = try connection.query(
                """
                SELECT client_id FROM client_notes WHERE trainer_id = $1
                UNION SELECT client_id FROM client_tags WHERE trainer_id = $1
                """,
                user.id
            ) { try $0.id(0, UserID.self) }
            return (
                try Templates.rows(of: user.id, on: connection),
                try clients.map { try NotesOnClients.read($0, by: user.id, on: connection) }
            )
        }
        // A reader of the database isn't held while texts are looked through.
        try await archive.document("templates.json", TemplatesResponse(templates: templates.map { $0.withSlots() }))
        try await archive.document("notes.json", ExportedNotes(notes: notes))
    }
}
