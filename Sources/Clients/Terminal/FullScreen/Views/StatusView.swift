import Domain
import Foundation
import SpotterClient

/// The top line, the headings and the hints.
struct StatusView {
    private let model: AppModel
    private let layout: Layout

    init(_ model: AppModel) {
        self.model = model
        layout = model.layout
    }

    func draw(on grid: inout Grid) {
        let columns = model.size.columns
        grid.fill(Area(rows: 0..<1, columns: 0..<columns), surface: .raised)
        if layout.isTall {
            grid.put(topLine.truncated(to: columns - 1), row: 0, column: 0)
            drawHeadings(on: &grid)
        } else {
            // The title joins the top line.
            let right = shortConnection
            let back = layout.isNarrow ? StyledText(" ‹ ", .dim) : StyledText(" ")
            let room = max(columns - right.width - 2, 4)
            grid.put((back + mainTitle(room - back.width)).truncated(to: room), row: 0, column: 0)
            grid.put(right, row: 0, column: columns - right.width - 1)
        }
        if let row = layout.hintRow { grid.put(hints.truncated(to: columns - 1), row: row, column: 0) }
    }

    // MARK: The connection

    private var topLine: StyledText {
        let now = model.clock.now()
        let line = StyledText(" \(model.me.displayName) · ", .dim) + connection
        let date = StyledText(" · \(model.time.moment(now, now: now))", .dim)
        if line.width + date.width < model.size.columns { return line + date }
        // What the connection does, and the key for it, come before the name.
        return line.width < model.size.columns ? line : StyledText(" ") + connection
    }

    private var connection: StyledText {
        switch model.connection.state {
        case .online:
            return StyledText("● ", .good) + StyledText(model.connection.lag.map { "online, \($0) ms" } ?? "online")
                + queued
        case .connecting: return StyledText("◐ connecting", .waiting) + queued
        case .reconnecting:
            let wait = Countdown.seconds(until: model.connection.retryAt, now: model.clock.now())
            return StyledText("○ offline since \(since)", .waiting) + queued
                + StyledText(wait > 0 ? " · trying in \(wait) s" : " · trying") + reconnectHint
        case .offline(let reason): return StyledText("○ offline: \(reason)", .waiting) + queued + reconnectHint
        case .ended: return StyledText("✗ logged out: spotter login", .failed)
        }
    }

    private var reconnectHint: StyledText {
        model.keyName(.reconnect).map { StyledText(" · \($0) now", .accent) } ?? StyledText()
    }

    private var since: String { model.connection.offlineSince.map { model.time.clock($0) } ?? "now" }

    private var queued: StyledText {
        let open = model.outbox.count { $0.state.isOpen }
        let failed = model.outbox.count { $0.isFailed }
        var text = open > 0 ? StyledText(" · \(open) queued", .waiting) : StyledText()
        if failed > 0 { text += StyledText(" · \(failed) not sent", .failed) }
        return text
    }

    private var shortConnection: StyledText {
        let waiting = model.list.waiting.count
        let count = waiting > 0 ? StyledText("\(waiting) wait", .waiting) : StyledText()
        let isOnline = model.connection.state.isOnline
        return count + queued + StyledText(isOnline ? " ●" : " ○", isOnline ? .good : .waiting)
    }

    // MARK: Headings

    private func drawHeadings(on grid: inout Grid) {
        if let list = layout.list {
            let waiting = StyledText(" WAITING", .waiting)
            let order = StyledText("  longest first", .dim)
            let fits = waiting.width + order.width < list.width
            let title =
                model.list.waiting.isEmpty ? StyledText(" CHATS", .dim) : fits ? waiting + order : waiting
            grid.put(title, row: 1, column: list.left, end: list.columns.upperBound)
        }
        if layout.timeline.height > 0 {
            grid.put(
                (StyledText(" ") + chatTitle(layout.timeline.width - 2)).truncated(to: layout.timeline.width - 1),
                row: 1,
                column: layout.timeline.left
            )
        }
        if let pane = layout.pane {
            let close = StyledText("\(model.keyName(.close, in: .pane) ?? "") ×", .dim)
            let title = StyledText(" \(PaneView(model).title)", .strong).truncated(
                to: max(pane.width - close.width - 2, 4)
            )
            grid.put(title, row: 1, column: pane.left, end: pane.columns.upperBound)
            grid.put(close, row: 1, column: pane.columns.upperBound - close.width - 1)
        }
    }

    /// What a small window is about.
    private func mainTitle(_ room: Int) -> StyledText {
        if layout.pane != nil, layout.timeline.height == 0 { return StyledText(PaneView(model).title, .strong) }
        if layout.list != nil, layout.isNarrow { return StyledText("Chats", .strong) }
        return chatTitle(room)
    }

    /// The name, and what else there is room for.
    private func chatTitle(_ room: Int) -> StyledText {
        guard let chat = model.openChat else { return StyledText("Spotter", .strong) }
        var title = StyledText(chat.name, .strong)
        if let walk = model.walk, walk.isShown(in: model.timeline) {
            title += StyledText("  \(walk.index + 1)/\(walk.results.count) “\(walk.query)” ", .accent)
        }
        if let partner = model.partner(in: chat) {
            if model.presence[partner.userId] == .online { title += StyledText(" ●", .good) }
        }
        return details(of: chat).reduce(title) { title, detail in
            let detail = StyledText("  \(detail)", .dim)
            return title.width + detail.width <= room ? title + detail : title
        }
    }

    private func details(of chat: Chat) -> [String] {
        var details: [String] = []
        if let partner = model.partner(in: chat) {
            if let zone = zone(of: partner.userId) { details.append(zone) }
        } else {
            details.append("\(chat.members.count) members")
        }
        if let muted = chat.mutedUntil, muted > model.clock.now() { details.append("muted") }
        if chat.announcement { details.append("only admins write") }
        return details
    }

    /// `14:15 Stockholm, 5 h ahead`; `nil` if it's the time here, or the zone isn't known.
    private func zone(of user: UserID) -> String? {
        guard let name = model.contacts.first(where: { $0.userId == user })?.timezone,
            let zone = TimeZone(identifier: name)
        else { return nil }
        let now = model.clock.now()
        let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        let minutes = (zone.secondsFromGMT(for: date) - model.time.zone.secondsFromGMT(for: date)) / 60
        guard minutes != 0 else { return nil }
        let place = name.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? name
        let hours = abs(minutes) % 60 == 0 ? "\(abs(minutes) / 60)" : "\(Double(abs(minutes)) / 60)"
        return "\(LocalTime(zone).clock(now)) \(place), \(hours) h \(minutes > 0 ? "ahead" : "behind")"
    }

    // MARK: Hints

    private var hints: StyledText {
        if case .choice = model.timeline?.selectedItem?.content, model.focus == .messages {
            let keys = model.keyHints([(.cancel, "neither"), (.close, "back")], in: .card)
            return StyledText(" 1…9 ", .accent) + StyledText("choose  \(keys)", .dim)
        }
        let actions: [(KeyAction, String)] =
            switch model.context {
            case .composer where model.completion != nil: [(.complete, "choose"), (.close, "close")]
            case .composer:
                [
                    (.send, "send"), (.newLine, "line"), (.nextColumn, "list"), (.switchChat, "switch"),
                    (.nextUnread, "unread"), (.pane, "pane"),
                ]
            case .list, .everywhere, .menu, .question:
                [(.open, "open"), (.switchChat, "switch"), (.nextColumn, "next column")]
            case .message where model.walk?.isShown(in: model.timeline) == true:
                [(.nextHit, "next"), (.previousHit, "previous"), (.reply, "reply"), (.close, "back")]
            case .message:
                [
                    (.reply, "reply"), (.react, "react"), (.edit, "edit"), (.delete, "delete"), (.open, "open"),
                    (.copy, "copy"), (.close, "back"),
                ]
            case .unsent: [(.retry, "retry"), (.drop, "drop"), (.close, "back")]
            case .card: [(.confirm, "confirm"), (.change, "change"), (.cancel, "cancel"), (.close, "back")]
            case .pane: [(.up, ""), (.down, "scroll"), (.open, "jump"), (.copy, "copy"), (.close, "close")]
            case .reason:
                [
                    (.open, "jump"), (.draftMessage, "message"), (.draftReminder, "reminder"), (.dismiss, "dismiss"),
                    (.close, "close"),
                ]
            }
        var text = StyledText(" ")
        for (action, title) in actions {
            guard let key = model.keyName(action, in: model.context) else { continue }
            text += StyledText("\(key) ", .accent) + StyledText(title.isEmpty ? "" : "\(title)  ", .dim)
        }
        guard let help = model.keyName(.help, in: model.context) else { return text }
        return text + StyledText("\(help) ", .accent) + StyledText("keys", .dim)
    }
}
