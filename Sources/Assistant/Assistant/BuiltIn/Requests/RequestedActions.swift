import Domain
import Retrieval
import Scheduling
import SpotterAPI

/// Everything that a message requests, ready to be proposed or asked about.
struct RequestedActions: Sendable {
    var plans: [EventLookup.Plan] = []
    /// A proposal that the first of them replaces.
    var replaced: Proposal?
}

extension BuiltInAnswerGenerator {
    /// What the message requests, or the earlier request that it completes or changes; `nil` if it requests nothing.
    func requests(of task: AnswerTask, directory: PeopleDirectory) async throws -> RequestedActions? {
        let locale = RequestVocabulary.locale(of: task.question, or: task.requester.locale)
        let requester = Requester(user: task.requester.user, timezone: task.requester.timezone, locale: locale)
        let times = requester.times(at: task.now)
        let last = task.history.last
        let shown = last?.proposals.filter { $0.state == .pending } ?? []
        let kind = QuestionKind.of(task.question)
        if shown.count == 1, kind.mayComplete,
            let clock = LocalClock(identifier: task.requester.timezone),
            let changed = ProposalChange(proposal: shown[0], directory: directory, times: times, clock: clock)
                .request(from: task.question)
        {
            return RequestedActions(plans: [.request(changed)], replaced: shown[0])
        }
        let lookup = sources.calendar.map {
            EventLookup(calendar: $0, directory: directory, requester: requester, now: task.now)
        }
        if let last, let pending = last.pending, let needs = last.needs, kind.mayComplete,
            let completed = FollowUp(pending: pending, needs: needs, times: times).completed(by: task.question),
            ActionGrammar(directory: directory, times: times).actions(in: task.question).isEmpty
        {
            return RequestedActions(plans: [.request(try await lookup?.onItsDay(completed) ?? completed)])
        }
        if kind == .no, !shown.isEmpty { return nil }
        let topic = RequestTopic(task.history, directory: directory, times: times)
        let actions = ActionGrammar(directory: directory, times: times, topic: topic).actions(in: task.question)
        guard !actions.isEmpty else { return nil }
        var requested = RequestedActions()
        for action in actions {
            if let lookup, Access.can(task.requester.actor, .manageCalendar) {
                requested.plans += try await lookup.plans(for: action)
            } else if let question = action.question {
                requested.plans.append(.ask(question, action.toolRequest))
            } else {
                requested.plans.append(.request(action.toolRequest))
            }
        }
        return requested
    }

    /// Proposes what can be proposed, and asks for the rest.
    func act(on requested: RequestedActions, for task: AnswerTask, into generation: Generation) async throws {
        let words = LocalizedText(timezone: task.requester.timezone)
        var task = task
        task.limits.proposals = max(task.limits.proposals, ActionGrammar.maxProposals)
        var proposals: [Proposal] = []
        var missing: [Needs] = []
        if let replaced = requested.replaced {
            _ = try await proposalMaker.proposals.cancel(replaced.id, by: task.requester.actor)
        }
        for plan in requested.plans.prefix(ActionGrammar.maxProposals) {
            switch plan {
            case .request(let request):
                switch try await proposalMaker.handle(request, for: task, into: generation) {
                case .proposed(let proposal): proposals.append(proposal)
                case .needs(let needs): missing.append(needs)
                }
            case .ask(let needs, let request):
                missing.append(needs)
                guard generation.builder.answer.needs == nil else { continue }
                generation.emit(.needs(needs))
                generation.edit { $0.pending = PendingRequest(request) }
            }
        }
        if !proposals.isEmpty { say(ProposalText.sentence(for: proposals), into: generation) }
        for needs in missing { say(ProposalText.sentence(for: needs, in: words), into: generation) }
        let left = requested.plans.count - ActionGrammar.maxProposals
        if left > 0 { say(ProposalText.remaining(left), into: generation) }
    }
}

extension EventLookup {
    /// A clock time that completes the move of an event keeps the event's day.
    func onItsDay(_ request: ToolRequest) async throws -> ToolRequest {
        guard request.tool == .rescheduleEvent, let id = request.eventId, case .expression(let words)? = request.time,
            ClockText.isClockTime(words),
            let event = try await calendar.events(of: requester.actor, since: now, until: .latest).first(where: {
                $0.id == id
            })
        else { return request }
        var request = request
        request.time = .expression("\(day(of: event)) \(words)")
        return request
    }
}
