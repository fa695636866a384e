/// Where the parts of the screen are.
///
/// From 110 columns: list, conversation and pane. From 72: list and conversation; a pane replaces the list. Below: one
/// at a time. Under 16 rows the hints go and the title joins the top line.
struct Layout: Equatable {
    static let minRows = 5
    static let minColumns = 20

    private(set) var isTooSmall = false
    private(set) var isNarrow = false
    /// Room for headings and hints.
    private(set) var isTall = false
    private(set) var list: Area?
    private(set) var timeline = Area(rows: 0..<0, columns: 0..<0)
    private(set) var pane: Area?
    private(set) var composer = Area(rows: 0..<0, columns: 0..<0)
    /// The row above the composer: who is typing, or a notice.
    private(set) var noticeRow = 0
    private(set) var hintRow: Int?
    /// Tab can go to the list, even if it isn't shown.
    let couldShowList = true

    var showsList: Bool { list != nil }

    init(_ model: AppModel) {
        let (rows, columns) = (model.size.rows, model.size.columns)
        guard rows >= Self.minRows, columns >= Self.minColumns else {
            isTooSmall = true
            return
        }
        isTall = rows >= 16
        isNarrow = columns < 72
        let composerRows = min(ComposerLayout(model, columns: columns).rows.count, max(rows / 3, 1))
        hintRow = isTall ? rows - 1 : nil
        let composerEnd = rows - (isTall ? 1 : 0)
        composer = Area(rows: composerEnd - composerRows..<composerEnd, columns: 0..<columns)
        noticeRow = composer.top - 1
        let top = isTall ? 2 : 1
        let body = top..<max(noticeRow, top)
        let hasPane = model.pane != nil
        if isNarrow {
            layOutNarrow(model, body, columns)
        } else if columns >= 110 {
            let paneStart = hasPane ? columns - 32 : columns
            list = Area(rows: body, columns: 0..<28)
            timeline = Area(rows: body, columns: 29..<paneStart)
            if hasPane { pane = Area(rows: body, columns: paneStart + 1..<columns) }
        } else if hasPane, model.focus != .list {
            timeline = Area(rows: body, columns: 0..<columns - 32)
            pane = Area(rows: body, columns: columns - 31..<columns)
        } else {
            list = Area(rows: body, columns: 0..<22)
            timeline = Area(rows: body, columns: 23..<columns)
        }
    }

    private mutating func layOutNarrow(_ model: AppModel, _ body: Range<Int>, _ columns: Int) {
        let whole = Area(rows: body, columns: 0..<columns)
        // Hidden parts keep their width, so that the model can still tell what they would show.
        timeline = Area(rows: body.lowerBound..<body.lowerBound, columns: 0..<columns)
        switch model.focus {
        case .list: list = whole
        case .pane where model.pane != nil: pane = whole
        case .composer where model.pane == .assistant || model.timeline == nil && model.pane != nil: pane = whole
        case .composer, .messages, .pane: timeline = whole
        }
    }
}
