import Domain

/// One proposal.
///
/// ```swift
/// func words(_ response: ProposalResponse) -> String { response.proposal.summary }
/// ```
public struct ProposalResponse: APIValue {
    public let proposal: Proposal

    public init(proposal: Proposal) { self.proposal = proposal }
    public static var example: ProposalResponse { ProposalResponse(proposal: Examples.proposal) }
}

/// `GET /v1/assistant/proposals`: newest first.
public struct ProposalsResponse: APIValue {
    public let proposals: [Proposal]

    public init(proposals: [Proposal]) { self.proposals = proposals }
    public static var example: ProposalsResponse { ProposalsResponse(proposals: [Examples.proposal]) }
}

/// The result of a confirmation. A second confirmation returns the same result.
public struct ProposalOutcome: APIValue, Hashable {
    public let proposal: Proposal
    public let result: ProposalResult

    public init(proposal: Proposal, result: ProposalResult) {
        self.proposal = proposal
        self.result = result
    }

    public static var example: ProposalOutcome {
        ProposalOutcome(
            proposal: Examples.proposal,
            result: ProposalResult(reminderId: Examples.reminder.id)
        )
    }
}

/// `GET /v1/assistant/audit`: newest first.
public struct AuditResponse: APIValue {
    public let entries: [AuditEntry]

    public init(entries: [AuditEntry]) { self.entries = entries }

    public static var example: AuditResponse {
        AuditResponse(entries: [
            AuditEntry(
                id: Examples.id(15),
                proposalId: Examples.proposal.id,
                tool: Examples.proposal.tool,
                arguments: Examples.proposal.arguments,
                state: .pending,
                door: .chat,
                actorId: Examples.alex,
                at: Examples.time,
                hash: String(repeating: "4f", count: 32),
                previousHash: String(repeating: "0", count: 64)
            )
        ])
    }
}
