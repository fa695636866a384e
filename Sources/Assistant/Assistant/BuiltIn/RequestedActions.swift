import AssistantTools
import BuiltInAnswers
import Domain
import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading

/// Everything that a message requests, ready to be proposed or asked about.
struct RequestedActions: Sendable {
    var plans: [EventLookup.Plan] = []
    /// A proposal that the first of them replaces.
    var replaced: Proposal?

    /// Nothing but this reply, and nothing that waits for an answer to it.
    static func asking(_ reason: String) -> RequestedActions {
        var requested = RequestedActions()
        requested.plans = [.ask(.refusal(reason: reason), nil)]
        return requested
    }
}

extension BuiltInAnswerGenerator {
    /// What the message requests, or the earlier request that it completes or changes; `nil` if it requests nothing.
    func requests(of task: AnswerTask, directory: PeopleDirectory) async throws -> RequestedActions? {
        let locale = RequestVocabulary.locale(of: task.question, or: task.requester.locale)
        let requester = Requester(user: task.requester.user, timezone: task.requester.timezone, locale: locale)
            .answered(in: task.requester.language)
        let says = requester.says
        let times = requester.times(at: task.now)
        let last = task.history.last
        let shown = last?.proposals.filter { $0.state == .pending } ?? []
        let kind = QuestionKind.of(task.question)
        let said = try await accepted(by: task, directory: directory) ?? OwnWords.of(task.question)
        /// Whether it requests something by itself.
        lazy var hasVerb = !ActionGrammar(directory: directory, times: times).actions(in: said).isEmpty
        if let only = shown.first, kind.mayComplete, let clock = LocalClock(identifier: task.requester.timezone) {
            let change = ProposalChange(proposal: only, directory: directory, times: times, clock: clock)
            if let words = change.ruledOut(by: said), !hasVerb {
                return .asking(says.leftOver(words, says(.sayInstead)))
            }
            if shown.count == 1, let changed = change.request(from: said) {
                return RequestedActions(plans: [.request(changed)], replaced: only)
            }
        }
        let lookup = sources.calendar.map {
            EventLookup(calendar: $0, directory: directory, requester: requester, now: task.now)
        }
        if let last, let pending = last.pending, let needs = last.needs, kind.mayComplete, !hasVerb {
            let followUp = FollowUp(pending: pending, needs: needs, times: times)
            if let completed = followUp.completed(by: said) {
                return RequestedActions(plans: [.request(try await lookup?.onItsDay(completed) ?? completed)])
            }
            let words = TextWord.words(of: said)
            if !said.contains("?"), RequestMood.isStatement(words.map(\.folded)), followUp.isLimited(words) {
                return RequestedActions(plans: [.ask(needs.asked(again: said, says), pending)])
            }
        }
        if kind == .no, !shown.isEmpty { return nil }
        let topic = RequestTopic(task.history, directory: directory, times: times)
        let grammar = ActionGrammar(directory: directory, times: times, topic: topic)
        let actions = grammar.actions(in: said)
        guard !actions.isEmpty else { return try await unread(task, said, grammar, says) }
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

    /// What looks like a request and isn't read as one: others' lines, and other languages. `nil` if it doesn't.
    private func unread(
        _ task: AnswerTask,
        _ said: String,
        _ grammar: ActionGrammar,
        _ says: AssistantSentences
    ) async throws -> RequestedActions? {
        let question = task.question
        if said != question, !OwnWords.isAboutText(question), !grammar.actions(in: question).isEmpty {
            return .asking(says(.othersLines))
        }
        let turn = UserTurn(said, people: RequestPeople(directory: grammar.directory), times: grammar.times)
        guard let order = UnreadOrder(in: turn, grammar) else { return nil }
        // "Squats with Devon on Thursday" may be one, and "Ditch what I have with Devon on Thursday" another one than it seems.
        let clauses = order.isVerbless ? UnreadOrder.undecided(in: turn, grammar) : []
        let meant = try await guesses.orders(among: clauses, grammar) ?? [order]
        return meant.first.map { RequestedActions(plans: [.ask($0.needs, nil)]) }
    }

    /// The order that a text seems to give while no rule reads it as one; `nil` if it seems to give none, or nobody can tell.
    func guessed(_ text: String, for task: AnswerTask, directory: PeopleDirectory) async throws -> UnreadOrder? {
        guard OwnWords.of(text) == text else { return nil }
        let times = task.requester.times(at: task.now)
        let turn = UserTurn(text, people: RequestPeople(directory: directory), times: times)
        let grammar = ActionGrammar(directory: directory, times: times)
        return try await guesses.orders(among: UnreadOrder.undecided(in: turn, grammar), grammar)?.first
    }

    /// The guessed order that a "yes" accepts, in plain words. Read anew, and therefore compared: who is known, and by which name, may
    /// have changed since it was shown.
    private func accepted(by task: AnswerTask, directory: PeopleDirectory) async throws -> String? {
        guard QuestionKind.of(task.question) == .yes, let asked = task.history.last?.needs,
            case .clarification(["confirmation"], _) = asked,
            let said = task.history.last(where: { $0.role == .user })?.text
        else { return nil }
        return try await guessed(said, for: task, directory: directory)?.plain(agreedTo: asked)
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
                if let request { generation.edit { $0.pending = PendingRequest(request) } }
            }
        }
        if !proposals.isEmpty { say(ProposalText.sentence(for: proposals), into: generation) }
        for needs in missing { say(ProposalText.sentence(for: needs, in: words), into: generation) }
        let left = requested.plans.count - ActionGrammar.maxProposals
        guard left > 0 else { return }
        let values = ["count": "\(left)", "most": "\(ActionGrammar.maxProposals)"]
        say(task.requester.says(.remaining, values), into: generation)
    }
}

extension EventLookup {
    /// A clock time that completes the move of an event keeps the event's day.
    func onItsDay(_ request: ToolRequest) async throws -> ToolRequest {
        guard request.tool == .rescheduleEvent, let id = request.eventId, case .expression(let words)? = request.time,
            let event = try await calendar.events(of: requester.actor, since: now, until: .latest).first(where: {
                $0.id == id
            })
        else { return request }
        var request = request
        request.time = .expression(onItsDay(words, event))
        return request
    }
}

extension AssistantSentences {
    /// As the grammar says it of words that it can't use.
    fileprivate func leftOver(_ words: String, _ question: String) -> String {
        callAsFunction(.leftOver, ["words": String(words.trimmed.prefix(80)), "question": question])
    }
}

extension Needs {
    /// The same question after a reply that only rules something out.
    fileprivate func asked(again reply: String, _ says: AssistantSentences) -> Needs {
        let text = { (prompt: String) in says.leftOver(reply, prompt) }
        return switch self {
        case .clarification(let missing, let prompt): .clarification(missing: missing, prompt: text(prompt))
        case .selection(let about, let prompt, let options):
            .selection(about: about, prompt: text(prompt), options: options)
        case .conflict, .notFound, .refusal, .other:
            .clarification(missing: ["time"], prompt: text(says(.whatInstead)))
        }
    }
}
