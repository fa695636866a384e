import Domain
import SpotterAPI
import SpotterClient

/// Events from the server. The cache already includes them; `chatsUpdated` brings the changed chats.
extension ChatModel {
    mutating func connectionChanged(_ state: ConnectionState) -> [ChatEffect] {
        let before = connection
        connection = state
        retryAt = nil
        switch state {
        case .online:
            isListDue = open == nil && shownList != nil
            return (before == .connecting ? [] : [.print([style.dim("● online again")])]) + loadIfBehind()
        case .reconnecting(let reason, let wait):
            retryAt = clock.now().adding(milliseconds: wait.wholeMilliseconds)
            // Once per outage: the prompt shows later attempts.
            if case .reconnecting = before { return [] }
            return [.print([style.dim("○ offline: \(TerminalText.line(reason))")])]
        case .ended(let error):
            return [.print([style.red("✗ ") + TerminalText.line("\(error)")]), .quit(unsent: unsent)]
        case .offline(let reason):
            return before == .connecting ? [] : [.print([style.red("✗ ") + TerminalText.line(reason)])]
        case .connecting:
            return []
        }
    }

    mutating func received(_ event: ServerEvent) -> [ChatEffect] {
        switch event {
        case .chat(let change): return received(change)
        case .receipt(let receipt):
            chatStates[receipt.chatId]?.record(receipt)
            return []
        case .typing(let event):
            if event.userId != me.id { typing.record(event, now: clock.now()) }
            return []
        case .presence(let status):
            presence[status.userId] = status.status
            return []
        case .gone(let chat): return removed(chat)
        case .error(let id, let error):
            // An error with an id is shown at the message that it belongs to.
            return id == nil ? [.print([style.red("✗ ") + TerminalText.line("\(ClientError(error))")])] : []
        case .notice(let notice): return show([notice])
        case .noticesSeen(let change):
            shownNotices.formUnion(change.noticeIds)
            return []
        case .contactRequest(let request): return [.print([NoticeFormatter.line(request, style: style)])]
        // What was missed comes with the next update of the chats.
        case .welcome, .ack, .pong, .draft, .settings, .user, .resync, .other: return []
        }
    }

    private mutating func removed(_ chat: ChatID) -> [ChatEffect] {
        chatStates[chat] = nil
        guard chat == open else { return [] }
        open = nil
        return [.print([style.dim("── you're no longer in this chat ──")])]
    }

    private mutating func received(_ event: ChatEvent) -> [ChatEffect] {
        if event.type == .messageCreated, let message = event.message {
            typing.stopped(message.senderId, in: event.chatId)
            return received(message)
        }
        if let member = event.member, member.userId == me.id, member.change == .removed || member.change == .left {
            return removed(event.chatId)
        }
        if let member = event.member, member.change == .removed || member.change == .left {
            chatStates[event.chatId]?.add([member.userId: member.displayName])
        }
        guard event.chatId == open, let chatState = chatStates[event.chatId] else { return [] }
        if event.type == .chatUpdated { return updated(event) }
        let notice = formatter.notice(event) { chatState.name(of: $0) }
        return notice.map { [.print([$0])] } ?? []
    }

    /// The event holds name, photo and pins. Only what changed is shown.
    private mutating func updated(_ event: ChatEvent) -> [ChatEffect] {
        var lines: [String] = []
        let announced = chatStates[event.chatId]?.announced
        if event.name != nil, event.name != announced?.name, let notice = formatter.notice(event, name: { _ in "" }) {
            lines.append(notice)
        }
        if let pins = event.pins, pins != announced?.pins ?? [] {
            lines.append(
                style.dim(pins.count > announced?.pins.count ?? 0 ? "• a message was pinned" : "• a pin was removed")
            )
        }
        chatStates[event.chatId]?.announced = (event.name ?? announced?.name ?? "", event.pins ?? announced?.pins ?? [])
        return lines.isEmpty ? [] : [.print(lines)]
    }

    /// A message of a chat that isn't open is shown in passing. Those of the open chat are shown from the cache.
    private mutating func received(_ message: Message) -> [ChatEffect] {
        // For an unknown chat, the list follows.
        guard let chatState = chatStates[message.chatId], message.senderId != me.id, message.chatId != open else {
            return []
        }
        let name = chatState.name(of: message.senderId)
        let lines = formatter.lines(message, from: name, status: nil, chat: chatState.chat.name)
        return [.print(Array(lines.prefix(1)))]
    }
}
