import Domain
import Retrieval
import SpotterAPI

/// Answers without a model: actions by grammar, the calendar by rules, everything else by quoting messages.
struct BuiltInAnswerGenerator: AnswerGenerator {
    let search: MessageSearch
    let proposalMaker: ProposalMaker
    let calendar: (any CalendarReading)?

    func answer(_ task: AnswerTask, into generation: Generation) async throws {
        let scope = try await search.scope(for: task.requester.actor)
        if let requested = try await requests(of: task, directory: scope.people) {
            try await act(on: requested, for: task, into: generation)
        } else {
            try await speak(to: task, in: scope, into: generation)
        }
        generation.emit(.usage(AssistantAnswer.Usage()))
    }

    // MARK: Answers

    private func speak(to task: AnswerTask, in scope: SearchScope, into generation: Generation) async throws {
        let pending = task.history.last?.proposals.filter { $0.state == .pending } ?? []
        switch QuestionKind.of(task.question) {
        case .yes: say(ProposalText.confirmation(of: pending), into: generation)
        case .no: say(ProposalText.cancellation(of: pending), into: generation)
        case .thanks: say("You're welcome.", into: generation)
        case .help: say(ProposalText.help, into: generation)
        case .calendar where calendar != nil:
            guard let calendar else { return }
            let answer = CalendarAnswer(
                calendar: calendar,
                directory: scope.people,
                requester: task.requester,
                now: task.now
            )
            say(try await answer.text(for: task.question), into: generation)
        case .calendar, .chats: try await quote(for: task, in: scope, into: generation)
        case .beyond:
            say("I can't write, advise or reason without a language model.", into: generation)
            try await quote(for: task, in: scope, into: generation, lead: "Here is what your chats say:")
        }
    }

    private func quote(
        for task: AnswerTask,
        in scope: SearchScope,
        into generation: Generation,
        lead: String? = nil
    ) async throws {
        let found = try await search.context(for: task.contextQuery(task.searchText), in: scope)
        let topic = Topic(task.question, task.understanding(of: found, in: scope))
        let answer = ChatAnswer(topic, found: found, requester: task.requester, now: task.now, isAside: lead != nil)
        guard let answer else {
            let note = found.degraded.map { " (\($0))" } ?? ""
            say("I found nothing about that in your chats.\(note)", into: generation)
            return
        }
        generation.edit { builder in
            builder.sources = answer.citations.map(\.messageId)
            builder.cite(answer.citations)
        }
        generation.emit(.retrieved(answer.citations))
        if let lead { say(lead, into: generation) }
        say(answer.text, into: generation)
    }

    /// Publishes a text line by line.
    func say(_ text: String, into generation: Generation) {
        if !generation.builder.answer.text.isEmpty { generation.emit(.textDelta("\n")) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (position, line) in lines.enumerated() {
            let ending = position == lines.count - 1 ? "" : "\n"
            generation.emit(.textDelta(line + ending))
        }
    }
}
