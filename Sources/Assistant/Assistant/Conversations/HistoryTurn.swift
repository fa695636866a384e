import Domain
import SpotterAPI
import Storage

/// An earlier turn of the branch, for use in a prompt or by the grammar.
struct HistoryTurn: Sendable {
    let role: TurnRole
    let text: String
    /// As they are now.
    let proposals: [Proposal]
    /// The versions that the turn showed, in the same order.
    let shownVersions: [Int]
    let needs: Needs?
    let pending: ToolRequest?

    init(
        role: TurnRole,
        text: String,
        proposals: [Proposal] = [],
        shownVersions: [Int]? = nil,
        needs: Needs? = nil,
        pending: ToolRequest? = nil
    ) {
        self.role = role
        self.text = text
        self.proposals = proposals
        self.shownVersions = shownVersions ?? proposals.map(\.version)
        self.needs = needs
        self.pending = pending
    }

    /// Whether the turn showed a proposal as it is now.
    func shows(_ proposal: Proposal) -> Bool {
        zip(proposals, shownVersions).contains { $0.id == proposal.id && $1 == proposal.version }
    }

    init(_ turn: TurnRow, for owner: Actor, on connection: any SQLConnection) throws {
        let isReadable = try turn.isReadable(by: owner, on: connection)
        let shown = turn.stored?.answer.proposals ?? []
        self.init(
            role: turn.role,
            text: isReadable ? turn.text : TurnRow.withheldText,
            proposals: try shown.map { try $0.refreshed(on: connection) },
            shownVersions: shown.map(\.version),
            needs: turn.stored?.answer.needs,
            pending: isReadable ? turn.stored?.pending?.request : nil
        )
    }
}
