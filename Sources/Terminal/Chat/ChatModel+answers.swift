import Domain
import SpotterAPI
import SpotterClient

/// Results of requests.
extension ChatModel {
    mutating func list(_ chats: [Chat]) -> [ChatEffect] {
        update(with: chats)
        listedChats = chats.map(\.id)
        hasListedChats = true
        let lines = ChatListFormatter.lines(
            chats,
            me: me.id,
            now: clock.now(),
            time: time,
            columns: columns(),
            style: style
        )
        let hint =
            open == nil && !chats.isEmpty ? [style.dim("Type a number or a name to open a chat, /help for more.")] : []
        return [.print(lines + hint)]
    }

    /// Stores the server's list without showing it.
    mutating func update(with chats: [Chat]) {
        for chat in chats {
            if chatStates[chat.id] == nil { chatStates[chat.id] = ChatViewState(chat) }
            chatStates[chat.id]?.update(chat)
            if chat.id == open { chatStates[chat.id]?.unread = 0 }
        }
    }

    mutating func showOpened(_ chat: Chat, draft: String) -> [ChatEffect] {
        update(with: [chat])
        open = chat.id
        deferredLines = deferredLines ?? []
        chatStates[chat.id]?.oldestShown = nil
        chatStates[chat.id]?.hasOlder = true
        let title = ChatEffect.print([style.bold("══ \(TerminalText.line(chat.name)) ══")])
        return [title, .load(chat.id, before: nil)] + (draft.isEmpty ? [] : [.prefill(draft)])
    }

    /// Who has received and read a message, and when.
    func showReceipts(_ message: Message, _ receipts: [MessageReceipt]) -> [ChatEffect] {
        let lines = receipts.map { receipt in
            let read = receipt.readAt.map { "read \(time.compact($0, now: clock.now()))" }
            let delivered = receipt.deliveredAt.map { "delivered \(time.compact($0, now: clock.now()))" }
            return "  \(TerminalText.line(receipt.displayName))  " + style.dim(read ?? delivered ?? "not delivered yet")
        }
        let text = DisplayWidth.truncate(TerminalText.line(message.text), to: 60)
        return [.print([style.dim("#\(message.seq) “\(text)”")] + lines)]
    }

    func sendFailed(_ entry: OutboxEntry) -> [ChatEffect] {
        guard case .failed(let reason, _) = entry.state else { return [] }
        let place = entry.chatId == open ? "" : chatStates[entry.chatId].map { "[\($0.chat.name)] " } ?? ""
        let text = "\(TerminalText.line(place + entry.text)) (\(TerminalText.line(reason)))"
        return [.print([style.red("✗ not sent: ") + text])]
    }

    mutating func showHistory(_ timeline: Timeline, of chat: ChatID, isOlder: Bool) -> [ChatEffect] {
        guard var chatState = chatStates[chat], chat == open else { return [] }
        defer { chatStates[chat] = chatState }
        let messages = timeline.messages
        chatState.hasOlder = timeline.hasEarlier
        if let first = messages.first { chatState.oldestShown = first.seq }
        for message in messages where message.senderId == me.id { chatState.recordOwn(message) }
        let known = chatState
        var lines = formatter.history(timeline) { known.name(of: $0) }
        if lines.isEmpty { lines = [style.dim(isOlder ? "── the beginning ──" : "── no messages yet ──")] }
        if isOlder && !messages.isEmpty { lines.append(style.dim("── end of older messages ──")) }
        guard !isOlder, let last = messages.last else { return [.print(lines)] }
        chatState.unread = 0
        return [.print(lines)] + (last.seq > chatState.chat.readSeq ? [.markRead(chat, seq: last.seq)] : [])
    }

    mutating func showResults(_ answer: SearchResponse) -> [ChatEffect] {
        let names = chatStates.mapValues(\.chat.name)
        let note = answer.degraded.map { [style.dim(TerminalText.line($0))] } ?? []
        return [.print(SearchResultFormatter.lines(answer, chatNames: names, time: time, style: style) + note)]
    }

    mutating func handleAssistant(_ input: ChatInput) -> [ChatEffect] {
        let formatter = AnswerFormatter(time: time, style: style)
        switch input {
        case .answer(let event):
            return showAnswer(event, formatter)
        case .answerFailed(let reason):
            let rest = answerLine
            answerLine = ""
            return [.print((rest.isEmpty ? [] : [rest]) + [style.red("✗ ") + TerminalText.line(reason)])]
        case .outcome(let outcome):
            proposals.removeAll { $0.id == outcome.proposal.id }
            return [.print([formatter.outcome(outcome)])]
        case .cancelled(let proposal):
            proposals.removeAll { $0.id == proposal.id }
            return [.print([style.dim("dropped: \(TerminalText.line(proposal.summary))")])]
        default:
            return []
        }
    }

    /// Prints whole lines only: part of a line would collide with the prompt.
    private mutating func showAnswer(_ event: AssistantEvent, _ formatter: AnswerFormatter) -> [ChatEffect] {
        answerLine += answer.feed(event)
        var lines = answerLine.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        answerLine = lines.popLast() ?? ""
        guard case .completed(let whole) = event else { return lines.isEmpty ? [] : [.print(lines)] }
        if !answerLine.isEmpty { lines.append(answerLine) }
        answerLine = ""
        assistantConversation = (whole.conversationId, whole.messageId)
        lines += formatter.citations(whole.citations)
        if let needs = whole.needs, !AnswerFormatter.repeats(needs, in: whole.text) { lines += formatter.needs(needs) }
        proposals = whole.proposals.filter(\.isPending)
        for (index, proposal) in proposals.enumerated() {
            lines.append(formatter.proposal(proposal) + style.dim("  /confirm \(index + 1) or /cancel \(index + 1)"))
        }
        return [.print(lines)]
    }
}
