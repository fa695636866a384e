import Domain
import SpotterClient

/// What of the open chat is on the screen. It grows at its end only, without gaps; only what was shown counts as read.
extension ChatModel {
    /// Loads what follows the part on the screen, unless the user has to ask for it.
    mutating func loadNew() -> [ChatEffect] {
        guard let open, var chatState = chatStates[open], !chatState.reading.isPaused else { return [] }
        defer { chatStates[open] = chatState }
        guard !chatState.reading.isLoading else {
            chatState.reading.isLoadDue = true
            return []
        }
        chatState.reading.isLoading = true
        chatState.reading.isLoadDue = false
        return [.loadNew(open, after: chatState.reading.shownThrough)]
    }

    /// Loads if the open chat has messages that aren't on the screen.
    mutating func loadIfBehind() -> [ChatEffect] {
        guard let open, let chatState = chatStates[open] else { return [] }
        guard let last = chatState.chat.lastMessage?.seq, last > chatState.reading.shownThrough ?? -1 else { return [] }
        return loadNew()
    }

    mutating func showNew(_ new: NewMessages, of chat: ChatID) -> [ChatEffect] {
        chatStates[chat]?.reading.isLoading = false
        guard chat == open, var chatState = chatStates[chat] else { return [] }
        let isFirst = chatState.reading.shownThrough == nil
        // After an import into the chat, everything has new positions.
        let messages = new.timeline.messages.filter { message in
            isFirst || message.imported != true && !chatState.reading.shownIDs.contains(message.id)
        }
        chatState.reading.shownIDs.formUnion(messages.map(\.id))
        chatState.add(new.timeline.formerNames)
        for message in messages where message.senderId == me.id { chatState.recordOwn(message) }
        let known = chatState
        var lines = formatter.history(
            messages,
            after: chatState.reading.lastDay,
            firstUnread: isFirst ? new.firstUnread : nil
        ) { known.name(of: $0) }
        if isFirst {
            chatState.reading.hasOlder = new.timeline.hasEarlier
            chatState.reading.oldestShown = messages.first?.seq ?? new.through &+ 1
            if messages.isEmpty, new.rest == nil { lines = [style.dim("── no messages yet ──")] }
        }
        chatState.reading.shownThrough = max(new.through, chatState.reading.shownThrough ?? 0)
        chatState.reading.shownCount += messages.count
        if let last = messages.last { chatState.reading.lastDay = time.day(last.createdAt) }
        lines += rest(new.rest, of: &chatState)
        var effects: [ChatEffect] = lines.isEmpty ? [] : [.print(lines)]
        chatStates[chat] = chatState
        if !new.timeline.messages.isEmpty {
            effects.append(.markShown(chat, after: new.after, through: new.through))
        }
        return effects + (chatState.reading.isLoadDue && new.rest == nil ? loadNew() : [])
    }

    private func rest(_ rest: NewMessages.Rest?, of chatState: inout ChatViewState) -> [String] {
        switch rest {
        case .more:
            chatState.reading.isPaused = true
            let count = chatState.chat.unread - chatState.reading.shownCount
            let number = count > 0 ? "\(count) more" : "more"
            return [style.yellow("── there are \(number) new messages: press Enter to read on ──")]
        case .unreachable:
            guard !chatState.reading.isUnreachable else { return [] }
            chatState.reading.isUnreachable = true
            return [style.dim("── newer messages are on the server: they show once it can be reached ──")]
        case nil:
            chatState.reading.isUnreachable = false
            return []
        }
    }

    mutating func loadFailed(_ reason: String, of chat: ChatID) -> [ChatEffect] {
        chatStates[chat]?.reading.isLoading = false
        return [.print([style.red("✗ ") + TerminalText.line(reason)])]
    }

    /// Enter on an empty line reads on where the screen is full.
    mutating func readOn() -> [ChatEffect] {
        guard let open, chatStates[open]?.reading.isPaused == true else { return [] }
        chatStates[open]?.reading.isPaused = false
        return loadNew()
    }

    // MARK: Older messages

    func loadOlder() -> [ChatEffect] {
        guard let open, let reading = chatStates[open]?.reading else {
            return [Self.noOpenChat]
        }
        guard reading.hasOlder, let through = reading.shownThrough, let oldest = reading.oldestShown else {
            return [.print([style.dim("── the beginning ──")])]
        }
        return [.loadOlder(open, before: oldest, through: through, shown: reading.shownCount)]
    }

    /// Nothing can be put above what a terminal shows already. So older messages come with what follows them.
    mutating func showOlder(_ timeline: Timeline, of chat: ChatID) -> [ChatEffect] {
        guard var chatState = chatStates[chat], chat == open else { return [] }
        defer { chatStates[chat] = chatState }
        chatState.add(timeline.formerNames)
        let messages = timeline.messages
        let isLonger = messages.count > chatState.reading.shownCount
        chatState.reading.hasOlder = timeline.hasEarlier
        guard isLonger, let first = messages.first, let last = messages.last else {
            return [.print([style.dim("── older messages are on the server: they show once it can be reached ──")])]
        }
        chatState.reading.oldestShown = first.seq
        chatState.reading.shownCount = messages.count
        chatState.reading.shownIDs.formUnion(messages.map(\.id))
        chatState.reading.lastDay = time.day(last.createdAt)
        let known = chatState
        let title = style.bold("══ \(TerminalText.line(chatState.chat.name)) ══")
        let start = timeline.hasEarlier ? [] : [style.dim("── the beginning ──")]
        return [.print([title] + start + formatter.history(timeline) { known.name(of: $0) })]
    }
}
