import Domain
import SpotterAPI
import SpotterClient

/// The assistant beside the chat. It proposes; only a key that the user presses on a card, or a typed command, confirms.
extension AppModel {
    mutating func ask(_ question: String) -> [AppEffect] {
        guard !assistant.isAnswering else {
            tell("The assistant is still answering.", .waiting)
            return []
        }
        assistant.isNewWanted = false
        assistant.exchanges.append(AssistantState.Exchange(question: question))
        assistant.accumulator = AnswerAccumulator()
        assistant.needs = nil
        assistant.selectedCitation = nil
        pane = .assistant
        paneScroll = .max
        let last = assistant.exchanges.dropLast().last?.id
        return [
            .ask(
                AssistantQuery(
                    message: question,
                    conversationId: assistant.conversation,
                    parent: last.map { .turn($0) } ?? .latest,
                    chatId: nil,
                    timezone: me.timezone
                )
            )
        ]
    }

    mutating func askComposer() -> [AppEffect] {
        let text = composer.text.trimmed
        guard !text.isEmpty else {
            pane = .assistant
            return []
        }
        composer.editor.remember(text)
        composer.clear()
        return ask(text)
    }

    mutating func handleAssistant(_ input: ChatInput) -> [AppEffect] {
        switch input {
        case .answer(let event): receive(event)
        case .answerFailed(let reason):
            assistant.updateLast {
                $0.failure = reason
                $0.status = nil
            }
            if let last = assistant.last, last.text.isEmpty { composer.editor.remember("/ask \(last.question)") }
        case .outcome(let outcome):
            assistant.proposals.removeAll { $0.id == outcome.proposal.id }
            let isDone = outcome.proposal.state == .executed
            let state = isDone ? "✓ done" : "✗ \(outcome.proposal.state.rawValue)"
            tell("\(state): \(outcome.proposal.summary)", isDone ? .good : .failed)
        case .cancelled(let proposal):
            assistant.proposals.removeAll { $0.id == proposal.id }
            tell("Dropped: \(proposal.summary)")
        default: break
        }
        rebuildTimeline()
        return []
    }

    private mutating func receive(_ event: AssistantEvent) {
        let added = assistant.accumulator.feed(event)
        assistant.updateLast { $0.text += added }
        switch event {
        case .started(let conversation, let turn):
            assistant.conversation = conversation
            assistant.updateLast { $0.id = turn }
        case .retrieved(let citations):
            assistant.updateLast { $0.status = "reading \(citations.count) messages" }
        case .thinkingDelta: assistant.updateLast { if $0.text.isEmpty { $0.status = "thinking" } }
        case .textDelta: assistant.updateLast { $0.status = nil }
        case .webSearch: assistant.updateLast { $0.status = "searching the web" }
        case .lookup: assistant.updateLast { $0.status = "looking it up" }
        case .completed(let answer): complete(answer)
        case .proposal, .needs, .usage, .failed: break
        }
    }

    private mutating func complete(_ answer: AssistantAnswer) {
        assistant.conversation = answer.conversationId
        assistant.updateLast { exchange in
            exchange.id = answer.messageId
            exchange.citations = answer.citations
            exchange.pages = answer.webSources
            exchange.model = answer.model
            exchange.status = nil
            exchange.isComplete = true
        }
        assistant.needs = answer.needs
        assistant.add(answer.proposals)
        if let needs = answer.needs, !AnswerFormatter.repeats(needs, in: answer.text) {
            let lines = AnswerFormatter(time: time, style: .plain).needs(needs)
            assistant.updateLast { $0.text += ($0.text.isEmpty ? "" : "\n") + lines.joined(separator: "\n") }
        }
    }

    // MARK: Cards

    /// The proposal with this number or id; the latest if none is given.
    func proposal(_ which: String?) -> Proposal? {
        guard let which else { return assistant.proposals.last }
        if let number = Int(which) {
            return assistant.proposals.indices.contains(number - 1) ? assistant.proposals[number - 1] : nil
        }
        return assistant.proposals.first { $0.id.description == which }
    }

    mutating func nothingPending() -> [AppEffect] {
        tell("Nothing waits for a confirmation.")
        return []
    }

    mutating func confirm(_ proposal: Proposal) -> [AppEffect] {
        guard proposal.expiresAt > clock.now() else {
            assistant.proposals.removeAll { $0.id == proposal.id }
            rebuildTimeline()
            tell("This offer has expired: ask again.", .waiting)
            return []
        }
        return [.confirm(proposal.id, version: proposal.version)]
    }

    mutating func actOnCard(_ action: KeyAction) -> [AppEffect] {
        switch action {
        case .newConversation:
            guard pane == .assistant, !assistant.isAnswering else { return [] }
            let proposals = assistant.proposals
            assistant = AssistantState()
            assistant.proposals = proposals
            assistant.isNewWanted = true
            rebuildTimeline()
            tell("The next question begins a new conversation.")
            return []
        case .previousVersion, .nextVersion:
            guard let id = assistant.last?.id else { return [] }
            return [.selectVersion(id, step: action == .nextVersion ? 1 : -1)]
        case .regenerate:
            guard let last = assistant.last, let id = last.id, !assistant.isAnswering else { return [] }
            assistant.updateLast { $0 = AssistantState.Exchange(question: last.question, id: id) }
            assistant.accumulator = AnswerAccumulator()
            return [.regenerate(id)]
        default: break
        }
        // Only what is selected and on the screen: a key never acts on a card that isn't seen.
        guard focus == .messages else { return [] }
        if action == .cancel, case .choice = timeline?.selectedItem?.content {
            assistant.needs = nil
            rebuildTimeline()
            return []
        }
        guard case .card(let selected) = timeline?.selectedItem?.content else { return [] }
        switch action {
        case .confirm: return confirm(selected)
        case .cancel: return [.cancel(selected.id)]
        case .change:
            let words = selected.editableText ?? ProposedTime(selected, time).text
            composer.begin(.change(selected), words ?? "")
            focus = .composer
            timeline?.selected = nil
            return []
        default: return []
        }
    }

    /// What the card was changed to.
    mutating func change(_ proposal: Proposal, to text: String) -> [AppEffect] {
        let proposed = ProposedTime(proposal, time)
        guard text != proposal.editableText ?? proposed.text else { return [] }
        if let request = proposed.change(text, now: clock.now()) { return [.editProposal(proposal.id, request)] }
        guard proposal.editableText != nil else { return ask("Change this: \(proposal.summary). \(text)") }
        return [.editProposal(proposal.id, EditProposalRequest(version: proposal.version, text: text))]
    }

    /// The same proposal with other contents.
    mutating func replace(_ proposal: Proposal) {
        guard let index = assistant.proposals.firstIndex(where: { $0.id == proposal.id }) else { return }
        assistant.proposals[index] = proposal
        rebuildTimeline()
    }

    /// A number on a choice.
    mutating func chosen(_ key: KeyPress) -> [AppEffect]? {
        guard case .choice(let needs) = timeline?.selectedItem?.content, let number = key.typed?.wholeNumberValue,
            number > 0
        else { return nil }
        let reply: String? =
            switch needs {
            case .selection(_, _, let options):
                options.indices.contains(number - 1) ? options[number - 1].title : nil
            case .conflict(let conflict):
                conflict.suggestions.indices.contains(number - 1)
                    ? "At \(time.dateTime(conflict.suggestions[number - 1])) instead" : nil
            case .clarification, .notFound, .refusal, .other: nil
            }
        guard let reply else { return [] }
        assistant.needs = nil
        focus = .composer
        rebuildTimeline()
        return ask(reply)
    }
}

extension Proposal {
    /// The words of a message or a reminder, which can be changed as they are.
    var editableText: String? {
        switch arguments {
        case .sendMessage(let message): message.text
        case .setReminder(let reminder): reminder.text
        case .scheduleCall, .rescheduleEvent, .cancelEvent: nil
        }
    }
}

extension AssistantState {
    /// Those that wait, and aren't there already.
    mutating func add(_ new: [Proposal]) {
        let known = Set(proposals.map(\.id))
        proposals += new.filter { $0.isPending && !known.contains($0.id) }
    }

    mutating func updateLast(_ change: (inout Exchange) -> Void) {
        guard !exchanges.isEmpty else { return }
        change(&exchanges[exchanges.count - 1])
    }

    /// Takes over the active branch of a stored conversation.
    mutating func show(_ tree: ConversationTree) {
        conversation = tree.conversation.id
        let turns = Dictionary(tree.turns.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let branches = tree.branches
        var shown: [Exchange] = []
        for node in branches.active {
            guard let turn = turns[node.id] else { continue }
            switch turn.role {
            case .user: shown.append(Exchange(question: turn.text))
            case .assistant:
                if shown.isEmpty { shown.append(Exchange(question: "")) }
                let siblings = branches.siblings(of: node)
                let number = (siblings.firstIndex { $0.id == node.id } ?? 0) + 1
                shown[shown.count - 1].text = turn.text
                shown[shown.count - 1].citations = turn.answer?.citations ?? []
                shown[shown.count - 1].model = turn.answer?.model
                shown[shown.count - 1].id = turn.id
                shown[shown.count - 1].isComplete = turn.state != .running
                shown[shown.count - 1].version = (number, siblings.count)
            }
        }
        // What has ended with the connection doesn't keep the next question waiting.
        for index in shown.indices where !shown[index].isComplete { shown[index].failure = "broken off: ask again" }
        exchanges = shown
    }
}
