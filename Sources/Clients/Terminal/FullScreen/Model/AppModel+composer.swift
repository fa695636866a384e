import Domain
import SpotterAPI
import SpotterClient

/// Writing.
extension AppModel {
    mutating func typed(_ key: Key) -> [AppEffect] {
        switch key {
        case .down:
            composer.editor.moveCursor(to: ComposerLayout(self).position(rowsFromCursor: 1))
            return []
        case .up: return perform(.selectMessages)
        case .home, .end:
            composer.editor.moveCursor(to: key == .home ? composer.lineStart : composer.lineEnd)
            return []
        case .endOfInput where composer.isEmpty: return perform(.quit)
        case .enter, .tab, .interrupt, .suspend, .redraw, .unknown: return []
        default:
            _ = composer.editor.handle(key)
            return edited()
        }
    }

    mutating func recall(_ key: Key) -> [AppEffect] {
        _ = composer.editor.handle(key)
        return edited()
    }

    mutating func pasted(_ text: String) -> [AppEffect] {
        if case .switcher(var switcher) = overlay {
            switcher.query += TerminalText.line(text)
            overlay = .switcher(switcher)
            return []
        }
        if focus != .composer, timeline != nil { focus = .composer }
        return typed(.paste(text))
    }

    /// After each change of the text.
    mutating func edited() -> [AppEffect] {
        completion = CompletionMenu(self)
        let path = CompletionMenu.pathPrefix(in: composer).map { [AppEffect.completePath($0)] } ?? []
        guard let open, case .message = composer.purpose else { return path }
        let isSilent = composer.isEmpty || composer.isCommand
        guard let isTyping = typing.userTyped(in: open, isEmpty: isSilent, now: clock.now()) else { return path }
        return path + [.shared(.typing(open, isTyping))]
    }

    mutating func submit() -> [AppEffect] {
        completion = nil
        let text = composer.text
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        switch composer.purpose {
        case .reaction(let message):
            composer.end()
            let emoji = EmojiNames.emoji(for: text.trimmed) ?? text.trimmed
            return [.react(emoji, message.id, in: message.chatId)]
        case .edit(let message):
            guard isValid(text) else { return [] }
            composer.end()
            composer.editor.remember(text)
            return [.edit(message.id, in: message.chatId, text)]
        case .change(let proposal):
            composer.end()
            composer.editor.remember(text)
            return change(proposal, to: text)
        case .message, .reply: return submitMessage(text)
        }
    }

    private mutating func submitMessage(_ text: String) -> [AppEffect] {
        if composer.isCommand {
            composer.editor.remember(text)
            composer.editor.set("")
            let chat = open
            return forgetCommand() + run(SlashCommand(text)).map { $0.typed(text, in: chat) } + edited()
        }
        guard let open else {
            tell("Open a chat first.", .waiting)
            return []
        }
        let message = text.hasPrefix("//") ? String(text.dropFirst()) : text
        guard isValid(message) else { return [] }
        let reply = composer.replyTo
        composer.editor.remember(text)
        composer.reset()
        typing.messageSent()
        let effects = goToNewest()
        focus = .composer
        // Its draft goes with it on this device, and then on the server.
        return effects + [.send(open, message, replyTo: reply), .saveDraft(open, "", replyTo: nil)]
    }

    /// Before it is done, so that it isn't there again after a kill, to be done twice.
    private mutating func forgetCommand() -> [AppEffect] {
        guard composer.savedCommand != nil else { return [] }
        composer.savedCommand = nil
        return [.saveCommand(open, nil)]
    }

    /// The line of a command that wasn't done is typed again, or is one key away if something else is being typed.
    mutating func bringBack(_ line: String, of chat: ChatID?) {
        transfer = nil
        // A connection that was lost on the way may have carried the command.
        var reason = connection.state.isOnline ? "No answer, perhaps not done" : "Not done, no connection"
        if chat != open, let chat = chat.flatMap({ list.chats[$0] }) { reason += " (\(TerminalText.line(chat.name)))" }
        if chat == open, composer.isEmpty, composer.purpose == .message {
            composer.editor.set(line)
            completion = nil
            reason += keyName(.send, in: .composer).map { ". \($0) tries again" } ?? ""
        } else {
            composer.editor.remember(line)
            reason += keyName(.historyBack, in: .composer).map { ". \($0) brings it back" } ?? ""
        }
        tell("\(reason).", .failed)
    }

    mutating func isValid(_ text: String) -> Bool {
        do {
            _ = try Validation.messageText(text)
            return true
        } catch {
            tell(error.message, .failed)
            return false
        }
    }

    /// Keeps what is typed. The server gets a draft when typing pauses, every few seconds while it doesn't, or at once.
    mutating func saveTyped(atOnce: Bool = false) -> [AppEffect] {
        var effects: [AppEffect] = []
        if composer.hasUnsavedCommand {
            composer.savedCommand = composer.command
            effects.append(.saveCommand(open, composer.command))
        }
        guard let open else { return effects }
        let hasChanged = composer.hasUnsavedDraft
        if let step = composer.throttle.step(hasChanged: hasChanged, atOnce: atOnce, now: clock.now()) {
            let (text, reply) = composer.draft
            (composer.savedText, composer.savedReply) = (text, reply)
            effects.append(
                step == .keep ? .keepDraft(open, text, replyTo: reply) : .saveDraft(open, text, replyTo: reply)
            )
        }
        if let message = composer.unsavedEdit {
            composer.savedEdit = composer.text
            effects.append(.saveEdit(message.id, in: message.chatId, composer.text))
        }
        return effects
    }

    /// Leaves the change of a message without doing it.
    mutating func dropChange() -> [AppEffect] {
        defer { composer.end() }
        guard case .edit(let message) = composer.purpose else { return [] }
        return [.saveEdit(message.id, in: message.chatId, nil)]
    }

    /// After leaving the chat or the program in the middle of it.
    mutating func goOnWithCommand(_ line: String, in chat: ChatID?) {
        guard chat == open, composer.isEmpty, composer.purpose == .message, composer.savedCommand == nil else { return }
        composer.editor.set(line)
        composer.savedCommand = line
        if chat == nil, focus == .list { focus = .composer }
    }

    /// After leaving the chat or the program in the middle of it.
    mutating func goOnEditing(_ message: Message, _ text: String) -> [AppEffect] {
        switch composer.purpose {
        case .message, .reply: break
        case .edit, .reaction, .change: return []
        }
        guard message.chatId == open else { return [] }
        composer.begin(.edit(message), text)
        composer.savedEdit = text
        return []
    }

    mutating func refused(_ change: QueuedChange, _ reason: String) -> [AppEffect] {
        if case .edit(let text) = change.change {
            composer.editor.remember(text)
            tell(
                "not changed: \(reason)" + (keyName(.historyBack).map { " (\($0) brings your text back)" } ?? ""),
                .failed
            )
        } else {
            tell("not changed: \(reason)", .failed)
        }
        return ringsNow ? [.bell] : []
    }

    // MARK: Completion

    mutating func complete() -> [AppEffect] {
        if let completion {
            accept(completion)
            return edited()
        }
        let line = SharedCompletion(self).completion
        let editor = composer.editor
        guard editor.cursor == editor.characters.count, let completed = line.complete(editor.text) else {
            return composer.isEmpty ? perform(.nextColumn) : []
        }
        composer.editor.set(completed)
        return edited()
    }

    /// Keys of the list of completions; `nil` for all others.
    mutating func pressedInCompletion(_ key: KeyPress) -> [AppEffect]? {
        guard var completion, !completion.entries.isEmpty else { return nil }
        let typing = keyMap.action(for: key, in: .composer)
        guard typing != .clearOrQuit else { return nil }
        switch typing == .complete ? .choose : menuAction(key, isTyping: true) {
        case .nextChoice: completion.selected += 1
        case .previousChoice: completion.selected -= 1
        case .choose:
            // Enter sends what is complete already.
            if typing == .send, completion.isWhole { return nil }
            accept(completion)
            return edited()
        case .close:
            self.completion = nil
            return []
        default: return nil
        }
        let count = completion.entries.count
        completion.selected = (completion.selected + count) % count
        self.completion = completion
        return []
    }

    private mutating func accept(_ completion: CompletionMenu) {
        guard completion.entries.indices.contains(completion.selected) else { return }
        composer.editor.replace(completion.range, with: completion.entries[completion.selected].inserted)
        self.completion = nil
    }
}
