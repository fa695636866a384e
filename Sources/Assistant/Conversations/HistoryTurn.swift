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

    init(_ turn: TurnRow, for owner: Actor, on connection: any SQLConnection) throws {
        let isReadable = try turn.isReadable(by: owner, on: connection)
        self.init(
            role: turn.role,
            text: isReadable ? turn.text : TurnRow.withheldText,
            proposals: try (turn.stored?.answer.proposals ?? []).map { try $0.refreshed(on: connection) },
            needs: turn.stored?.answer.needs,
            pending: isReadable ? turn.stored?.pending?.request : nil
        )
    }
}
