import Domain
import Retrieval
import SpotterAPI

/// Answers without any model: actions by grammar, the calendar by rules, everything else word for word from messages.
struct BuiltInAnswerer: Answering {
    let finder: ContextFinder
    let desk: ActionDesk
    let calendar: (any CalendarReading)?

    func answer(_ task: AnswerTask, into generation: Generation) async throws {
        let roster = try await finder.roster(for: task.requester.actor)
        if let requests = try await requests(of: task, roster: roster), !requests.isEmpty {
            try await act(on: requests, for: task, into: generation)
        } else {
            try await speak(to: task, roster: roster, into: generation)
        }
        generation.emit(.usage(AssistantAnswer.Usage()))
    }

    // MARK: Actions

    /// What the message asks to be done, or completes of what was asked before.
    private func requests(of task: AnswerTask, roster: Roster) async throws -> [ToolRequest]? {
        let times = TimeWords(requester: task.requester, now: task.now)
        let wishes = ActionGrammar(roster: roster, times: times).wishes(in: task.question)
        if wishes.isEmpty {
            guard let last = task.history.last, let pending = last.pending, let needs = last.needs,
                ![.yes, .no, .help, .thanks].contains(QuestionKind.of(task.question)),
                let completed = FollowUp(pending: pending, needs: needs, times: times).completed(by: task.question)
            else { return nil }
            return [completed]
        }
        var requests: [ToolRequest] = []
        for wish in wishes {
            if let calendar, Access.can(task.requester.actor, .manageCalendar) {
                let lookup = EventLookup(calendar: calendar, roster: roster, requester: task.requester, now: task.now)
                requests.append(try await lookup.completed(wish))
            } else {
                requests.append(wish.request)
            }
        }
        return requests
    }

    private func act(on requests: [ToolRequest], for task: AnswerTask, into generation: Generation) async throws {
        let words = LocalWords(timezone: task.requester.timezone)
        var proposals: [Proposal] = []
        var missing: [Needs] = []
        for request in requests {
            switch try await desk.handle(request, for: task, into: generation) {
            case .proposed(let proposal): proposals.append(proposal)
            case .needs(let needs): missing.append(needs)
            }
        }
        if !proposals.isEmpty { say(ActionWords.sentence(for: proposals), into: generation) }
        for needs in missing { say(ActionWords.sentence(for: needs, in: words), into: generation) }
    }

    // MARK: Answers

    private func speak(to task: AnswerTask, roster: Roster, into generation: Generation) async throws {
        let pending = task.history.last?.proposals.filter { $0.state == .pending } ?? []
        switch QuestionKind.of(task.question) {
        case .yes: say(ActionWords.confirmation(of: pending), into: generation)
        case .no: say(ActionWords.cancellation(of: pending), into: generation)
        case .thanks: say("You're welcome.", into: generation)
        case .help: say(ActionWords.help, into: generation)
        case .calendar where calendar != nil:
            guard let calendar else { return }
            let answer = CalendarAnswer(
                calendar: calendar,
                roster: roster,
                requester: task.requester,
                now: task.now
            )
            say(try await answer.text(for: task.question), into: generation)
        case .calendar, .chats: try await quote(for: task, roster: roster, into: generation)
        case .beyond:
            say("I can't write, advise or reason without a language model.", into: generation)
            try await quote(for: task, roster: roster, into: generation, lead: "Here is what your chats say:")
        }
    }

    private func quote(
        for task: AnswerTask,
        roster: Roster,
        into generation: Generation,
        lead: String? = nil
    ) async throws {
        let found = try await finder.find(task.searchText, roster: roster, for: task.requester, at: task.now)
        let answer = ChatAnswer(
            task.question,
            found: found,
            roster: roster,
            requester: task.requester,
            now: task.now,
            isAside: lead != nil
        )
        guard let answer else {
            let note = found.degraded.map { " (\($0))" } ?? ""
            say("I found nothing about that in your chats.\(note)", into: generation)
            return
        }
        generation.edit { draft in
            draft.sources = answer.citations.map(\.messageId)
            draft.cite(answer.citations)
        }
        generation.emit(.retrieved(answer.citations))
        if let lead { say(lead, into: generation) }
        say(answer.text, into: generation)
    }

    /// Tells the readers line by line.
    private func say(_ text: String, into generation: Generation) {
        if !generation.draft.answer.text.isEmpty { generation.emit(.textDelta("\n")) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (position, line) in lines.enumerated() {
            let ending = position == lines.count - 1 ? "" : "\n"
            generation.emit(.textDelta(line + ending))
        }
    }
}
