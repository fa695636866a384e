import AssistantTools
import Domain
import Logging
import OutputSafety
import RequestReading
import SpotterAPI

/// Turns a tool request into a proposal, or into a question for what is missing. This is the only path from an answer
/// to an action, and it stops before the action: nothing is executed until the owner confirms.
///
/// What a model requests must also be covered by the user's own words, twice: as the model put it, and as it was resolved.
struct ProposalMaker: Sendable {
    let resolver: any ToolResolving
    let proposals: any Proposing
    let logger: Logger

    /// What the user's words allow a model to request, and what the model has read besides them.
    struct Scope: Sendable {
        let permission: WritePermission
        /// The user's coming events.
        let events: [CalendarEvent]
        var foreign = ForeignWords()
    }

    enum Outcome: Sendable, Hashable {
        case proposed(Proposal)
        case needs(Needs)
    }

    /// - Parameters:
    ///   - task: its requester becomes the owner of the proposal. Retrieved text can't change that.
    ///   - scope: `nil` for a request that was itself read from the user's words.
    /// - Throws: `Overreach` if the scope doesn't cover the request. Then nothing is proposed, asked or stored.
    func handle(
        _ request: ToolRequest,
        zone: String? = nil,
        for task: AnswerTask,
        within scope: Scope? = nil,
        into generation: Generation
    ) async throws -> Outcome {
        do {
            let limited = try scope?.permission.limited(request, besides: scope?.foreign ?? ForeignWords()) ?? request
            return try await propose(limited, zone: zone, for: task, within: scope, into: generation)
        } catch let overreach as Overreach {
            logger.notice(
                "a tool call wasn't covered by the user's words",
                metadata: [
                    "turn": "\(task.answerId)", "tool": "\(request.tool.rawValue)", "missing": "\(overreach.rawValue)",
                ]
            )
            throw overreach
        }
    }

    private func propose(
        _ request: ToolRequest,
        zone: String?,
        for task: AnswerTask,
        within scope: Scope?,
        into generation: Generation
    ) async throws -> Outcome {
        let requester =
            zone.map {
                Requester(user: task.requester.user, timezone: $0, locale: task.requester.locale)
                    .answered(in: task.requester.language)
            } ?? task.requester
        let resolution: ToolResolution
        do {
            resolution = try await resolver.resolve(request, for: requester)
        } catch let error as SpotterError {
            resolution = .needs(.refusal(reason: error.message))
        }
        let made = generation.builder.answer.proposals
        if let arguments = resolution.arguments, !made.contains(where: { $0.arguments == arguments }) {
            try scope?.permission.check(arguments, zone: zone, events: scope?.events ?? [], made: made.map(\.arguments))
        }
        switch resolution {
        case .ready(let arguments, let summary, let doubts):
            if let same = made.first(where: { $0.arguments == arguments }) { return .proposed(same) }
            guard made.count < task.limits.proposals else {
                let reason = requester.says(.tooMany, ["count": "\(task.limits.proposals)"])
                return .needs(.refusal(reason: reason))
            }
            let proposal = try await proposals.create(
                arguments: arguments,
                summary: LinkFilter(allowedHosts: task.ownHosts).cleaned(summary),
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

extension ToolResolution {
    /// What would be done: now, or at another time than one that is taken.
    fileprivate var arguments: ToolArguments? {
        switch self {
        case .ready(let arguments, _, _): arguments
        case .needs(.conflict(let conflict)): conflict.proposed.arguments
        case .needs: nil
        }
    }
}
