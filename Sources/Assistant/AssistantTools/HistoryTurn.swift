package import Domain
package import SpotterAPI

/// An earlier turn of the branch, for use in a prompt or by the grammar.
package struct HistoryTurn: Sendable {
    package let role: TurnRole
    package let text: String
    /// As they are now.
    package let proposals: [Proposal]
    /// The versions that the turn showed, in the same order.
    package let shownVersions: [Int]
    package let needs: Needs?
    package let pending: ToolRequest?
    /// The files that a question brought along.
    package let media: [MediaID]

    package init(
        role: TurnRole,
        text: String,
        proposals: [Proposal] = [],
        shownVersions: [Int]? = nil,
        needs: Needs? = nil,
        pending: ToolRequest? = nil,
        media: [MediaID] = []
    ) {
        self.role = role
        self.text = text
        self.proposals = proposals
        self.shownVersions = shownVersions ?? proposals.map(\.version)
        self.needs = needs
        self.pending = pending
        self.media = media
    }

    /// Whether the turn showed a proposal as it is now.
    package func shows(_ proposal: Proposal) -> Bool {
        zip(proposals, shownVersions).contains { $0.id == proposal.id && $1 == proposal.version }
    }
}
