/// The chat client's output. In interactive mode, lines are printed above the prompt, which is then redrawn, so that
/// the typed text stays. A footer of some rows between the two is redrawn with the prompt.
struct Screen {
    let isInteractive: Bool
    let style: Style
    let columns: @Sendable () -> Int
    let write: @Sendable (String) -> Void

    private var prompt = "> "
    /// Without styles: `render` adds them.
    private var footer: [String] = []
    private var drawn = ""
    /// Rows drawn above the prompt.
    private var drawnRows = 0

    init(
        isInteractive: Bool,
        style: Style,
        columns: @escaping @Sendable () -> Int,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.isInteractive = isInteractive
        self.style = style
        self.columns = columns
        self.write = write
    }

    mutating func print(_ lines: [String], editor: LineEditor) {
        guard !lines.isEmpty else { return }
        guard isInteractive else { return write(lines.map { $0 + "\n" }.joined()) }
        // The last column stays free: on some terminals a character in it wraps.
        let room = columns() - 1
        let text = lines.flatMap { TextWrapper.wrap($0, to: room) }.map { $0 + "\r\n" }.joined()
        let clear = clear
        drawn = render(editor)
        // A single write, so that other output can't interleave.
        write(clear + text + drawn)
    }

    /// Draws the prompt and the footer if they have changed.
    mutating func refresh(prompt: String, footer: [String] = [], editor: LineEditor, force: Bool = false) {
        guard isInteractive else { return }
        let clear = clear
        self.prompt = prompt
        self.footer = footer
        let rows = drawnRows
        let row = render(editor)
        guard force || row != drawn else { return }
        drawn = row
        // The prompt's row clears itself.
        write(rows > 0 || drawnRows > 0 ? clear + row : row)
    }

    /// Clears the prompt before the program quits.
    func end() {
        if isInteractive { write(clear) }
    }

    /// Clears the footer and the prompt.
    private var clear: String {
        drawnRows == 0 ? PromptLine.clear : "\r\u{1B}[\(drawnRows)A\u{1B}[J"
    }

    private mutating func render(_ editor: LineEditor) -> String {
        drawnRows = footer.count
        // One row each, because rows are counted to clear them.
        let rows = footer.map { row in
            let row = DisplayWidth.truncate(row, to: max(columns(), 4) - 1)
            return (row.hasPrefix("✗") ? style.red(row) : style.dim(row)) + "\r\n"
        }.joined()
        return rows
            + PromptLine.render(
                prompt: prompt,
                characters: editor.characters,
                cursor: editor.cursor,
                columns: columns(),
                style: style
            )
    }
}
