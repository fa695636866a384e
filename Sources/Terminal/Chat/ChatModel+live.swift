import Domain
import SpotterAPI
import SpotterClient

/// What comes from the server by itself. It's in the cache by then: `chatsNoted` brings what it changed.
extension ChatModel {
    mutating func connected(_ state: ConnectionState) -> [ChatEffect] {
        let before = connection
        connection = state
        retryAt = nil
        switch state {
        case .online:
            return before == .connecting ? [] : [.print([style.dim("● online again")])]
        case .reconnecting(let reason, let wait):
            let (seconds, attoseconds) = wait.components
            retryAt = clock.now().adding(milliseconds: seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000)
            // Once per outage: the attempts after it are the prompt's matter.
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

    mutating func server(_ event: ServerEvent) -> [ChatEffect] {
        switch event {
        case .chat(let change): return changed(change)
        case .receipt(let receipt):
            conversations[receipt.chatId]?.note(receipt)
            return []
        case .typing(let event):
            if event.userId != me.id { typing.note(event, now: clock.now()) }
            return []
        case .presence(let status):
            presence[status.userId] = status.status
            return []
        case .resync(let chat, _):
            guard let open, chat == nil || chat == open else { return [] }
            return [.print([style.dim("── something was missed; reloading ──")]), .reload(open)]
        case .gone(let chat): return gone(chat)
        case .error(let id, let error):
            // Errors with an id are told by the message that they belong to.
            return id == nil ? [.print([style.red("✗ ") + TerminalText.line("\(ClientError(error))")])] : []
        case .welcome, .ack, .pong, .draft, .settings, .user, .other: return []
        }
    }

    private mutating func gone(_ chat: ChatID) -> [ChatEffect] {
        conversations[chat] = nil
        guard chat == open else { return [] }
        open = nil
        return [.print([style.dim("── you're no longer in this chat ──")])]
    }

    private mutating func changed(_ event: ChatEvent) -> [ChatEffect] {
        if event.type == .messageCreated, let message = event.message {
            typing.stopped(message.senderId, in: event.chatId)
            return arrived(message, seq: event.seq)
        }
        if let member = event.member, member.userId == me.id, member.change == .removed || member.change == .left {
            return gone(event.chatId)
        }
        guard event.chatId == open, let conversation = conversations[event.chatId] else { return [] }
        if event.type == .chatUpdated { return updated(event) }
        let notice = report.notice(event) { conversation.name(of: $0) }
        return notice.map { [.print([$0])] } ?? []
    }

    /// One event tells of name, photo and pins: what's new is said.
    private mutating func updated(_ event: ChatEvent) -> [ChatEffect] {
        var lines: [String] = []
        let told = conversations[event.chatId]?.told
        if event.name != nil, event.name != told?.name, let notice = report.notice(event, name: { _ in "" }) {
            lines.append(notice)
        }
        if let pins = event.pins, pins != told?.pins ?? [] {
            lines.append(
                style.dim(pins.count > told?.pins.count ?? 0 ? "• a message was pinned" : "• a pin was removed")
            )
        }
        conversations[event.chatId]?.told = (event.name ?? told?.name ?? "", event.pins ?? told?.pins ?? [])
        return lines.isEmpty ? [] : [.print(lines)]
    }

    private mutating func arrived(_ message: Message, seq: Int64) -> [ChatEffect] {
        let isMine = message.senderId == me.id
        // A chat that we don't know yet: the list brings it.
        guard var conversation = conversations[message.chatId] else { return [] }
        defer { conversations[message.chatId] = conversation }
        if isMine { conversation.noteOwn(message) }
        let name = conversation.name(of: message.senderId)
        guard message.chatId == open else {
            if isMine { return [] }
            let lines = report.lines(message, from: name, status: nil, chat: conversation.chat.name)
            return [.print(Array(lines.prefix(1)))]
        }
        if conversation.oldestShown == nil { conversation.oldestShown = message.seq }
        let lines = report.lines(message, from: name, status: isMine ? message.status : nil)
        // On the screen is read.
        return [.print(lines)] + (isMine ? [] : [.markRead(message.chatId, seq: seq)])
    }
}
