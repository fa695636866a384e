import Assistant
import Domain
import Hummingbird
import Messaging

/// The owner's word on what the assistant proposes, and the log of what came of it.
struct ProposalRoutes {
    let proposals: Proposals
    let audit: AuditLog

    func add(to table: inout RouteTable) {
        let (proposals, audit) = (proposals, audit)
        table.on(.get, "/v1/assistant/proposals", "One's proposals, newest first", query: ["state", "limit"]) {
            request,
            context in
            let state = try request.parameter("state", as: String.self).map { word in
                guard let state = ProposalState(rawValue: word) else {
                    throw SpotterError.invalid("state must be pending, executed, failed, cancelled or expired.")
                }
                return state
            }
            let list = try await proposals.list(
                for: try context.requirePrincipal().actor,
                state: state,
                limit: try request.parameter("limit") ?? 50
            )
            return JSONAnswer(.ok, ProposalsAnswer(proposals: list))
        }
        table.on(.get, "/v1/assistant/proposals/{proposalId}", "One proposal") { _, context in
            let proposal = try await proposals.proposal(
                try context.id("proposalId", what: "proposal"),
                for: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ProposalAnswer(proposal: proposal))
        }
        table.on(
            .post,
            "/v1/assistant/proposals/{proposalId}/confirm",
            "Run it, once; again gives the same result"
        ) { _, context in
            let done = try await proposals.confirm(
                try context.id("proposalId", what: "proposal"),
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, OutcomeAnswer(proposal: done.proposal, result: done.result))
        }
        table.on(.post, "/v1/assistant/proposals/{proposalId}/cancel", "Withdraw it") { _, context in
            let proposal = try await proposals.cancel(
                try context.id("proposalId", what: "proposal"),
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ProposalAnswer(proposal: proposal))
        }
        table.on(
            .get,
            "/v1/assistant/audit",
            "What became of one's proposals, newest first, chained by hash",
            query: ["limit"]
        ) { request, context in
            let entries = try await audit.entries(
                of: try context.requirePrincipal().actor,
                limit: try request.parameter("limit") ?? 50
            )
            return JSONAnswer(.ok, AuditAnswer(entries: entries))
        }
    }

    private struct ProposalAnswer: Encodable { let proposal: Proposal }
    private struct ProposalsAnswer: Encodable { let proposals: [Proposal] }
    private struct OutcomeAnswer: Encodable {
        let proposal: Proposal
        let result: ProposalResult
    }
    private struct AuditAnswer: Encodable { let entries: [AuditEntry] }
}
