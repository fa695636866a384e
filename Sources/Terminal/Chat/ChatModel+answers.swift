import Domain
import SpotterAPI
import SpotterClient

/// What comes back from requests.
extension ChatModel {
    mutating func list(_ chats: [Chat]) -> [ChatEffect] {
        note(chats)
        listed = chats.map(\.id)
        hasListed = true
        let lines = ChatListReport.lines(
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

    /// Takes the server's list without showing it.
    mutating func note(_ chats: [Chat]) {
        for chat in chats {
            if conversations[chat.id] == nil { conversations[chat.id] = Conversation(chat) }
            conversations[chat.id]?.update(chat)
            if chat.id == open { conversations[chat.id]?.unread = 0 }
        }
    }

    mutating func opened(_ chat: Chat, draft: String) -> [ChatEffect] {
        note([chat])
        open = chat.id
        heldBack = heldBack ?? []
        conversations[chat.id]?.oldestShown = nil
        conversations[chat.id]?.hasOlder = true
        let title = ChatEffect.print([style.bold("══ \(TerminalText.line(chat.name)) ══")])
        return [title, .load(chat.id, before: nil)] + (draft.isEmpty ? [] : [.prefill(draft)])
    }

    /// Who has received and read a message, and when.
    func seen(_ message: Message, _ receipts: [MessageReceipt]) -> [ChatEffect] {
        let lines = receipts.map { receipt in
            let read = receipt.readAt.map { "read \(time.brief($0, now: clock.now()))" }
            let delivered = receipt.deliveredAt.map { "delivered \(time.brief($0, now: clock.now()))" }
            return "  \(TerminalText.line(receipt.displayName))  " + style.dim(read ?? delivered ?? "not delivered yet")
        }
        let text = DisplayWidth.truncate(TerminalText.line(message.text), to: 60)
        return [.print([style.dim("#\(message.seq) “\(text)”")] + lines)]
    }

    func refused(_ entry: OutboxEntry) -> [ChatEffect] {
        guard case .failed(let reason, _) = entry.state else { return [] }
        let place = entry.chatId == open ? "" : conversations[entry.chatId].map { "[\($0.chat.name)] " } ?? ""
        let text = "\(TerminalText.line(place + entry.text)) (\(TerminalText.line(reason)))"
        return [.print([style.red("✗ not sent: ") + text])]
    }

    mutating func show(_ timeline: Timeline, of chat: ChatID, isOlder: Bool) -> [ChatEffect] {
        guard var conversation = conversations[chat], chat == open else { return [] }
        defer { conversations[chat] = conversation }
        let messages = timeline.messages
        conversation.hasOlder = timeline.hasEarlier
        if let first = messages.first { conversation.oldestShown = first.seq }
        for message in messages where message.senderId == me.id { conversation.noteOwn(message) }
        let known = conversation
        var lines = report.history(timeline) { known.name(of: $0) }
        if lines.isEmpty { lines = [style.dim(isOlder ? "── the beginning ──" : "── no messages yet ──")] }
        if isOlder && !messages.isEmpty { lines.append(style.dim("── end of older messages ──")) }
        guard !isOlder, let last = messages.last else { return [.print(lines)] }
        conversation.unread = 0
        return [.print(lines)] + (last.seq > conversation.chat.readSeq ? [.markRead(chat, seq: last.seq)] : [])
    }

    mutating func found(_ answer: SearchResponse) -> [ChatEffect] {
        let names = conversations.mapValues(\.chat.name)
        let note = answer.degraded.map { [style.dim(TerminalText.line($0))] } ?? []
        return [.print(SearchReport.lines(answer, chatNames: names, time: time, style: style) + note)]
    }

    mutating func assistant(_ input: ChatInput) -> [ChatEffect] {
        let details = AnswerReport(time: time, style: style)
        switch input {
        case .answer(let event):
            return answered(event, details)
        case .answerFailed(let reason):
            let rest = answerLine
            answerLine = ""
            return [.print((rest.isEmpty ? [] : [rest]) + [style.red("✗ ") + TerminalText.line(reason)])]
        case .outcome(let outcome):
            proposals.removeAll { $0.id == outcome.proposal.id }
            return [.print([details.outcome(outcome)])]
        case .cancelled(let proposal):
            proposals.removeAll { $0.id == proposal.id }
            return [.print([style.dim("dropped: \(TerminalText.line(proposal.summary))")])]
        default:
            return []
        }
    }

    /// Prints whole lines only: a piece of one would be in the way of the prompt.
    private mutating func answered(_ event: AssistantEvent, _ details: AnswerReport) -> [ChatEffect] {
        answerLine += answer.feed(event)
        var lines = answerLine.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        answerLine = lines.popLast() ?? ""
        guard case .completed(let whole) = event else { return lines.isEmpty ? [] : [.print(lines)] }
        if !answerLine.isEmpty { lines.append(answerLine) }
        answerLine = ""
        conversation = (whole.conversationId, whole.messageId)
        lines += details.citations(whole.citations)
        if let needs = whole.needs, !AnswerReport.repeats(needs, in: whole.text) { lines += details.needs(needs) }
        proposals = whole.proposals.filter(\.isPending)
        for (index, proposal) in proposals.enumerated() {
            lines.append(details.proposal(proposal) + style.dim("  /confirm \(index + 1) or /cancel \(index + 1)"))
        }
        return [.print(lines)]
    }
}
