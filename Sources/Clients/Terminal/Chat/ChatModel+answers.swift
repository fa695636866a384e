import Domain
import SpotterAPI
import SpotterClient

/// Results of requests.
extension ChatModel {
    mutating func list(_ chats: [Chat]) -> [ChatEffect] {
        update(with: chats)
        listedChats = chats.map(\.id)
        let lines = rows(of: chats)
        shownList = lines
        isListDue = false
        let hint =
            open == nil && !chats.isEmpty ? [style.dim("Type a number or a name to open a chat, /help for more.")] : []
        return [.print(lines + hint)]
    }

    private func rows(of chats: [Chat]) -> [String] {
        ChatListFormatter.lines(
            chats,
            me: me.id,
            now: serverClock.now(),
            time: time,
            columns: columns(),
            style: style,
            none: "No chats yet. /open EMAIL begins one with a contact, /invite asks somebody new to come."
        )
    }

    /// The first list, if the cache was empty at the start. Later, the list on the screen is shown again with the next
    /// tick if it has changed: many changes make one list.
    mutating func refreshList(_ chats: [Chat]) -> [ChatEffect] {
        guard deferredLines == nil, !chats.isEmpty else { return [] }
        guard let shownList else { return list(chats) }
        isListDue = isListDue || connection.isOnline && rows(of: chats) != shownList
        return []
    }

    mutating func relist() -> [ChatEffect] {
        guard isListDue, open == nil, deferredLines == nil else { return [] }
        isListDue = false
        return [.listChats]
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
        chatStates[chat.id]?.reading = Reading()
        let title = ChatEffect.print([style.bold("══ \(TerminalText.line(chat.name)) ══")])
        return [title] + loadNew() + (draft.isEmpty ? [] : [.prefill(draft)])
    }

    /// Who has received and read a message, and when.
    func showReceipts(_ message: Message, _ receipts: [MessageReceipt]) -> [ChatEffect] {
        let lines = receipts.map { receipt in
            let read = receipt.readAt.map { "read \(time.compact($0, now: serverClock.now()))" }
            let delivered = receipt.deliveredAt.map { "delivered \(time.compact($0, now: serverClock.now()))" }
            return "  \(TerminalText.line(receipt.displayName))  " + style.dim(read ?? delivered ?? "not delivered yet")
        }
        let text = DisplayWidth.truncate(MessagePreview.text(of: message), to: 60)
        return [.print([style.dim("#\(message.seq) “\(text)”")] + lines)]
    }

    func sendFailed(_ entry: OutboxEntry) -> [ChatEffect] {
        guard case .failed(let reason, _) = entry.state else { return [] }
        let place = entry.chatId == open ? "" : chatStates[entry.chatId].map { "[\($0.chat.name)] " } ?? ""
        let text = "\(TerminalText.line(place + entry.text)) (\(TerminalText.line(reason)))"
        return [.print([style.red("✗ not sent: ") + text])]
    }

    mutating func showResults(_ answer: SearchResponse) -> [ChatEffect] {
        let names = chatStates.mapValues(\.chat.name)
        let note = answer.degraded.map { [style.dim(TerminalText.line($0))] } ?? []
        let lines = SearchResultFormatter.lines(answer, chatNames: names, time: time, style: style, all: "")
        return [.print(lines + note)]
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
        lines += formatter.citations(whole.citations) + formatter.pages(whole.webSources)
        if let needs = whole.needs, !AnswerFormatter.repeats(needs, in: whole.text) { lines += formatter.needs(needs) }
        proposals = whole.proposals.filter(\.isPending)
        for (index, proposal) in proposals.enumerated() {
            lines.append(formatter.proposal(proposal) + style.dim("  /confirm \(index + 1) or /cancel \(index + 1)"))
        }
        return [.print(lines)]
    }
}
