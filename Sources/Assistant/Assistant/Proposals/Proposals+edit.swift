public import Accounts
import AssistantTools
public import Domain
import OutputSafety
import Scheduling
public import SpotterAPI
import Storage

extension Proposals {
    /// Changes what a pending proposal would do, with the checks of a new one. It keeps its id and its end, and gets the
    /// next version, so that a confirmation of what was shown before executes nothing.
    ///
    /// The same edit again changes nothing and returns the same.
    /// - Throws: `not_found`, also for another user's proposal, and for people, events and chats (`not_a_member`) that the
    ///   user doesn't have; `expired`; `conflict` if it is no longer pending, if another edit came first, if its time is
    ///   taken, or if something else stands against it; `invalid_request` for a value that the action can't have.
    public func edit(
        _ id: ProposalID,
        _ request: EditProposalRequest,
        by principal: Principal,
        door: AuditChannel = .rest
    ) async throws -> Proposal {
        let actor = principal.actor
        let edit = ProposalEdit(request: request)
        let read = try await database.read { connection in
            let stored = try StoredProposal.find(id, for: actor, on: connection)
            try requirePending(stored)
            return stored.proposal
        }
        let draft = try edit.applied(to: read.arguments)
        if draft.arguments == read.arguments { return read }
        // One version later this may be the same edit, whose answer was lost.
        guard [request.version, request.version.addingReportingOverflow(1).partialValue].contains(read.version) else {
            throw Self.editedElsewhere
        }
        let requester = Requester(user: principal.user, timezone: read.arguments.timezone)
        let resolution = try await resolver.resolve(draft.toolRequest, for: requester)
        let changed = try Self.contents(resolution, requester)
        return try await database.write { connection in
            let now = clock.now()
            let stored = try StoredProposal.find(id, for: actor, on: connection)
            try requirePending(stored)
            // The same edit twice at once.
            if stored.proposal.arguments == changed.arguments { return stored.proposal }
            guard stored.proposal.version == request.version else { throw Self.editedElsewhere }
            let edited = Proposal(
                id: id,
                tool: stored.proposal.tool,
                arguments: changed.arguments,
                summary: Self.summary(changed.summary, after: stored.proposal, request),
                state: .pending,
                expiresAt: stored.proposal.expiresAt,
                doubts: stored.proposal.doubts.filter(draft.keeps) + changed.doubts,
                version: request.version + 1
            )
            try connection.execute(
                """
                UPDATE proposals SET arguments = $1, summary = $2, doubts = $3, version = $4, call_hash = NULL
                WHERE id = $5
                """,
                try JSONValue(encoding: edited.arguments).text,
                edited.summary,
                edited.doubts.isEmpty ? nil : try JSONValue(encoding: edited.doubts).text,
                edited.version,
                id
            )
            try ledger.record(
                edited,
                of: stored.ownerId,
                as: .pending,
                isEdit: true,
                by: actor.userId,
                door,
                at: now,
                on: connection
            )
            return edited
        }
    }

    private func requirePending(_ stored: StoredProposal) throws {
        let now = clock.now()
        if stored.isOverdue(at: now) { throw Self.expired }
        switch stored.proposal.state {
        case .pending: break
        case .expired: throw Self.expired
        case .executed: throw SpotterError(.conflict, "This was already done and can't be changed.")
        case .cancelled: throw SpotterError(.conflict, "This proposal was cancelled; ask for a new one.")
        case .failed: throw Self.failed(stored.failure)
        }
        guard !stored.createdAt.isFromTheFuture(at: now) else { throw Self.clockSetBack }
    }

    private static let editedElsewhere = SpotterError(
        .conflict,
        "This proposal was changed since you saw it. Look at it again, then change it as it is now."
    )

    // MARK: What stands against it

    private typealias Contents = (arguments: ToolArguments, summary: String, doubts: [ProposalDoubt])

    /// - Throws: in place of the question that the assistant would ask.
    private static func contents(
        _ resolution: ToolResolution,
        _ requester: Requester
    ) throws -> Contents {
        switch resolution {
        case .ready(let arguments, let summary, let doubts): return (arguments, summary, doubts)
        case .needs(.clarification(_, let prompt)), .needs(.selection(_, let prompt, _)):
            throw SpotterError.invalid(prompt)
        case .needs(.notFound(let about, _)):
            throw about == "chat" ? SpotterError.notAMember : SpotterError.notFound(about)
        case .needs(.conflict(let conflict)):
            let words = LocalizedText(timezone: requester.timezone)
            throw SpotterError(.conflict, ProposalText.sentence(for: .conflict(conflict), in: words))
        case .needs(.refusal(let reason)), .needs(.other(let reason)): throw SpotterError(.conflict, reason)
        }
    }

    /// Links that a model has put into the arguments stay out of the summary; the user's own don't.
    private static func summary(
        _ text: String,
        after former: Proposal,
        _ request: EditProposalRequest
    ) -> String {
        let own = [former.summary, request.title, request.text].compactMap { $0 }
        let hosts = own.reduce(into: Set<String>()) { $0.formUnion(LinkFilter.hosts(in: $1)) }
        return LinkFilter(allowedHosts: hosts).cleaned(text)
    }
}

extension ToolArguments {
    /// The zone on whose clock it is to be.
    fileprivate var timezone: String? {
        if case .scheduleCall(let call) = self { call.timezone } else { nil }
    }
}
