import Domain
import SpotterAPI
import Storage

/// An earlier turn of the branch, for use in a prompt or by the grammar.
struct HistoryTurn: Sendable {
    let role: TurnRole
    let text: String
    let proposals: [Proposal]
    let needs: Needs?
    let pending: ToolRequest?

    init(
        role: TurnRole,
        text: String,
        proposals: [Proposal] = [],
        needs: Needs? = nil,
        pending: ToolRequest? = nil
    ) {
        self.role = role
        self.text = text
        self.proposals = proposals
        self.needs = needs
        self.pending = pending
    }

    /// Stricter than what the owner sees: an answer is withheld if any message that it was generated from is gone,
    /// since its words may come from that message.
    init(_ turn: TurnRow, for owner: Actor, on connection: any SQLConnection) throws {
        let sources = turn.stored?.sources ?? []
        let isReadable = try TurnRow.areReadable(sources, unchangedSince: turn.createdAt, by: owner, on: connection)
        self.init(
            role: turn.role,
            text: isReadable ? turn.text : TurnRow.withheldText,
            proposals: try (turn.stored?.answer.proposals ?? []).map { try $0.refreshed(on: connection) },
            needs: turn.stored?.answer.needs,
            pending: turn.stored?.pending?.request
        )
    }
}
