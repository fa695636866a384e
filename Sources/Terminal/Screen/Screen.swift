/// Where the chat client prints. With a prompt, lines go above it and it's drawn again, so that what's being typed stays.
struct Screen {
    let isInteractive: Bool
    let style: Style
    let columns: @Sendable () -> Int
    let write: @Sendable (String) -> Void

    private var prompt = "> "
    private var drawn = ""

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
        drawn = render(editor)
        // One write: other output can't come between.
        write(PromptLine.clear + text + drawn)
    }

    /// Draws the prompt if it looks different now.
    mutating func refresh(prompt: String, editor: LineEditor, force: Bool = false) {
        guard isInteractive else { return }
        self.prompt = prompt
        let row = render(editor)
        guard force || row != drawn else { return }
        drawn = row
        write(row)
    }

    /// Takes the prompt away, before leaving.
    func end() {
        if isInteractive { write(PromptLine.clear) }
    }

    private func render(_ editor: LineEditor) -> String {
        PromptLine.render(
            prompt: prompt,
            characters: editor.characters,
            cursor: editor.cursor,
            columns: columns(),
            style: style
        )
    }
}
