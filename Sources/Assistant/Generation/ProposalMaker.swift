import Domain
import SpotterAPI

/// Turns a tool request into a proposal, or into a question for what is missing. This is the only path from an answer
/// to an action, and it stops before the action: nothing is executed until the owner confirms.
struct ProposalMaker: Sendable {
    let resolver: any ToolResolving
    let proposals: any Proposing

    enum Outcome: Sendable, Hashable {
        case proposed(Proposal)
        case needs(Needs)
    }

    /// - Parameter task: its requester becomes the owner of the proposal. Retrieved text can't change that.
    func handle(
        _ request: ToolRequest,
        zone: String? = nil,
        for task: AnswerTask,
        into generation: Generation
    ) async throws -> Outcome {
        let requester =
            zone.map { Requester(user: task.requester.user, timezone: $0, locale: task.requester.locale) }
            ?? task.requester
        let resolution: ToolResolution
        do {
            resolution = try await resolver.resolve(request, for: requester)
        } catch let error as SpotterError {
            resolution = .needs(.refusal(reason: error.message))
        }
        switch resolution {
        case .ready(let arguments, let summary, let doubts):
            let made = generation.builder.answer.proposals
            if let same = made.first(where: { $0.arguments == arguments }) { return .proposed(same) }
            guard made.count < task.limits.proposals else {
                return .needs(.refusal(reason: "One answer can propose at most \(task.limits.proposals) actions."))
            }
            let proposal = try await proposals.create(
                arguments: arguments,
                summary: summary,
                doubts: doubts,
                owner: requester.user.id,
                conversation: task.conversationId,
                turn: task.answerId
            )
            generation.emit(.proposal(proposal))
            return .proposed(proposal)
        case .needs(let needs):
            if generation.builder.answer.needs == nil {
                generation.emit(.needs(needs))
                generation.edit { $0.pending = PendingRequest(request) }
            }
            return .needs(needs)
        }
    }
}
