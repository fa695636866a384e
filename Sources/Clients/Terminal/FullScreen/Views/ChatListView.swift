import Domain

/// The list of chats: who waits longest first, then the others.
struct ChatListView {
    private enum Row {
        case heading(StyledText)
        case chat(ChatID)
    }

    private let model: AppModel
    private let area: Area?

    init(_ model: AppModel) {
        self.model = model
        area = model.layout.list
    }

    private var rows: [Row] {
        let waiting = model.list.waiting.map(Row.chat)
        let others = model.list.others.map(Row.chat)
        guard !waiting.isEmpty else { return others }
        return waiting + (others.isEmpty ? [] : [.heading(StyledText(" OTHERS", .dim))] + others)
    }

    /// The first shown row: the selected one stays visible.
    private func start(_ rows: [Row], height: Int) -> Int {
        let marked = model.focus == .list ? model.list.selected ?? model.open : model.open
        let index = rows.firstIndex { if case .chat(let chat) = $0 { chat == marked } else { false } } ?? 0
        return max(0, min(index - height / 2, rows.count - height))
    }

    func draw(on grid: inout Grid) {
        guard let area else { return }
        let rows = rows
        guard !rows.isEmpty else {
            let find = model.keyName(.switchChat).map { ["\($0) finds people,"] } ?? []
            let code = model.me.role == .trainer ? "/invite makes a code." : "/accept takes a code."
            for (offset, line) in (["No chats yet."] + find + [code]).enumerated()
            where offset < area.height {
                grid.put(
                    StyledText(" \(line)", .dim),
                    row: area.top + offset,
                    column: area.left,
                    end: area.columns.upperBound
                )
            }
            return
        }
        let start = start(rows, height: area.height)
        for (offset, row) in rows.dropFirst(start).prefix(area.height).enumerated() {
            let line = area.top + offset
            switch row {
            case .heading(let text): grid.put(text, row: line, column: area.left, end: area.columns.upperBound)
            case .chat(let chat): draw(chat, on: &grid, row: line, area)
            }
        }
    }

    /// The chat in a row of the screen.
    func chat(atRow row: Int, column: Int) -> ChatID? {
        guard let area, area.contains(row: row, column: column) else { return nil }
        let rows = rows
        let index = start(rows, height: area.height) + row - area.top
        guard rows.indices.contains(index), case .chat(let chat) = rows[index] else { return nil }
        return chat
    }

    private func draw(_ id: ChatID, on grid: inout Grid, row: Int, _ area: Area) {
        guard let chat = model.list.chats[id] else { return }
        let isOpen = id == model.open
        let isMuted = chat.mutedUntil.map { $0 > model.clock.now() } ?? false
        let role: TextRole = isOpen ? .accent : chat.unread > 0 && !isMuted ? .strong : .plain
        let isOnline = model.partner(in: chat).map { model.presence[$0.userId] == .online } ?? false
        var mark = isOpen ? StyledText("▌", .accent) : StyledText(" ")
        mark += isOnline ? StyledText("●", .good) : StyledText(chat.isPinned ? "▴" : " ", .dim)
        mark += StyledText(chat.kind == .group ? " # " : " ", .dim)
        let right = detail(chat, isMuted: isMuted)
        // Names give way first, counts last.
        let room = max(area.width - mark.width - right.width - 2, 1)
        let name = StyledText(chat.name, role).truncated(to: room)
        let end = area.columns.upperBound
        let column = grid.put(mark + name, row: row, column: area.left, end: end)
        grid.put(right, row: row, column: max(column + 1, end - right.width - 1), end: end)
        if model.focus == .list, id == model.list.selected {
            grid.shade(Area(rows: row..<row + 1, columns: area.columns), .selected)
        }
    }

    /// `3  4h` for who waits, else the time of the last message; a pencil for a draft, `m` for muted chats.
    private func detail(_ chat: Chat, isMuted: Bool) -> StyledText {
        let now = model.clock.now()
        var parts = StyledText()
        let hasDraft = chat.id == model.open ? false : chat.draft?.text.isEmpty == false
        if hasDraft { parts += StyledText("✎ ", .waiting) }
        if chat.unread > 0 {
            parts += isMuted ? StyledText("m\(chat.unread) ", .dim) : StyledText("\(chat.unread) ", .accent)
        } else if isMuted {
            parts += StyledText("m ", .dim)
        }
        if let since = model.list.waitingSince[chat.id] {
            parts += StyledText(ShortTime.span(now.milliseconds(since: since)), .waiting)
        } else if let message = chat.lastMessage {
            parts += StyledText(ShortTime.past(message.createdAt, now: now, time: model.time), .dim)
        }
        return parts
    }
}

/// Times that fit a narrow column.
enum ShortTime {
    /// `4m`, `5h`, `3d`
    static func span(_ milliseconds: Int64) -> String {
        let minutes = max(milliseconds / 60_000, 0)
        if minutes < 60 { return "\(minutes)m" }
        return minutes < 48 * 60 ? "\(minutes / 60)h" : "\(minutes / (24 * 60))d"
    }

    /// `09:15` today, `Tue` within six days, else `3 Mar`.
    static func past(_ instant: Timestamp, now: Timestamp, time: LocalTime) -> String {
        let words = time.day(instant).split(separator: " ")
        if time.day(instant) == time.day(now) { return time.clock(instant) }
        guard words.count == 4 else { return time.clock(instant) }
        let isRecent = now.milliseconds(since: instant) < 6 * 86_400_000
        return isRecent ? String(words[0]) : "\(words[1]) \(words[2])"
    }
}
