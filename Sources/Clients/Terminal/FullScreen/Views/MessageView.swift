import Domain
import Foundation
import SpotterAPI
import SpotterClient

/// The rows of one entry of the conversation.
struct MessageView {
    private let model: AppModel
    private let columns: Int
    private let isNarrow: Bool
    /// The columns of names and times before the text.
    private var gutter: Int { isNarrow ? 0 : 8 }

    init(_ model: AppModel, columns: Int, isNarrow: Bool) {
        self.model = model
        self.columns = max(columns, 4)
        self.isNarrow = isNarrow
    }

    private var room: Int { max(columns - gutter - 1, 4) }

    func rows(_ item: TimelineItem) -> [StyledText] {
        switch item.content {
        case .day(let day): return [rule(dayTitle(day), .dim)]
        case .unread(let count, let day):
            let start = day.map { StyledText(" ─── \(dayTitle($0))", .dim) } ?? StyledText()
            return [(start + rule("\(count) unread", .accent)).truncated(to: columns)]
        case .gap:
            let isOnline = model.connection.state.isOnline
            return [rule(isOnline ? "loading…" : "not on this device: it comes with a connection", .dim)]
        case .message(let message, let isFirst): return rows(message, isFirst: isFirst)
        case .unsent(let entry, let isFirst): return rows(entry, isFirst: isFirst)
        case .card(let proposal): return CardView(model, columns: columns).rows(proposal)
        case .choice(let needs): return CardView(model, columns: columns).rows(needs)
        }
    }

    private func rule(_ title: String, _ role: TextRole) -> StyledText { StyledText(" ─── \(title) ───", role) }

    private func dayTitle(_ day: String) -> String {
        let now = model.clock.now()
        if day == model.time.day(now) { return "Today" }
        if day == model.time.day(now.adding(seconds: -86_400)) { return "Yesterday" }
        let year = model.time.day(now).suffix(5)
        return day.hasSuffix(year) ? String(day.dropLast(5)) : day
    }

    // MARK: Messages

    private func rows(_ message: Message, isFirst: Bool) -> [StyledText] {
        let isMine = message.senderId == model.me.id
        let name =
            isNarrow
            ? model.name(of: message.senderId, in: model.openChat)
            : model.shortName(of: message.senderId, in: model.openChat)
        let body = body(of: message, isMine: isMine)
        let head = Head(
            name: isMine ? "you" : name,
            role: isMine ? .good : .strong,
            time: model.time.clock(message.createdAt),
            isFirst: isFirst
        )
        return placed(body, head)
    }

    private struct Head {
        let name: String
        let role: TextRole
        let time: String
        let isFirst: Bool
    }

    /// Wide: name and time stand in the gutter. Narrow: in a row above.
    private func placed(_ body: [StyledText], _ head: Head) -> [StyledText] {
        if isNarrow {
            let title = StyledText(" \(head.name)", head.role) + StyledText(" \(head.time)", .dim)
            return (head.isFirst ? [title.truncated(to: columns)] : []) + body.map { StyledText(" ") + $0 }
        }
        var rows = body
        if head.isFirst, rows.count == 1, let only = rows.first {
            // One row has no second one for the time.
            let time = StyledText("  \(head.time)", .dim)
            rows = only.width + time.width <= room ? [only + time] : [only, StyledText()]
        }
        return rows.enumerated().map { index, row in
            let mark: StyledText =
                switch (index, head.isFirst) {
                case (0, true):
                    StyledText(DisplayWidth.truncate(" \(TerminalText.line(head.name))", to: gutter - 1), head.role)
                case (1, true) where body.count > 1 || row.isEmpty, (0, false): StyledText("  \(head.time)", .dim)
                default: StyledText()
                }
            return StyledText(mark.spans + [Span(String(repeating: " ", count: max(gutter - mark.width, 0)))]) + row
        }
    }

    private func body(of message: Message, isMine: Bool) -> [StyledText] {
        var rows: [StyledText] = []
        if let bot = message.bot { rows.append(StyledText("bot: \(bot.name)", .dim)) }
        if message.via == .automatic { rows.append(StyledText("sent automatically", .waiting)) }
        if let quote = message.quote { rows.append(row(of: quote)) }
        guard message.deletedAt == nil else {
            let isWaiting = model.timeline?.changing.contains(message.id) == true
            return rows + [StyledText("(deleted)", .dim) + StyledText(isWaiting ? " …" : "", .waiting)]
        }
        var text = message.text.isEmpty ? [] : marked(StyledText.lines(of: message.text))
        let ending = ending(of: message, isMine: isMine)
        if text.isEmpty, message.media.isEmpty { text = [StyledText()] }
        if !text.isEmpty { text[text.count - 1] += ending }
        rows += text.flatMap { $0.wrapped(to: room) }
        rows += message.media.flatMap { picture(of: $0) + [line(of: $0)] }
        if text.isEmpty, let last = rows.popLast() { rows.append((last + ending).truncated(to: room)) }
        if let transcript = message.transcript, !transcript.text.isEmpty {
            rows += StyledText("transcript: “\(transcript.text)”", .dim).wrapped(to: room, indent: 2)
        }
        if !message.reactions.isEmpty { rows.append(reactions(message.reactions)) }
        return rows
    }

    private func line(of media: Media) -> StyledText {
        let mark = StyledText(media.kind == .image ? "▣ " : "▤ ", .accent)
        let size = StyledText("  \(FileFormatter.size(media.size))", .dim)
        let keys = StyledText("  " + model.keyHints([(.open, "open"), (.save, "save")], in: .message), .dim)
        return (mark + StyledText(media.fileName) + size + keys).truncated(to: room)
    }

    /// The previews that belong to a message.
    func pictures(of message: Message) -> [PictureShelf.Key] {
        message.deletedAt == nil ? message.media.compactMap(key) : []
    }

    private func key(of media: Media) -> PictureShelf.Key? {
        model.pictures.key(for: media, columns: room, screenRows: model.size.rows)
    }

    /// Its rows, which are empty until it is there.
    private func picture(of media: Media) -> [StyledText] {
        guard let key = key(of: media) else { return [] }
        guard let picture = model.pictures.picture(key) else {
            return Array(repeating: StyledText(), count: key.rows)
        }
        return (0..<key.rows).map { StyledText([Span(PictureSlice(picture: picture, row: $0))]) }
    }

    private func ending(of message: Message, isMine: Bool) -> StyledText {
        var ending = StyledText()
        if model.timeline?.changing.contains(message.id) == true {
            ending += StyledText(model.connection.state.isOnline ? " …" : " …\u{A0}queued", .waiting)
        }
        if message.editedAt != nil { ending += StyledText(" (edited)", .dim) }
        if message.via == .assistant { ending += StyledText(" (by the assistant)", .dim) }
        if model.openChat?.pins.contains(message.id) == true { ending += StyledText(" ⚑", .waiting) }
        guard isMine else { return ending }
        switch message.status {
        case .sent: ending += StyledText(" ✓", .dim)
        case .delivered: ending += StyledText(" ✓✓", .dim)
        case .read: ending += StyledText(" ✓✓\u{A0}read", .accent)
        }
        return ending
    }

    private func row(of quote: Quote) -> StyledText {
        let name = model.name(of: quote.senderId, in: model.openChat)
        let text = quote.deleted ? "(deleted)" : quote.text.isEmpty ? "a file" : quote.text
        return StyledText("▏\(name): \(text)", .dim).truncated(to: room)
    }

    private func reactions(_ reactions: [Reaction]) -> StyledText {
        let parts = reactions.map { reaction in
            StyledText(
                "\(reaction.emoji) \(reaction.userIds.count)  ",
                reaction.userIds.contains(model.me.id) ? .accent : .plain
            )
        }
        return parts.reduce(StyledText(), +).truncated(to: room)
    }

    /// The words of a search stand out.
    private func marked(_ lines: [StyledText]) -> [StyledText] {
        guard let hits = model.timeline?.hits, !hits.isEmpty else { return lines }
        return lines.map { HitMarker.marked($0, hits) }
    }

    // MARK: Not stored yet

    private func rows(_ entry: OutboxEntry, isFirst: Bool) -> [StyledText] {
        var text = entry.text.isEmpty ? [] : StyledText.lines(of: entry.text)
        text += entry.attachments.map { file in
            let name = StyledText("▤ \(file.fileName)")
            guard file.mediaId == nil, let upload = model.uploads[file.clientMediaId] else { return name }
            return name + StyledText("  \(FileFormatter.progress(upload.done, of: upload.total))", .accent)
        }
        var failure: [StyledText] = []
        switch entry.state {
        case .staged: text.append(pop(&text) + StyledText(" …\u{A0}queued", .waiting))
        case .sending:
            // Handed to a connection that is gone: it goes out with the next one.
            let isOnline = model.connection.state.isOnline
            text.append(pop(&text) + StyledText(isOnline ? " …" : " …\u{A0}queued", .waiting))
        case .sent: text.append(pop(&text) + StyledText(" ✓", .dim))
        case .failed(let reason, let isRetryable):
            let actions = (isRetryable ? [(KeyAction.retry, "retry")] : []) + [(.drop, "drop")]
            let keys = model.keyHints(actions, in: .unsent, separator: ", ")
            failure = StyledText("✗ \(reason): \(keys)", .failed).wrapped(to: room, indent: 2)
        }
        // By the server's clock, as the messages above it.
        let writtenAt = entry.writtenAt.adding(milliseconds: model.clock.offset)
        let head = Head(name: "you", role: .good, time: model.time.clock(writtenAt), isFirst: isFirst)
        return placed(text.flatMap { $0.wrapped(to: room) } + failure, head)
    }

    private func pop(_ rows: inout [StyledText]) -> StyledText { rows.popLast() ?? StyledText() }
}

/// Marks words in a line.
enum HitMarker {
    static func marked(_ line: StyledText, _ words: [String]) -> StyledText {
        StyledText(
            line.spans.flatMap { span -> [Span] in
                var parts: [Span] = []
                var rest = span.text[...]
                while let hit = words.compactMap({
                    rest.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive])
                })
                .min(by: { $0.lowerBound < $1.lowerBound }), !hit.isEmpty {
                    if rest.startIndex < hit.lowerBound { parts.append(span.part(rest[..<hit.lowerBound])) }
                    var marked = span.part(rest[hit])
                    marked.role = .selected
                    parts.append(marked)
                    rest = rest[hit.upperBound...]
                }
                return rest.isEmpty ? parts : parts + [span.part(rest)]
            }
        )
    }
}
