import AssistantTools
import BuiltInAnswers
import ChatInsights
import Domain
import Messaging
import RequestReading
import Retrieval
import SpotterAPI

/// Answers without a model: actions by grammar, the calendar by rules, everything else by quoting messages.
struct BuiltInAnswerGenerator: AnswerGenerator {
    let search: MessageSearch
    let summaries: SummaryReader
    let proposalMaker: ProposalMaker
    let sources: AnswerSources
    let guesses: OrderGuesses

    func answer(_ task: AnswerTask, into generation: Generation) async throws {
        try await BackgroundWork.shared.run(of: task.requester.user.id) {
            try await respond(to: task, into: generation)
        }
    }

    private func respond(to task: AnswerTask, into generation: Generation) async throws {
        if let notice = AttachmentNotice.textWithoutModel(of: task.attachments) { say(notice, into: generation) }
        let scope = try await search.scope(for: task.requester.actor, in: task.chatId)
        if let requested = try await requests(of: task, directory: scope.people) {
            if !task.mayPropose { return refuseToAct(task, into: generation) }
            try await act(on: requested, for: task, into: generation)
        } else {
            try await speak(to: task, in: scope, into: generation)
        }
        generation.emit(.usage(AssistantAnswer.Usage()))
    }

    private func refuseToAct(_ task: AnswerTask, into generation: Generation) {
        generation.edit { $0.claim(.unable) }
        say(task.requester.says(task.form == .advice ? .adviseOnly : .lookUpOnly), into: generation)
        generation.emit(.usage(AssistantAnswer.Usage()))
    }

    // MARK: Answers

    private func speak(to task: AnswerTask, in scope: SearchScope, into generation: Generation) async throws {
        let says = task.requester.says
        let pending = task.history.last?.proposals.filter { $0.state == .pending } ?? []
        let question = task.question(in: scope)
        if RuleBreaking.isOrder(task.question) {
            generation.edit { $0.claim(.unable) }
            return say(says(.rulesStay), into: generation)
        }
        if QuestionKind.of(task.question) == .summary, OwnWords.of(task.question) != task.question {
            generation.edit { $0.claim(.unable) }
            return say(says(.pastedText), into: generation)
        }
        let data = DataQuestions(
            sources: sources,
            search: search,
            directory: scope.people,
            requester: task.requester,
            now: task.now
        )
        let english = QuestionGloss.english(question, directory: scope.people)
        if let english { TurnTexts.current?.add(english) }
        if task.chatId == nil {
            if let answer = try await data.answer(question) { return tell(answer, into: generation) }
            if let english, let answer = try await data.answer(english) { return tell(answer, into: generation) }
        }
        var kind = QuestionKind.of(task.question)
        if kind == .chats, let english, QuestionKind.of(english) == .calendar { kind = .calendar }
        switch kind {
        case .yes: say(ProposalText.confirmation(of: pending, says), into: generation)
        case .no: say(ProposalText.cancellation(of: pending, says), into: generation)
        case .talk(let reply): say(reply, into: generation)
        case .help: say(says(.help), into: generation)
        case .calendar where sources.calendar != nil:
            guard let calendar = sources.calendar else { return }
            let answer = CalendarAnswer(
                calendar: calendar,
                directory: scope.people,
                requester: task.requester,
                now: task.now
            )
            say(try await answer.text(for: english ?? question), into: generation)
        case .chats where task.mayPropose:
            if let order = try await guessed(task.question, for: task, directory: scope.people) {
                try await act(on: RequestedActions(plans: [.ask(order.needs, nil)]), for: task, into: generation)
            } else {
                try await quote(for: task, in: scope, into: generation)
            }
        case .calendar, .chats: try await quote(for: task, in: scope, into: generation)
        case .summary:
            if !(try await summarise(data.asked(question), data, for: task, into: generation)) {
                try await quote(for: task, in: scope, into: generation)
            }
        case .beyond:
            generation.edit { $0.claim(.unable) }
            say(BeyondReach.reply(to: question, in: says), into: generation)
            if let day = try await data.planned(data.asked(question)) { return say(day, into: generation) }
            try await quote(for: task, in: scope, into: generation, lead: says(.inYourChats))
        }
    }

    /// Summarises the chat that the question is about, or that with the one person or group whom it names.
    /// - Returns: `false` if it names none.
    private func summarise(
        _ asked: AskedWords,
        _ data: DataQuestions,
        for task: AnswerTask,
        into generation: Generation
    ) async throws -> Bool {
        guard let period = data.summaryPeriod(asked, in: task.chatId) else { return false }
        let found = try await summaries.summary(of: period, for: task.requester, at: task.now)
        let kind: AnswerKind = found.messages.isEmpty ? .nothing : .answer
        tell(DataAnswer(text: found.summary.text, citations: found.summary.citations, kind: kind), into: generation)
        return true
    }

    private func tell(_ answer: DataAnswer, into generation: Generation) {
        generation.edit { builder in
            builder.claim(answer.kind)
            builder.sources = answer.citations.map(\.messageId)
            builder.cite(answer.citations)
        }
        if !answer.citations.isEmpty { generation.emit(.retrieved(answer.citations)) }
        say(answer.text, into: generation)
    }

    private func quote(
        for task: AnswerTask,
        in scope: SearchScope,
        into generation: Generation,
        lead: String? = nil
    ) async throws {
        if lead == nil, task.isBare(in: scope) {
            generation.edit { $0.claim(.nothing) }
            return say(task.requester.says(.aboutWhat), into: generation)
        }
        let found = try await search.context(for: task.contextQuery(task.searchText(in: scope)), in: scope)
        if lead == nil, Poll.isAsked(task.question) {
            let topic = Topic(task.question, task.understanding(of: found, in: scope))
            let poll = Poll(requester: task.requester, now: task.now)
            if let answer = try await poll.answer(topic, found, search: search) {
                return tell(answer, into: generation)
            }
        }
        let answer = ChatAnswer(
            to: task.question(in: scope),
            task.understanding(of: found, in: scope),
            found: found,
            requester: task.requester,
            now: task.now,
            isAside: lead != nil
        )
        if lead != nil, answer.citations.isEmpty { return }
        let count = lead == nil ? dayCount(answer, found, for: task, in: scope) : nil
        generation.edit { builder in
            builder.claim(lead != nil ? .unable : count == nil ? answer.kind : .answer)
            builder.sources = answer.citations.map(\.messageId)
            builder.cite(answer.citations)
        }
        if !answer.citations.isEmpty { generation.emit(.retrieved(answer.citations)) }
        if let lead { say(lead, into: generation) }
        if let count { say(count, into: generation) }
        say(answer.text, into: generation)
    }

    /// How many days are left to what is asked about, if a cited message names its day.
    private func dayCount(
        _ answer: ChatAnswer,
        _ found: FoundContext,
        for task: AnswerTask,
        in scope: SearchScope
    ) -> String? {
        let question = task.question(in: scope)
        guard DayCount.isAsked(question) else { return nil }
        let hits = found.hits.flatMap { [$0.message] + $0.neighbours }
        let cited = answer.citations.compactMap { citation in hits.first { $0.id == citation.messageId } }
        let stems = DayCount.stems(task.understanding(of: found, in: scope))
        return DayCount(requester: task.requester, now: task.now).sentence(cited, question: question, about: stems)
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
