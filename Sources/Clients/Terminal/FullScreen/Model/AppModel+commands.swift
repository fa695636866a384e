import Domain
import SpotterAPI
import SpotterClient

/// Slash commands. Their meaning is the line client's; their results are shown in the pane.
extension AppModel {
    mutating func run(_ command: SlashCommand?) -> [AppEffect] {
        guard let command else { return [] }
        switch command {
        case .message, .history: return []
        case .help:
            overlay = .help(scroll: 0)
            return []
        case .chats: return openSwitcher()
        case .open(let name): return openNamed(name)
        case .search(let words, let everywhere): return search(words, in: everywhere ? nil : open)
        case .act(.delete, let choice):
            guard let message = message(choice) else { return [] }
            return askToDelete(message)
        case .act(.seen, let choice):
            guard let message = message(choice) else { return [] }
            return [.receipts(message.id, in: message.chatId)]
        case .act(let action, let choice): return act(action, on: choice)
        case .mute(let hours):
            let until = hours.map { clock.now().adding(minutes: Int64($0) * 60) } ?? .latest
            return inChat { [.shared(.mute($0, until: until))] }
        case .unmute: return inChat { [.shared(.mute($0, until: nil))] }
        case .leave: return askToLeave()
        case .people(let command): return [.shared(.people(command, in: open))]
        case .file(let path, let caption): return inChat { [.shared(.sendFile(path, caption: caption, to: $0))] }
        case .save(let choice, let path): return inChat { [.shared(.saveFiles(choice, to: path, in: $0))] }
        case .openFile(let choice): return inChat { [.shared(.openFile(choice, in: $0))] }
        case .retry: return [.shared(.retry(open))]
        case .discard: return [.shared(.discard(open))]
        case .ask(let question): return ask(question)
        case .confirm(let which):
            guard let proposal = proposal(which) else { return nothingPending() }
            return confirm(proposal)
        case .cancel(let which):
            guard let proposal = proposal(which) else { return nothingPending() }
            return [.cancel(proposal.id)]
        case .agenda(let span):
            let range = AgendaRange(span, now: clock.now(), time: time)
            return [.shared(.agenda(range))]
        case .reminders: return [.shared(.listReminders)]
        case .who: return showingMembers()
        case .coach(let command): return run(command)
        case .settings: return openSettings()
        case .quit: return perform(.quit)
        case .invalid(let reason):
            tell(reason, .failed)
            return []
        }
    }

    private mutating func run(_ command: CoachCommand) -> [AppEffect] {
        let person = openChat.flatMap { partner(in: $0) }
        paneTitle = nil
        switch command {
        case .inbox: return [.loadPage(PageRequest(kind: .inbox))]
        case .week: return [.loadPage(PageRequest(kind: .week))]
        case .actions(done: nil): return inChat { [.loadPage(PageRequest(kind: .actions(in: $0)))] }
        case .scheduled: paneTitle = "Scheduled"
        case .summary: paneTitle = "Summary"
        case .note, .tag: paneTitle = "Notes"
        case .profile, .later, .actions: break
        }
        switch command {
        case .inbox, .scheduled, .week: break
        case .later, .summary, .actions:
            guard open != nil else { return noOpenChat() }
        case .note, .tag, .profile:
            guard let person else {
                tell(ChatModel.needsOnePerson, .failed)
                return []
            }
            guard command == .profile else { break }
            return [.loadPage(PageRequest(kind: .profile(of: person.userId, name: person.displayName)))]
        }
        return [.shared(.coach(command, in: open, about: person?.userId))]
    }

    private mutating func openNamed(_ name: String) -> [AppEffect] {
        if let number = Int(name), list.ordered.indices.contains(number - 1) {
            return openChat(list.ordered[number - 1])
        }
        return [.shared(.open(name))]
    }

    mutating func inChat(_ effects: (ChatID) -> [AppEffect]) -> [AppEffect] {
        guard let open else { return noOpenChat() }
        return effects(open)
    }

    mutating func noOpenChat() -> [AppEffect] {
        tell("Open a chat first\(keyName(.switchChat).map { ": \($0) finds one" } ?? "").", .waiting)
        return []
    }

    /// What is on the screen can be changed without a connection, as by the keys.
    private mutating func act(_ action: MessageAction, on choice: MessageReference) -> [AppEffect] {
        guard let message = loadedMessage(choice) else {
            return inChat { [.shared(.act(action, on: choice, in: $0))] }
        }
        let (id, chat) = (message.id, message.chatId)
        switch action {
        case .edit(let text): return isValid(text) ? [.edit(id, in: chat, text)] : []
        case .react(let emoji): return [.react(EmojiNames.emoji(for: emoji) ?? emoji, id, in: chat)]
        case .pin: return [.pin(true, id, in: chat)]
        case .unpin: return [.pin(false, id, in: chat)]
        case .reply, .delete, .seen: return [.shared(.act(action, on: choice, in: chat))]
        }
    }

    /// The message that a command means; `nil` if there is none, which is told.
    private mutating func message(_ choice: MessageReference) -> Message? {
        let found = loadedMessage(choice)
        if found == nil { tell("There's no such message here.", .failed) }
        return found
    }

    private func loadedMessage(_ choice: MessageReference) -> Message? {
        let messages = timeline?.items.compactMap(\.message) ?? []
        return switch choice {
        case .number(let seq): messages.first { $0.seq == seq }
        case .latestOwn: messages.last { $0.senderId == me.id && $0.deletedAt == nil }
        case .latestOfOthers: messages.last { $0.senderId != me.id && $0.deletedAt == nil }
        }
    }

    mutating func askToDelete(_ message: Message) -> [AppEffect] {
        let text = DisplayWidth.truncate(MessagePreview.text(of: message), to: 40)
        overlay = .question(
            AppQuestion(
                text: "Delete “\(text)” for everybody?",
                effects: [.delete(message.id, in: message.chatId)]
            )
        )
        return []
    }

    private mutating func askToLeave() -> [AppEffect] {
        guard let chat = openChat else { return noOpenChat() }
        overlay = .question(
            AppQuestion(
                text: "Leave \(TerminalText.line(chat.name))? Its history goes from your list with it.",
                effects: [.typed(.leaveChat(chat.id), line: "/leave", in: chat.id)]
            )
        )
        return []
    }

    private mutating func showingMembers() -> [AppEffect] {
        showMembers()
        return []
    }

    mutating func showMembers() {
        guard let chat = openChat else { return }
        show(PageFormatter(model: self).members(of: chat))
    }
}

extension AppEffect {
    /// As the work of a typed line, if it waits for an answer.
    func typed(_ line: String, in chat: ChatID?) -> AppEffect {
        guard case .shared(let effect) = self, effect.isRequest else { return self }
        return .typed(effect, line: line, in: chat)
    }
}
