import Domain
import SpotterAPI
import SpotterClient

/// What keys, pastes and the mouse do.
extension AppModel {
    mutating func handle(_ event: TerminalEvent) -> [AppEffect] {
        switch event {
        case .key(let key):
            let before = timelinePlace
            let effects = pressed(key)
            // Most keys write. What they leave as it was needs nothing more of the history.
            return timelinePlace == before ? effects : effects + loadMoreIfNeeded()
        case .paste(let text): return pasted(text)
        case .mouse(let mouse): return handle(mouse)
        case .focus(let hasFocus):
            self.hasFocus = hasFocus
            marked = [:]
            return [.shared(.view(hasFocus ? open : nil))] + tellNotices()
        case .backgroundColor, .attributes, .unknown: return []
        }
    }

    /// Which part of the history is on the screen.
    private var timelinePlace: TimelinePlace {
        TimelinePlace(chat: open, scroll: timeline?.scroll, selected: timeline?.selected, end: timeline?.end)
    }

    private struct TimelinePlace: Equatable {
        let chat: ChatID?
        let scroll: TimelineState.Scroll?
        let selected: TimelineItem.Key?
        let end: Int64?
    }

    /// Where the keys go now.
    var context: KeyContext {
        switch focus {
        case .composer: .composer
        case .list: .list
        case .pane: if case .page(let page) = pane, page.chosen?.reason != nil { .reason } else { .pane }
        case .messages:
            switch timeline?.selectedItem?.content {
            case .unsent: .unsent
            case .card, .choice: .card
            default: .message
            }
        }
    }

    private mutating func pressed(_ key: KeyPress) -> [AppEffect] {
        if let overlay { return pressed(key, in: overlay) }
        if focus == .messages, let choice = chosen(key) { return choice }
        if focus == .composer { return pressedWhileTyping(key) }
        if let action = keyMap.action(for: key, in: context) { return perform(action) }
        // Typing always writes: the letters of a selection act, everything else goes to the composer. Without a chat that
        // can only be a command.
        if focus == .list || focus == .pane, key.typed != nil, timeline != nil || key.typed == "/" {
            focus = .composer
            return pressedWhileTyping(key)
        }
        return []
    }

    private mutating func pressedWhileTyping(_ key: KeyPress) -> [AppEffect] {
        if let handled = pressedInCompletion(key) { return handled }
        // What types a letter acts only where nothing is being written.
        let mayAct = key.typed == nil || composer.isEmpty && composer.purpose == .message
        guard mayAct, let action = keyMap.action(for: key, in: .composer) else {
            return key.typed.map { typed(.text(String($0))) } ?? []
        }
        switch action {
        case .selectMessages: return moveUpWhileTyping()
        case .complete where composer.isEmpty: return perform(.nextColumn)
        default: return perform(action)
        }
    }

    /// Up moves through the lines; above the first one it selects messages.
    private mutating func moveUpWhileTyping() -> [AppEffect] {
        guard composer.isEmpty else {
            let layout = ComposerLayout(self)
            composer.editor.moveCursor(to: layout.position(rowsFromCursor: -1))
            return []
        }
        guard timeline?.moveSelection(by: -1) == true else { return [] }
        focus = .messages
        showSelected()
        return []
    }

    mutating func perform(_ action: KeyAction) -> [AppEffect] {
        if let key = action.editing { return typed(key) }
        switch action {
        case .nextColumn: return moveFocus(by: 1)
        case .previousColumn: return moveFocus(by: -1)
        case .switchChat: return openSwitcher()
        case .nextUnread: return list.unread(after: open, step: 1).map { openChat($0) } ?? nothingUnread()
        case .previousUnread: return list.unread(after: open, step: -1).map { openChat($0) } ?? nothingUnread()
        case .search: return beginSearch()
        case .pane: return nextPane()
        case .agenda: return [.shared(.agenda(AgendaRange(.week, now: clock.now(), time: time)))]
        case .reconnect: return connection.state.isOnline ? [.measureLag] : [.reconnect]
        case .close: return close()
        case .help:
            overlay = .help(scroll: 0)
            return []
        case .pageUp: return page(-1)
        case .pageDown: return page(1)
        case .redraw: return [.redraw]
        case .suspend: return saveTyped(atOnce: true) + [.suspend]
        case .quit: return saveTyped(atOnce: true) + [.quit]
        case .send: return submit()
        case .newLine: return typed(.paste("\n"))
        case .complete: return complete()
        case .externalEditor: return [.externalEditor(composer.text)]
        case .ask: return askComposer()
        case .selectMessages: return moveUpWhileTyping()
        case .historyBack: return recall(.up)
        case .historyForward: return recall(.down)
        case .clearOrQuit: return clearOrQuit()
        case .up: return move(-1)
        case .down: return move(1)
        case .open: return openSelected()
        case .copy where focus == .pane: return copyPane()
        case .firstUnread, .newest, .reply, .react, .edit, .delete, .save, .askAbout, .pin, .copy, .info, .thread,
            .retry, .drop:
            return actOnMessage(action)
        case .nextHit: return walk(by: 1)
        case .previousHit: return walk(by: -1)
        case .confirm, .change, .cancel, .previousVersion, .nextVersion, .regenerate, .newConversation:
            return actOnCard(action)
        case .draftMessage, .draftReminder, .dismiss: return actOnReason(action)
        case .nextChoice, .previousChoice, .choose, .nextValue, .previousValue: return []
        case .lineStart, .lineEnd, .characterBack, .characterForward, .wordBack, .wordForward, .rowDown, .deleteBack,
            .deleteForward, .deleteOrQuit, .deleteWordBack, .deleteWordForward, .clear, .deleteToEnd, .yank, .transpose:
            return []
        }
    }

    private mutating func nothingUnread() -> [AppEffect] {
        tell("Nothing else is unread.")
        return []
    }

    private mutating func clearOrQuit() -> [AppEffect] {
        if composer.isEmpty, composer.purpose == .message { return perform(.quit) }
        return close(clearing: true)
    }

    /// Closes one layer: completion, reply, selection, search, pane.
    private mutating func close(clearing: Bool = false) -> [AppEffect] {
        completion = nil
        switch focus {
        case .messages:
            timeline?.selected = nil
            focus = .composer
            if let walk, walk.isShown(in: timeline) { return endWalk() }
            return timeline?.scroll == .newest ? [] : goToNewest()
        case .pane, .list:
            if focus == .pane { pane = nil }
            focus = timeline == nil ? .list : .composer
            return []
        case .composer:
            if composer.purpose != .message, composer.replyTo == nil {
                return dropChange() + edited()
            } else if composer.purpose != .message {
                composer.purpose = .message
                if clearing { composer.editor.set("") }
            } else if clearing {
                composer.editor.set("")
            } else if pane != nil {
                pane = nil
            } else if timeline == nil {
                if composer.isEmpty { focus = .list }
            } else if timeline?.hits.isEmpty == false || timeline?.scroll != .newest {
                return goToNewest()
            }
            return edited()
        }
    }

    // MARK: Moving

    private mutating func moveFocus(by step: Int) -> [AppEffect] {
        var columns: [Focus] = []
        if layout.couldShowList { columns.append(.list) }
        if timeline != nil { columns.append(.composer) }
        if pane != nil { columns.append(.pane) }
        guard !columns.isEmpty else { return [] }
        let current: Focus = focus == .messages ? .composer : focus
        let index = columns.firstIndex(of: current) ?? 0
        focus = columns[(index + step + columns.count) % columns.count]
        if focus == .list, list.selected == nil { list.selected = open ?? list.ordered.first }
        timeline?.selected = nil
        return []
    }

    private mutating func move(_ step: Int) -> [AppEffect] {
        switch focus {
        case .list: list.moveSelection(by: step, from: open)
        case .messages:
            if timeline?.moveSelection(by: step) == true { showSelected() } else if step > 0 { return goToNewest() }
        case .pane: movePane(step)
        case .composer: break
        }
        return []
    }

    private mutating func page(_ step: Int) -> [AppEffect] {
        let rows = max(layout.timeline.height - 2, 1)
        if focus == .pane || timeline == nil {
            paneScroll = min(max(paneScroll + step * rows, 0), PaneView(self).maxScroll)
            return []
        }
        if focus == .list {
            for _ in 0..<rows { list.moveSelection(by: step, from: open) }
            return []
        }
        return scroll(by: step * rows)
    }

    private mutating func handle(_ mouse: MouseEvent) -> [AppEffect] {
        let isInPane = layout.pane?.contains(row: mouse.row, column: mouse.column) == true
        switch mouse.action {
        case .wheelUp, .wheelDown:
            let step = mouse.action == .wheelUp ? -3 : 3
            if isInPane { movePane(step) } else { return scroll(by: step) + loadMoreIfNeeded() }
            return []
        case .press:
            if let chat = ChatListView(self).chat(atRow: mouse.row, column: mouse.column) { return openChat(chat) }
            if let result = PaneView(self).result(atRow: mouse.row, column: mouse.column) {
                focus = .pane
                selectInPane(result)
                return openInPane()
            }
            if let key = TimelineLayout(self).item(atRow: mouse.row, column: mouse.column) {
                timeline?.selected = key
                focus = .messages
            }
            return []
        case .release: return []
        }
    }
}
