import Domain
import SpotterAPI
import SpotterClient

/// Opening chats and moving through their history.
extension AppModel {
    mutating func openChat(_ id: ChatID) -> [AppEffect] {
        guard let chat = list.chats[id] else { return [] }
        guard id != open else {
            focus = .composer
            return []
        }
        let saved = leaveChat()
        timeline = TimelineState(chat)
        walk = nil
        focus = .composer
        list.selected = id
        completion = nil
        if case .text = pane { pane = nil }
        if case .page(let page) = pane, page.isAboutChat { pane = nil }
        if case .search(let search) = pane, search.chat != nil { pane = nil }
        if case .thread = pane { pane = nil }
        let limit = timeline?.limit ?? TimelineState.pageSize
        return saved + [
            .load(id, before: nil, limit: limit), .readDraft(id), .readCommand(id), .catchUp(id),
            .shared(.view(hasFocus ? id : nil)),
        ]
    }

    /// Saves what was typed.
    mutating func leaveChat() -> [AppEffect] {
        let effects = saveTyped(atOnce: true)
        composer.reset()
        composer.savedCommand = nil
        return effects
    }

    mutating func show(_ draft: ChatDraft?, of chat: ChatID) -> [AppEffect] {
        // What was typed since it was last saved stays. All else follows the other device, also when it was sent there.
        guard chat == open, composer.writesMessage, !composer.isCommand, !composer.hasUnsentDraft else { return [] }
        let (text, reply) = (draft?.text ?? "", draft?.replyTo)
        guard (text, reply) != (composer.savedText, composer.savedReply) else { return [] }
        composer.editor.set(text)
        (composer.savedText, composer.savedReply) = (text, reply)
        let message = reply.flatMap { reply in timeline?.items.lazy.compactMap(\.message).first { $0.id == reply } }
        composer.purpose = message.map { .reply($0) } ?? .message
        return []
    }

    mutating func loaded(_ history: LoadedHistory, of chat: ChatID) -> [AppEffect] {
        guard var timeline, timeline.chat == chat, timeline.end == history.end else { return [] }
        let isFirst = !timeline.isLoaded
        timeline.loaded = history.timeline.rows
        timeline.hasEarlier = history.timeline.hasEarlier
        timeline.formerNames = history.timeline.formerNames
        timeline.changing = history.timeline.changing
        timeline.position = history.position
        timeline.isLoaded = true
        timeline.isLoading = false
        // The part of the history reaches the newest message.
        if let end = timeline.end, end > history.position { timeline.end = nil }
        self.timeline = timeline
        rebuildTimeline()
        if let target = self.timeline?.target { scroll(to: target) } else if isFirst { scrollToUnread() }
        return loadMoreIfNeeded()
    }

    mutating func changed(_ chats: Set<ChatID>) -> [AppEffect] {
        guard let timeline, chats.contains(timeline.chat) || chats.isEmpty else { return [] }
        var effects: [AppEffect] = [.load(timeline.chat, before: timeline.end, limit: timeline.limit)]
        if case .thread(let thread) = pane { effects.append(.loadThread(thread.root, in: thread.chat)) }
        return effects
    }

    /// Shows a message of any chat, with what stands around it.
    mutating func jump(to seq: Int64, in chat: ChatID) -> [AppEffect] {
        var effects = chat == open ? [] : openChat(chat)
        guard var timeline, timeline.chat == chat else { return effects }
        timeline.target = seq
        if timeline.isLoaded, timeline.items.contains(where: { $0.message?.seq == seq }) {
            self.timeline = timeline
            scroll(to: seq)
            return effects
        }
        timeline.end = seq + Int64(TimelineState.pageSize / 2)
        timeline.limit = TimelineState.pageSize
        timeline.gapsAsked = []
        self.timeline = timeline
        effects.removeAll { if case .load = $0 { true } else { false } }
        return effects + [.load(chat, before: timeline.end, limit: timeline.limit)]
    }

    private mutating func scroll(to seq: Int64) {
        guard let item = timeline?.items.first(where: { $0.message.map { $0.seq >= seq } ?? false }),
            item.message?.seq == seq
        else { return }
        timeline?.target = nil
        timeline?.selected = item.key
        focus = .messages
        showSelected(inMiddle: true)
    }

    mutating func scrollToUnread() {
        guard let timeline, let index = timeline.index(of: .unread) else { return }
        // A few rows are better used for the message than for the line above it.
        let item = hasFewRows ? min(index + 1, timeline.items.count - 1) : index
        self.timeline?.scroll = .top(timeline.items[item].key)
        settleScroll()
    }

    private var hasFewRows: Bool { layout.timeline.height < 6 }

    // MARK: Scrolling

    /// Turns a wish for the first row into what stands in the last one.
    mutating func settleScroll() {
        guard let timeline, case .top(let key) = timeline.scroll, let index = timeline.index(of: key) else { return }
        let scroll = TimelineLayout(self).scroll(placing: index, inRow: hasFewRows ? 0 : 1)
        self.timeline?.scroll = scroll
    }

    mutating func scroll(by rows: Int) -> [AppEffect] {
        guard timeline != nil else { return [] }
        settleScroll()
        let scroll = TimelineLayout(self).scroll(by: rows)
        timeline?.scroll = scroll
        if timeline?.scroll == .newest { timeline?.newBelow = 0 }
        return loadMoreIfNeeded()
    }

    mutating func showSelected(inMiddle: Bool = false) {
        guard let timeline, let index = timeline.index(of: timeline.selected) else { return }
        settleScroll()
        let scroll = TimelineLayout(self).scroll(showing: index, inMiddle: inMiddle)
        self.timeline?.scroll = scroll
    }

    /// Asks for older messages when the first loaded one comes into view, for newer ones at the other end, and for what
    /// is missing between.
    mutating func loadMoreIfNeeded() -> [AppEffect] {
        guard var timeline, timeline.isLoaded, !timeline.isLoading else { return [] }
        let visible = TimelineLayout(self).frame.visibleItems
        defer { self.timeline = timeline }
        for index in visible {
            if case .gap(let seq) = timeline.items[index].content, connection.state.isOnline,
                timeline.gapsAsked.insert(seq).inserted
            {
                return [.fillGap(timeline.chat, before: seq)]
            }
        }
        guard let first = visible.first, let last = visible.last else { return [] }
        // The cache has no more of it otherwise: a gap says what is missing.
        let isFull = timeline.loaded.count >= timeline.limit
        if first <= 2, isFull, timeline.hasEarlier, timeline.limit < TimelineState.maxLimit {
            timeline.limit += TimelineState.pageSize
            timeline.isLoading = true
            return [.load(timeline.chat, before: timeline.end, limit: timeline.limit)]
        }
        if first <= 2, isFull, timeline.hasEarlier,
            let seq = timeline.items[first...].lazy.compactMap(\.message).first?.seq
        {
            // As much as may be held is loaded: the part moves up.
            timeline.end = seq + Int64(TimelineState.pageSize)
            timeline.limit = TimelineState.pageSize * 3
            timeline.isLoading = true
            return [.load(timeline.chat, before: timeline.end, limit: timeline.limit)]
        }
        if let end = timeline.end, last >= timeline.items.count - 2 {
            let next = end + Int64(TimelineState.pageSize)
            timeline.end = next > timeline.position ? nil : next
            timeline.limit = min(timeline.limit + TimelineState.pageSize, TimelineState.maxLimit)
            timeline.isLoading = true
            return [.load(timeline.chat, before: timeline.end, limit: timeline.limit)]
        }
        return []
    }

    mutating func goToNewest() -> [AppEffect] {
        guard var timeline else { return [] }
        timeline.scroll = .newest
        timeline.selected = nil
        timeline.newBelow = 0
        timeline.hits = []
        timeline.isAtResult = false
        walk = nil
        focus = .composer
        let isElsewhere = timeline.end != nil
        timeline.end = nil
        timeline.limit = TimelineState.pageSize
        self.timeline = timeline
        return isElsewhere ? [.load(timeline.chat, before: nil, limit: timeline.limit)] : []
    }

    // MARK: Reading

    /// Called with what a frame has shown. Only what was shown to somebody who looks is read.
    mutating func didShow(_ range: ClosedRange<Int64>?) -> [AppEffect] {
        guard hasFocus, let open, let range, marked[open] != range else { return [] }
        marked[open] = range
        return [.shared(.markShown(open, after: range.lowerBound - 1, through: range.upperBound))]
    }
}
