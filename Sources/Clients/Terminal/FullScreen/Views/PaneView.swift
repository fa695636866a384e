import Domain
import SpotterAPI
import SpotterClient

/// The pane beside the conversation.
struct PaneView {
    private let model: AppModel
    private let area: Area?

    init(_ model: AppModel) {
        self.model = model
        area = model.layout.pane
    }

    private var columns: Int { max((area?.width ?? 31) - 2, 8) }

    var title: String {
        switch model.pane {
        case .text(let title, _): title
        case .assistant: "Assistant"
        case .search(let search):
            if search.isRunning {
                "Searching…"
            } else if search.failure != nil {
                "Not searched"
            } else {
                "\(search.results.count) for “\(search.query)”"
            }
        case .thread(let thread): thread.messages.count < 2 ? "Thread" : "Thread of \(thread.messages.count)"
        case .page(let page): page.title
        case nil: ""
        }
    }

    /// All lines, and which of them belongs to which result.
    private var lines: [(text: StyledText, result: Int?)] {
        switch model.pane {
        case .text(_, let lines): lines.flatMap { $0.wrapped(to: columns, indent: 2) }.map { ($0, nil) }
        case .assistant: AssistantView(model, columns: columns).lines.map { ($0, nil) }
        case .search(let search): results(search)
        case .thread(let thread): messages(thread)
        case .page(let page): entries(page)
        case nil: []
        }
    }

    private func results(_ search: SearchPane) -> [(text: StyledText, result: Int?)] {
        if let failure = search.failure {
            return StyledText("✗ \(failure)", .failed).wrapped(to: columns, indent: 2).map { ($0, nil) }
        }
        let note = search.note.map { StyledText($0, .waiting).wrapped(to: columns) } ?? []
        var lines: [(text: StyledText, result: Int?)] = note.map { ($0, nil) }
        if search.results.isEmpty {
            let text = search.isRunning ? "Searching for “\(search.query)”" : "Nothing found."
            return lines + StyledText(text, .dim).wrapped(to: columns).map { ($0, nil) }
        }
        let words = search.query.split(separator: " ").map(String.init).filter { $0.count > 2 }
        for (index, result) in search.results.enumerated() {
            let now = model.clock.now()
            let place = search.chat == nil ? model.list.chats[result.chatId].map { " in \($0.name)" } ?? "" : ""
            let head =
                StyledText(result.senderName, .strong)
                + StyledText("\(place) \(model.time.moment(result.sentAt, now: now))", .dim)
            lines.append((head.truncated(to: columns), index))
            let text = HitMarker.marked(
                StyledText(DisplayWidth.truncate(TerminalText.line(result.text), to: 160)),
                words
            )
            lines += text.wrapped(to: columns).map { ($0, index) }
            lines.append((StyledText(), nil))
        }
        if search.chat != nil, let key = model.keyName(.search) {
            lines.append((StyledText("\(key) searches all chats", .dim), nil))
        }
        return lines
    }

    private func entries(_ page: PagePane) -> [(text: StyledText, result: Int?)] {
        var count = 0
        return page.entries.flatMap { entry -> [(text: StyledText, result: Int?)] in
            let number = entry.target.map { _ in count }
            if number != nil { count += 1 }
            return entry.lines.flatMap { $0.wrapped(to: columns, indent: 2) }.map { ($0, number) }
        }
    }

    private func messages(_ thread: ThreadPane) -> [(text: StyledText, result: Int?)] {
        let now = model.clock.now()
        let chat = model.list.chats[thread.chat]
        var lines: [(text: StyledText, result: Int?)] = []
        for (index, message) in thread.messages.enumerated() {
            let isMine = message.senderId == model.me.id
            let head =
                StyledText(model.name(of: message.senderId, in: chat), isMine ? .good : .strong)
                + StyledText(" \(model.time.moment(message.createdAt, now: now))", .dim)
            lines.append((head.truncated(to: columns), index))
            // Answers to the first stand below it; an answer to another one says to which.
            if let quote = message.quote, message.replyTo != thread.messages.first?.id {
                let text = quote.deleted ? "(deleted)" : quote.text
                lines.append((StyledText("▏\(text)", .dim).truncated(to: columns), index))
            }
            let text = message.deletedAt == nil ? message.text : "(deleted)"
            let shown = text.isEmpty ? [StyledText(MessagePreview.text(of: message), .dim)] : StyledText.lines(of: text)
            lines += shown.flatMap { $0.wrapped(to: columns) }.map { ($0, index) }
            lines.append((StyledText(), nil))
        }
        if thread.isLoaded, thread.messages.count < 2 {
            let key = model.keyName(.reply, in: .message).map { " \($0) replies." } ?? ""
            lines.append((StyledText("Nothing answers it yet.\(key)", .dim), nil))
        }
        return lines
    }

    var maxScroll: Int { max(lines.count - (area?.height ?? 0), 0) }

    /// The scroll after which a result is visible.
    func scroll(showing result: Int, from scroll: Int) -> Int {
        let lines = lines
        guard let first = lines.firstIndex(where: { $0.result == result }),
            let last = lines.lastIndex(where: { $0.result == result }), let height = area?.height
        else { return 0 }
        if first < scroll { return first }
        return last >= scroll + height ? last - height + 1 : scroll
    }

    /// The result or entry that is drawn there.
    func result(atRow row: Int, column: Int) -> Int? {
        guard let area, area.contains(row: row, column: column) else { return nil }
        let lines = lines
        let index = start(lines.count, area) + row - area.top
        return lines.indices.contains(index) ? lines[index].result : nil
    }

    /// The first line that is shown.
    private func start(_ count: Int, _ area: Area) -> Int { min(model.paneScroll, max(count - area.height, 0)) }

    func draw(on grid: inout Grid) {
        guard let area else { return }
        let lines = lines
        let start = start(lines.count, area)
        let selected = model.pane?.selected
        for (offset, line) in lines.dropFirst(start).prefix(area.height).enumerated() {
            let row = area.top + offset
            grid.put(StyledText(" ") + line.text, row: row, column: area.left, end: area.columns.upperBound)
            if let result = line.result, result == selected, model.focus == .pane {
                grid.shade(Area(rows: row..<row + 1, columns: area.columns), .selected)
            }
        }
    }
}

/// The conversation with the assistant.
struct AssistantView {
    private let model: AppModel
    private let columns: Int

    init(_ model: AppModel, columns: Int) {
        self.model = model
        self.columns = columns
    }

    var lines: [StyledText] {
        if model.assistant.exchanges.isEmpty {
            return ["Ask about everything you may read:", "/ask how is Sara's knee?", "", "It proposes; you confirm."]
                .flatMap { StyledText($0, .dim).wrapped(to: columns, indent: 2) }
        }
        return model.assistant.exchanges.enumerated().flatMap { index, exchange in
            lines(exchange, isLast: index == model.assistant.exchanges.count - 1)
        }
    }

    private func lines(_ exchange: AssistantState.Exchange, isLast: Bool) -> [StyledText] {
        var lines = StyledText("› \(exchange.question)", .accent).wrapped(to: columns, indent: 2)
        lines += StyledText.lines(of: exchange.text).flatMap { $0.wrapped(to: columns) }
        if let status = exchange.status { lines.append(StyledText("… \(status)", .dim)) }
        if let failure = exchange.failure {
            lines += StyledText("✗ \(failure)", .failed).wrapped(to: columns, indent: 2)
            if isLast, exchange.text.isEmpty, let key = model.keyName(.historyBack, in: .composer) {
                lines += StyledText("\(key) brings the question back", .dim).wrapped(to: columns, indent: 2)
            }
        }
        for (index, citation) in exchange.citations.enumerated() {
            let now = model.clock.now()
            let line =
                StyledText("[\(index + 1)] ", .accent) + StyledText(citation.senderName, .strong)
                + StyledText(" \(model.time.moment(citation.sentAt, now: now)) ", .dim)
                + StyledText("“\(DisplayWidth.truncate(TerminalText.line(citation.quote), to: 90))”", .dim)
            let isSelected = isLast && model.assistant.selectedCitation == index && model.focus == .pane
            lines += (isSelected ? line.colored(.selected) : line).wrapped(to: columns, indent: 4)
        }
        for (index, page) in exchange.pages.enumerated() {
            lines +=
                (StyledText("[w\(index + 1)] ", .accent)
                + StyledText([Span(page.title, .accent, link: page.url)]) + StyledText(" (\(page.host))", .dim))
                .wrapped(to: columns, indent: 4)
        }
        lines.append(footer(exchange, isLast: isLast))
        lines.append(StyledText())
        return lines
    }

    /// Which version, and which model answered.
    private func footer(_ exchange: AssistantState.Exchange, isLast: Bool) -> StyledText {
        guard exchange.isComplete else { return StyledText() }
        var footer = StyledText()
        if exchange.version.count > 1 {
            footer += StyledText("‹ \(exchange.version.number)/\(exchange.version.count) › ", .accent)
        }
        if let model = exchange.model { footer += StyledText(model, .dim) }
        if isLast, let key = model.keyName(.regenerate, in: .pane) { footer += StyledText("  \(key) again", .dim) }
        return footer.truncated(to: columns)
    }
}
