public import Contacts
public import Domain
import Scheduling
import SpotterAPI
public import Storage

/// A deleted prospect leaves nothing behind: proposals about them or their events are erased with the answers that made
/// them, and their name is replaced elsewhere.
extension DerivedTexts: ProspectObserver {
    public func prospectWillBeDeleted(_ id: ProspectID, of trainer: UserID, on connection: any SQLConnection) throws {
        guard let displayName = try Prospect.openName(id, of: trainer, on: connection) else { return }
        let events = try EventCalendar.events(with: id, of: trainer, on: connection)
        for text in [id.description] + events.map(\.description) {
            try eraser(on: connection).erase(
                proposals: proposals(
                    of: trainer,
                    where: "arguments <> replace(arguments, $2, '')",
                    text,
                    on: connection
                )
            )
        }
        let name = FormerName(displayName)
        let names = NameEraser(name: name, ledger: ledger, now: clock.now(), connection: connection)
        for stored in try proposals(
            of: trainer,
            where: """
                (arguments || summary <> replace(arguments || summary, $2, '') OR version > 1 AND EXISTS (
                    SELECT 1 FROM audit_log a WHERE a.proposal_id = proposals.id AND a.words <> replace(a.words, $2, '')))
                """,
            displayName,
            on: connection
        ) { try names.erase(from: stored) }
        let conversations = try connection.query(
            """
            SELECT c.id FROM conversations c WHERE c.owner_id = $1 AND (c.title <> replace(c.title, $2, '') OR EXISTS (
                SELECT 1 FROM turns t
                WHERE t.conversation_id = c.id AND (t.text <> replace(t.text, $2, '') OR t.answer <> replace(t.answer, $3, ''))))
            """,
            trainer,
            name.name,
            name.escaped
        ) { try $0.id(0, ConversationID.self) }
        for conversation in conversations { try names.erase(from: conversation) }
    }

    /// A client with an account keeps their name until the account is deleted.
    public func prospectWillConvert(_ id: ProspectID, to client: UserID, on connection: any SQLConnection) {}

    /// - Parameter condition: on the value bound at `$2`.
    private func proposals(
        of owner: UserID,
        where condition: String,
        _ value: String,
        on connection: any SQLConnection
    ) throws -> [StoredProposal] {
        try connection.query(
            """
            SELECT \(StoredProposal.columns) FROM proposals
            WHERE owner_id = $1 AND \(condition) AND erased_at IS NULL ORDER BY id
            """,
            owner,
            value
        ) { try StoredProposal(row: $0) }
    }
}
