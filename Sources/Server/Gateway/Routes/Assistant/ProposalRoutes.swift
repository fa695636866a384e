import Accounts
import Assistant
import Domain
import Hummingbird
import Messaging
import SpotterAPI

/// Confirmation of the assistant's proposals, and their audit log.
struct ProposalRoutes {
    let proposals: Proposals
    let audit: AuditLog

    func add(to table: inout RouteTable) {
        table.tag = .assistant
        let (proposals, audit) = (proposals, audit)
        table.on(
            .get,
            "/v1/assistant/proposals",
            "listProposals",
            "List the user's proposals, newest first",
            query: [QueryParameter("state", ProposalState.self), QueryParameter("limit", Int.self)],
            response: .json(ProposalsResponse.self)
        ) {
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
            return JSONResponse(ProposalsResponse(proposals: list))
        }
        table.on(
            .get,
            "/v1/assistant/proposals/{proposalId}",
            "getProposal",
            "Get a proposal",
            response: .json(ProposalResponse.self)
        ) { _, context in
            let proposal = try await proposals.proposal(
                try context.id("proposalId", what: "proposal"),
                for: try context.requirePrincipal().actor
            )
            return JSONResponse(ProposalResponse(proposal: proposal))
        }
        table.on(
            .patch,
            "/v1/assistant/proposals/{proposalId}",
            "editProposal",
            "Change what a proposal would do, before it is confirmed",
            body: EditProposalRequest.self,
            response: .json(ProposalResponse.self)
        ) { request, context in
            let body = try await request.decode(EditProposalRequest.self, context: context)
            let proposal = try await proposals.edit(
                try context.id("proposalId", what: "proposal"),
                body,
                by: try context.requirePrincipal()
            )
            return JSONResponse(ProposalResponse(proposal: proposal))
        }
        table.on(
            .post,
            "/v1/assistant/proposals/{proposalId}/confirm",
            "confirmProposal",
            "Execute a proposal in the version that its user has seen (idempotent)",
            body: ConfirmProposalRequest.self,
            response: .json(ProposalOutcome.self),
            cost: .heavy
        ) { request, context in
            let body = try await request.decode(ConfirmProposalRequest.self, context: context)
            let done = try await proposals.confirm(
                try context.id("proposalId", what: "proposal"),
                version: body.version ?? 1,
                by: try context.requirePrincipal().actor,
                admitText: { try context.charge(.messageBytes, $0) }
            )
            return JSONResponse(ProposalOutcome(proposal: done.proposal, result: done.result))
        }
        table.on(
            .post,
            "/v1/assistant/proposals/{proposalId}/cancel",
            "cancelProposal",
            "Cancel a proposal",
            response: .json(ProposalResponse.self),
            cost: .light
        ) { _, context in
            let proposal = try await proposals.cancel(
                try context.id("proposalId", what: "proposal"),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(ProposalResponse(proposal: proposal))
        }
        table.on(
            .get,
            "/v1/assistant/audit",
            "listAudit",
            "The audit log of the user's proposals, newest first, chained by hash",
            query: [QueryParameter("limit", Int.self)],
            response: .json(AuditResponse.self)
        ) { request, context in
            let entries = try await audit.entries(
                of: try context.requirePrincipal().actor,
                limit: try request.parameter("limit") ?? 50
            )
            return JSONResponse(AuditResponse(entries: entries))
        }
    }
}
