import Domain
import SpotterClient

/// Connects the model, the typed line and the screen: handles one input at a time.
struct ChatController {
    enum Input: Sendable {
        case bytes([UInt8])
        case endOfBytes
        case chat(ChatInput)
    }

    enum Outcome: Equatable {
        case proceed, suspend
        case quit(unsent: Int)
    }

    private(set) var model: ChatModel
    private var screen: Screen
    private let runner: EffectRunner
    private var editor = LineEditor()
    private var keys = KeyDecoder()
    private var lines = TerminalInput.LineSplitter()
    /// The draft that this device last kept.
    private var savedDraft = ""
    private var throttle = DraftThrottle()

    init(model: ChatModel, screen: Screen, runner: EffectRunner) {
        self.model = model
        self.screen = screen
        self.runner = runner
    }

    mutating func begin() { redraw() }

    mutating func redraw() {
        screen.refresh(prompt: model.prompt, footer: model.footer, editor: editor, force: true)
    }
    func end() { screen.end() }

    /// When the next tick is due; `nil` while nothing changes by itself.
    func nextTick(after now: Timestamp) -> Timestamp? {
        let save = canSave ? throttle.next(hasChanged: draftText != savedDraft, after: now) : nil
        let due = [model.nextTick(after: now), save].compactMap { $0 }.min()
        return due.map { max($0, now.adding(milliseconds: 1)) }
    }

    mutating func handle(_ input: Input) -> Outcome {
        let outcome: Outcome
        let open = model.open
        let wasOnline = model.connection.isOnline
        switch input {
        case .chat(let input):
            if case .tick = input { saveDraft() }
            let effects = model.handle(input)
            // Before the draft of another chat is put into the line.
            if let open, open != model.open { saveAndClearDraft(in: open) }
            outcome = perform(effects)
        case .bytes(let bytes): outcome = screen.isInteractive ? handleTyped(bytes) : handlePiped(lines.feed(bytes))
        case .endOfBytes:
            let last = lines.end().map { [$0] } ?? []
            let outcomeOfLines = handlePiped(last)
            outcome = outcomeOfLines == .proceed ? perform(model.handle(.endOfInput)) : outcomeOfLines
        }
        // The server knows nothing about the screen on a new connection.
        if model.connection.isOnline, !wasOnline ? model.open != nil : open != model.open {
            runner.start(.view(model.open))
        }
        screen.refresh(prompt: model.prompt, footer: model.footer, editor: editor)
        return outcome
    }

    // MARK: The draft

    /// The message being typed, or empty. Commands aren't saved as drafts.
    private var draftText: String { editor.characters.first == "/" ? "" : editor.text }

    private var canSave: Bool { screen.isInteractive && model.open != nil }

    /// Keeps the draft. The server gets it when typing pauses, every few seconds while it doesn't, or at once.
    private mutating func saveDraft(atOnce: Bool = false) {
        let text = draftText
        guard canSave, let open = model.open,
            let step = throttle.step(hasChanged: text != savedDraft, atOnce: atOnce, now: model.clock.now())
        else { return }
        savedDraft = text
        runner.start(step == .keep ? .keepDraft(open, text) : .saveDraft(open, text))
    }

    /// Saves the typed text as the old chat's draft when another chat is opened.
    private mutating func saveAndClearDraft(in chat: ChatID) {
        let isUnsent = draftText != savedDraft || throttle.isAhead
        if screen.isInteractive, isUnsent { runner.start(.saveDraft(chat, draftText)) }
        (savedDraft, throttle) = ("", DraftThrottle())
        if editor.characters.first != "/" { editor.set("") }
    }

    private mutating func handlePiped(_ lines: [String]) -> Outcome {
        for line in lines {
            let outcome = perform(model.handle(.line(line)))
            if outcome != .proceed { return outcome }
        }
        return .proceed
    }

    private mutating func handleTyped(_ bytes: [UInt8]) -> Outcome {
        for key in keys.feed(bytes) {
            let outcome = act(on: editor.handle(key))
            if outcome != .proceed { return outcome }
        }
        return .proceed
    }

    private mutating func act(on action: LineEditor.Action) -> Outcome {
        switch action {
        case .none: return .proceed
        case .changed:
            let edited = ChatInput.edited(isEmpty: editor.isEmpty, isCommand: editor.characters.first == "/")
            return perform(model.handle(edited))
        case .submit(let line):
            // Only commands are echoed. A message is printed once it is stored.
            if line.hasPrefix("/") { screen.print([model.style.dim(TerminalText.line(line))], editor: editor) }
            return perform(model.handle(.line(line)))
        case .interrupt, .endOfInput: return perform(model.handle(.line("/quit")))
        case .suspend: return .suspend
        case .redraw:
            redraw()
            return .proceed
        case .complete:
            complete()
            return .proceed
        }
    }

    private mutating func complete() {
        guard editor.cursor == editor.characters.count else { return }
        if let completed = model.completion.complete(editor.text) { editor.set(completed) }
    }

    private mutating func perform(_ effects: [ChatEffect]) -> Outcome {
        for effect in effects {
            switch effect {
            case .print(let lines): screen.print(lines, editor: editor)
            case .prefill(let text):
                savedDraft = text
                if editor.isEmpty { editor.set(text) }
            case .send(let chat, let text): runner.send(text, to: chat, wasDraft: screen.isInteractive)
            case .quit(let unsent):
                saveDraft(atOnce: true)
                return .quit(unsent: unsent)
            default: runner.start(effect)
            }
        }
        return .proceed
    }
}
