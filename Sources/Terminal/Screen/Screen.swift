/// Where the chat client prints. With a prompt, lines go above it and it's drawn again, so that what's being typed stays.
/// Between the two there may be a footer: rows that are taken away with the prompt.
struct Screen {
    let isInteractive: Bool
    let style: Style
    let columns: @Sendable () -> Int
    let write: @Sendable (String) -> Void

    private var prompt = "> "
    /// Without styles: they get theirs here.
    private var footer: [String] = []
    private var drawn = ""
    /// Rows above the prompt that are drawn with it.
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
        let text = lines.map { $0 + (isInteractive ? "\r\n" : "\n") }.joined()
        guard isInteractive else { return write(text) }
        let clear = clear
        drawn = render(editor)
        // One write: other output can't come between.
        write(clear + text + drawn)
    }

    /// Draws the prompt if it looks different now.
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

    /// Takes the prompt away, before leaving.
    func end() {
        if isInteractive { write(clear) }
    }

    /// Takes away what's drawn: up to the footer's first row, and everything below.
    private var clear: String {
        drawnRows == 0 ? PromptLine.clear : "\r\u{1B}[\(drawnRows)A\u{1B}[J"
    }

    private mutating func render(_ editor: LineEditor) -> String {
        drawnRows = footer.count
        // One row each, whatever is in it: it has to be counted to be taken away.
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
