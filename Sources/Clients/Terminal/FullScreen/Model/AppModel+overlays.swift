import Domain
import SpotterAPI
import SpotterClient

/// The switcher, the list of keys, questions, search and the pane.
extension AppModel {
    mutating func pressed(_ key: KeyPress, in overlay: Overlay) -> [AppEffect] {
        if keyMap.action(for: key, in: .everywhere) == .redraw { return [.redraw] }
        switch overlay {
        case .help(let scroll): pressedInHelp(key, scroll)
        case .switcher(let switcher): return pressed(key, in: switcher)
        case .settings(let menu): return pressed(key, in: menu)
        case .question(let question):
            self.overlay = nil
            if keyMap.action(for: key, in: .question) == .confirm { return question.effects }
            tell("Nothing was done.")
        }
        return []
    }

    /// What a key does in a popup. Where something is typed in it, letters are text.
    func menuAction(_ key: KeyPress, isTyping: Bool) -> KeyAction? {
        isTyping && key.typed != nil ? nil : keyMap.action(for: key, in: .menu)
    }

    private mutating func pressedInHelp(_ key: KeyPress, _ scroll: Int) {
        let page = max(size.rows - 6, 1)
        switch menuAction(key, isTyping: false) {
        case .nextChoice: overlay = .help(scroll: scroll + 1)
        case .previousChoice: overlay = .help(scroll: max(scroll - 1, 0))
        case .pageDown: overlay = .help(scroll: scroll + page)
        case .pageUp: overlay = .help(scroll: max(scroll - page, 0))
        default: overlay = nil
        }
        if case .help(let scroll) = overlay {
            overlay = .help(scroll: min(scroll, max(HelpView.lines(keyMap).count - page, 0)))
        }
    }

    // MARK: The switcher

    mutating func openSwitcher() -> [AppEffect] {
        overlay = .switcher(Switcher(all: switcherEntries))
        return [.loadPeople]
    }

    mutating func refreshSwitcher() {
        guard case .switcher(var switcher) = overlay else { return }
        switcher.all = switcherEntries
        overlay = .switcher(switcher)
    }

    private var switcherEntries: [Switcher.Entry] {
        let chats = list.ordered.compactMap { list.chats[$0] }
        let known = Set(chats.compactMap { partner(in: $0)?.userId })
        let people = contacts.filter { !known.contains($0.userId) }
        return chats.map { chat in
            let detail = chat.unread > 0 ? "\(chat.unread) unread" : chat.kind == .group ? "group" : ""
            return Switcher.Entry(target: .chat(chat.id), name: TerminalText.line(chat.name), detail: detail)
        }
            + people.map {
                Switcher.Entry(target: .person($0.userId), name: TerminalText.line($0.displayName), detail: "new chat")
            }
    }

    private mutating func pressed(_ key: KeyPress, in current: Switcher) -> [AppEffect] {
        var switcher = current
        let matches = switcher.matches
        let action = menuAction(key, isTyping: true)
        switch action {
        case .close, .switchChat:
            overlay = nil
            return []
        case .choose:
            overlay = nil
            guard matches.indices.contains(switcher.selected) else { return [] }
            switch matches[switcher.selected].target {
            case .chat(let chat): return openChat(chat)
            case .person(let user): return [.openPerson(user)]
            }
        case .nextChoice: switcher.selected += 1
        case .previousChoice: switcher.selected -= 1
        default:
            guard let query = edited(switcher.query, by: key) else { return [] }
            switcher.query = query
            switcher.selected = 0
        }
        let count = switcher.matches.count
        switcher.selected = count == 0 ? 0 : (switcher.selected + count) % count
        overlay = .switcher(switcher)
        return []
    }

    /// The text of a popup after a key; `nil` if that does nothing to it.
    func edited(_ text: String, by key: KeyPress) -> String? {
        if let typed = key.typed { return text + String(typed) }
        return switch keyMap.action(for: key, in: .composer) {
        case .deleteBack: String(text.dropLast())
        case .clear: ""
        default: nil
        }
    }

    // MARK: Search

    /// Ctrl-F searches for what is typed; with nothing typed, it begins the command.
    mutating func beginSearch() -> [AppEffect] {
        if case .search(let search) = pane, search.chat != nil { return self.search(search.query, in: nil) }
        let words = composer.text.trimmed
        guard !words.isEmpty, !composer.isCommand, composer.purpose == .message else {
            composer.editor.set(open == nil ? "/searchall " : "/search ")
            focus = .composer
            return []
        }
        composer.editor.set("")
        return search(words, in: open)
    }

    mutating func search(_ words: String, in chat: ChatID?) -> [AppEffect] {
        pane = .search(SearchPane(query: words, chat: chat, results: []))
        paneScroll = 0
        return [.shared(.search(words, in: chat))]
    }

    mutating func openInPane() -> [AppEffect] {
        switch pane {
        case .search(let search):
            guard search.results.indices.contains(search.selected) else { return [] }
            return beginWalk(search)
        case .assistant:
            guard let last = assistant.last, let index = assistant.selectedCitation,
                last.citations.indices.contains(index)
            else { return [] }
            return [.locate(last.citations[index].messageId, in: [last.citations[index].chatId])]
        case .thread(let thread):
            guard thread.messages.indices.contains(thread.selected) else { return [] }
            return jump(to: thread.messages[thread.selected].seq, in: thread.chat)
        case .page(let page):
            guard page.targets.indices.contains(page.selected) else { return [] }
            return follow(page.targets[page.selected])
        case .text, nil: return []
        }
    }

    /// What is selected in the pane, or all of it. Rows break where there is room; the copy has its lines whole.
    mutating func copyPane() -> [AppEffect] {
        let text: String? =
            switch pane {
            case .text(_, let lines): lines.map(\.plain).joined(separator: "\n")
            case .assistant: assistant.last?.text
            case .search(let search): search.results.dropFirst(search.selected).first?.text
            case .thread(let thread): thread.messages.dropFirst(thread.selected).first?.text
            case .page(let page): page.chosen?.lines.map(\.plain).joined(separator: "\n")
            case nil: nil
            }
        guard let text, !text.isEmpty else { return [] }
        tell("Copied.")
        return [.copy(TerminalText.block(text))]
    }

    mutating func showThread(of root: MessageID, _ messages: [Message]) {
        guard case .thread(var thread) = pane, thread.root == root else { return }
        let selected =
            thread.isLoaded && thread.messages.indices.contains(thread.selected)
            ? thread.messages[thread.selected].id : root
        thread.messages = messages
        thread.isLoaded = true
        pane = .thread(thread)
        selectInPane(messages.firstIndex { $0.id == selected } ?? 0)
    }

    /// Selects the row of the pane's list that is nearest to one, and shows it.
    mutating func selectInPane(_ row: Int) {
        pane?.select(row)
        guard let selected = pane?.selected else { return }
        paneScroll = PaneView(self).scroll(showing: selected, from: paneScroll)
    }

    mutating func movePane(_ step: Int) {
        switch pane {
        case .search, .thread:
            guard let selected = pane?.selected else { return }
            selectInPane(selected + step)
        case .page(let page) where page.targets.indices.contains(page.selected + step):
            selectInPane(page.selected + step)
        case .assistant where !(assistant.last?.citations.isEmpty ?? true):
            let count = assistant.last?.citations.count ?? 0
            assistant.selectedCitation = min(
                max((assistant.selectedCitation ?? (step > 0 ? -1 : count)) + step, 0),
                count - 1
            )
            paneScroll = .max
        case .assistant, .text, .page, nil:
            let view = PaneView(self)
            paneScroll = min(max(min(paneScroll, view.maxScroll) + step, 0), view.maxScroll)
        }
    }

    /// Profile or members, agenda, assistant, closed.
    mutating func nextPane() -> [AppEffect] {
        switch pane {
        case nil:
            if let chat = openChat, let partner = partner(in: chat), me.role == .trainer {
                let kind = PageRequest.Kind.profile(of: partner.userId, name: partner.displayName)
                return [.loadPage(PageRequest(kind: kind, isAsked: false))]
            }
            if openChat != nil {
                showMembers()
                return []
            }
            return perform(.agenda)
        case .text: return perform(.agenda)
        case .page(let page) where page.kind != .agenda(.week): return perform(.agenda)
        case .page, .search, .thread:
            pane = .assistant
            paneScroll = .max
            return []
        case .assistant:
            pane = nil
            if focus == .pane { focus = timeline == nil ? .list : .composer }
            return []
        }
    }
}
