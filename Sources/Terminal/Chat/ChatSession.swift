import Domain
import SpotterClient

/// The chat client between two inputs: the model, the typed line and the screen.
struct ChatSession {
    enum Input: Sendable {
        case bytes([UInt8])
        case endOfBytes
        case chat(ChatInput)
    }

    enum Outcome: Equatable {
        case goOn, suspend
        case leave(unsent: Int)
    }

    private(set) var model: ChatModel
    private var screen: Screen
    private let worker: ChatWorker
    private var editor = LineEditor()
    private var keys = KeyDecoder()
    private var lines = TerminalInput.LineCutter()
    /// What was being typed a moment ago, and what of it is kept as the chat's draft.
    private var lastTyped = ""
    private var savedDraft = ""

    init(model: ChatModel, screen: Screen, worker: ChatWorker) {
        self.model = model
        self.screen = screen
        self.worker = worker
    }

    mutating func begin() { redraw() }

    mutating func redraw() {
        screen.refresh(prompt: model.prompt, footer: model.footer, editor: editor, force: true)
    }
    func end() { screen.end() }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome: Outcome
        let open = model.open
        let wasOnline = model.connection.isOnline
        switch input {
        case .chat(let input):
            if case .tick = input { keepDraft(isPause: true) }
            outcome = perform(model.handle(input))
        case .bytes(let bytes): outcome = screen.isInteractive ? typed(bytes) : piped(lines.feed(bytes))
        case .endOfBytes:
            let last = lines.end().map { [$0] } ?? []
            let said = piped(last)
            outcome = said == .goOn ? perform(model.handle(.endOfInput)) : said
        }
        if let open, open != model.open { leaveDraft(in: open) }
        // A new connection knows of no screen.
        if model.connection.isOnline, !wasOnline ? model.open != nil : open != model.open {
            worker.start(.view(model.open))
        }
        screen.refresh(prompt: model.prompt, footer: model.footer, editor: editor)
        return outcome
    }

    // MARK: The draft

    /// A message that's being typed, or nothing: commands are nobody's business.
    private var typedText: String { editor.characters.first == "/" ? "" : editor.text }

    /// Kept when the typing pauses, so that neither each key nor a crash costs much.
    private mutating func keepDraft(isPause: Bool) {
        let text = typedText
        defer { lastTyped = text }
        guard let open = model.open, screen.isInteractive, text != savedDraft, !isPause || text == lastTyped else {
            return
        }
        savedDraft = text
        worker.start(.saveDraft(open, text))
    }

    /// Another chat was opened: what's typed stays with the old one.
    private mutating func leaveDraft(in chat: ChatID) {
        if screen.isInteractive, typedText != savedDraft { worker.start(.saveDraft(chat, typedText)) }
        savedDraft = ""
        if editor.characters.first != "/" { editor.set("") }
    }

    private mutating func piped(_ lines: [String]) -> Outcome {
        for line in lines {
            let outcome = perform(model.handle(.line(line)))
            if outcome != .goOn { return outcome }
        }
        return .goOn
    }

    private mutating func typed(_ bytes: [UInt8]) -> Outcome {
        for key in keys.feed(bytes) {
            let outcome = act(on: editor.handle(key))
            if outcome != .goOn { return outcome }
        }
        return .goOn
    }

    private mutating func act(on action: LineEditor.Action) -> Outcome {
        switch action {
        case .none: return .goOn
        case .changed:
            let edited = ChatInput.edited(isEmpty: editor.isEmpty, isCommand: editor.characters.first == "/")
            return perform(model.handle(edited))
        case .submit(let line):
            // What's a command leaves no other trace; a message is printed when it's stored.
            if line.hasPrefix("/") { screen.print([model.style.dim(TerminalText.line(line))], editor: editor) }
            return perform(model.handle(.line(line)))
        case .interrupt, .endOfInput: return perform(model.handle(.line("/quit")))
        case .suspend: return .suspend
        case .redraw:
            redraw()
            return .goOn
        case .complete:
            complete()
            return .goOn
        }
    }

    /// Completes a command's name when only one begins so.
    private mutating func complete() {
        let text = editor.text
        guard text.hasPrefix("/"), !text.contains(" ") else { return }
        let matches = SlashCommand.names.filter { $0.hasPrefix(text) }
        if let only = matches.first, matches.count == 1 { editor.set(only + " ") }
    }

    private mutating func perform(_ effects: [ChatEffect]) -> Outcome {
        for effect in effects {
            switch effect {
            case .print(let lines): screen.print(lines, editor: editor)
            case .prefill(let text):
                savedDraft = text
                if editor.isEmpty { editor.set(text) }
            case .quit(let unsent):
                keepDraft(isPause: false)
                return .leave(unsent: unsent)
            default: worker.start(effect)
            }
        }
        return .goOn
    }
}
