import Domain
import SpotterClient

/// What comes from the server by itself.
extension ChatModel {
    mutating func live(_ event: LiveEvent) -> [ChatEffect] {
        switch event {
        case .connected(let welcome):
            let wasOffline = connection == .waiting
            connection = .online
            for place in welcome.chats { conversations[place.chatId]?.unread = place.unread }
            return wasOffline ? [.print([style.dim("● online again")])] : []
        case .waiting(let reason, _):
            // Once per outage: the attempts after it are the prompt's matter.
            defer { connection = .waiting }
            return connection == .waiting ? [] : [.print([style.dim("○ offline: \(TerminalText.line(reason))")])]
        case .ended(let error):
            return [.print([style.red("✗ ") + TerminalText.line("\(error)")]), .quit(unsent: unsent)]
        case .event(let event):
            return server(event)
        }
    }

    private mutating func server(_ event: ServerEvent) -> [ChatEffect] {
        switch event {
        case .chat(let change): return changed(change)
        case .receipt(let receipt):
            conversations[receipt.chatId]?.note(receipt)
            if receipt.userId == me.id, let chat = conversations[receipt.chatId]?.chat, receipt.readSeq >= chat.seq {
                conversations[receipt.chatId]?.unread = 0  // read on another device
            }
            return []
        case .typing(let event):
            if event.userId != me.id { typing.note(event, now: clock.now()) }
            return []
        case .presence(let status):
            presence[status.userId] = status.status
            return []
        case .resync(let chat, _):
            guard let open, chat == nil || chat == open else { return [] }
            return [.print([style.dim("── something was missed; reloading ──")]), .load(open, before: nil)]
        case .gone(let chat):
            conversations[chat] = nil
            guard chat == open else { return [] }
            open = nil
            return [.print([style.dim("── you're no longer in this chat ──")])]
        case .error(let id, let error):
            // Errors with an id are told by the send that they belong to.
            return id == nil ? [.print([style.red("✗ ") + TerminalText.line("\(error)")])] : []
        case .welcome, .ack, .pong, .draft, .settings, .user, .other: return []
        }
    }

    private mutating func changed(_ event: ChatEvent) -> [ChatEffect] {
        guard event.type == .messageCreated, let message = event.message else {
            let isOpen = event.chatId == open
            let refresh: [ChatEffect] =
                event.type == .memberChanged || event.type == .chatUpdated ? [.listChatsQuietly] : []
            let name = conversations[event.chatId]
            let notice = isOpen ? report.notice(event) { name?.name(of: $0) ?? "someone" } : nil
            return refresh + (notice.map { [.print([$0])] } ?? [])
        }
        typing.stopped(message.senderId, in: event.chatId)
        return arrived(message, seq: event.seq)
    }

    private mutating func arrived(_ message: Message, seq: Int64) -> [ChatEffect] {
        let isMine = message.senderId == me.id
        guard var conversation = conversations[message.chatId] else {
            // A chat that we don't know yet: the list brings it.
            return (isMine ? [] : [.transmit(.delivered(message.chatId, seq: seq))]) + [.listChatsQuietly]
        }
        defer { conversations[message.chatId] = conversation }
        if isMine { conversation.noteOwn(message) }
        let name = conversation.name(of: message.senderId)
        guard message.chatId == open else {
            if isMine { return [] }
            conversation.unread += 1
            let lines = report.lines(message, from: name, status: nil, chat: conversation.chat.name)
            return [.print(Array(lines.prefix(1))), .transmit(.delivered(message.chatId, seq: seq))]
        }
        if conversation.oldestShown == nil { conversation.oldestShown = message.seq }
        let lines = report.lines(message, from: name, status: isMine ? message.status : nil)
        // On the screen is read, and what's read is delivered.
        return [.print(lines)] + (isMine ? [] : [.transmit(.read(message.chatId, seq: seq))])
    }
}
