import Domain
import SpotterAPI
import SpotterClient

/// What can be done with a selected message.
extension AppModel {
    mutating func actOnMessage(_ action: KeyAction) -> [AppEffect] {
        switch action {
        case .newest: return goToNewest()
        case .firstUnread: return goToUnread()
        default: break
        }
        switch timeline?.selectedItem?.content {
        case .message(let message, _): return act(action, on: message)
        case .unsent(let entry, _): return act(action, on: entry)
        default: return []
        }
    }

    private mutating func act(_ action: KeyAction, on message: Message) -> [AppEffect] {
        guard message.deletedAt == nil else {
            tell("This message was deleted.")
            return []
        }
        let isMine = message.senderId == me.id
        if [.reply, .react, .edit, .askAbout].contains(action), !composer.writesMessage {
            if case .edit = composer.purpose { return refuse("First finish what you're changing: Enter, or Esc.") }
            composer.end()
        }
        switch action {
        case .reply:
            composer.purpose = .reply(message)
            write()
        case .react:
            composer.begin(.reaction(message), ":")
            write()
        case .edit:
            guard isMine else { return refuse("Only the writer can change a message.") }
            composer.begin(.edit(message), message.text)
            write()
        case .delete: return isMine ? askToDelete(message) : refuse("Only the writer can delete a message.")
        case .save:
            guard !message.media.isEmpty else { return refuse("This message has no file.") }
            return [.shared(.saveFiles(.number(message.seq), to: nil, in: message.chatId))]
        case .askAbout:
            composer.purpose = .message
            // What is typed already isn't lost: it is one step back in the history.
            composer.editor.remember(composer.text)
            write()
            composer.editor.set("/ask about “\(DisplayWidth.truncate(MessagePreview.text(of: message), to: 80))”: ")
        case .pin:
            let isPinned = openChat?.pins.contains(message.id) ?? false
            tell(isPinned ? "Unpinned." : "Pinned.")
            return [.pin(!isPinned, message.id, in: message.chatId)]
        case .copy:
            tell("Copied.")
            return [.copy(TerminalText.block(message.text))]
        case .info: return [.receipts(message.id, in: message.chatId)]
        case .thread:
            pane = .thread(ThreadPane(root: message.id, chat: message.chatId))
            paneScroll = 0
            return [.loadThread(message.id, in: message.chatId)]
        default: return []
        }
        return []
    }

    private mutating func act(_ action: KeyAction, on entry: OutboxEntry) -> [AppEffect] {
        switch action {
        case .retry:
            guard entry.isFailed else { return refuse("It is on its way already.") }
            return [.retry(entry.id, in: entry.chatId)]
        case .drop: return [.drop(entry.id, in: entry.chatId)]
        case .copy:
            tell("Copied.")
            return [.copy(TerminalText.block(entry.text))]
        default: return []
        }
    }

    private mutating func refuse(_ reason: String) -> [AppEffect] {
        tell(reason, .waiting)
        return []
    }

    private mutating func write() {
        timeline?.selected = nil
        focus = .composer
    }

    private mutating func goToUnread() -> [AppEffect] {
        guard timeline?.index(of: .unread) != nil else { return refuse("Nothing here was unread.") }
        scrollToUnread()
        return []
    }

    /// Enter: the file, the first link, the quoted message, or the chat of the list.
    mutating func openSelected() -> [AppEffect] {
        switch focus {
        case .list: return list.selected.map { openChat($0) } ?? []
        case .pane: return openInPane()
        case .messages: break
        case .composer: return []
        }
        guard let message = timeline?.selectedItem?.message else { return [] }
        if !message.media.isEmpty { return [.shared(.openFile(.number(message.seq), in: message.chatId))] }
        if let quote = message.quote, !quote.deleted { return [.locate(quote.messageId, in: [message.chatId])] }
        let link = StyledText.lines(of: message.text).flatMap(\.spans).lazy.compactMap(\.link).first
        return link.map { [.openLink($0)] } ?? []
    }
}
