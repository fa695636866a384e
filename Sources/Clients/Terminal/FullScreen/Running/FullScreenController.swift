import Domain
import SpotterClient

/// Connects the model and the terminal: handles inputs, starts effects, draws frames.
struct FullScreenController {
    enum Outcome: Equatable {
        case proceed, suspend, quit
        case externalEditor(String)
    }

    private(set) var model: AppModel
    private var writer: FrameWriter
    private let theme: Theme
    private let start: (AppEffect) -> Void
    private let write: @Sendable (String) -> Void

    init(
        model: AppModel,
        theme: Theme,
        start: @escaping (AppEffect) -> Void,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.model = model
        writer = FrameWriter(theme: theme)
        self.theme = theme
        self.start = start
        self.write = write
    }

    /// Handles what has come in since the last frame, then draws one.
    mutating func handle(_ inputs: [AppInput]) -> Outcome {
        for (index, input) in inputs.enumerated() {
            if case .terminal(let events) = input { noteBackground(events) }
            let outcome = run(model.handle(input))
            guard outcome == .proceed else {
                // What came after the key that leaves isn't lost: it is handled when the screen is back.
                for rest in inputs[(index + 1)...] { _ = run(model.handle(rest)) }
                return outcome
            }
        }
        draw()
        return .proceed
    }

    mutating func redraw() {
        // The terminal was entered again as the settings were at the start.
        write(TerminalCommand.mouse(model.settings.hasMouse))
        writer.invalidate()
        draw()
    }

    private mutating func draw() {
        model.settleScroll()
        let frame = writer.frame(ScreenView(model).draw())
        if !frame.isEmpty { write(frame) }
        // A popup over it doesn't hide that it was there to be read.
        _ = run(model.didShow(TimelineLayout(model).shownSequences))
    }

    private mutating func run(_ effects: [AppEffect]) -> Outcome {
        var outcome = Outcome.proceed
        for effect in effects {
            switch effect {
            case .copy(let text): write(TerminalCommand.copy(text))
            case .bell: if model.settings.rings { write(TerminalCommand.bell) }
            case .notify(let title, let body):
                if model.settings.notifies { write(TerminalCommand.notify(title: title, body: body)) }
            case .saveSettings(let settings):
                use(settings)
                start(effect)
            case .redraw: writer.invalidate()
            case .externalEditor(let text): outcome = .externalEditor(text)
            case .suspend: outcome = .suspend
            case .quit: outcome = .quit
            default: start(effect)
            }
        }
        return outcome
    }

    /// A light terminal gets the colours that can be read on it.
    private mutating func noteBackground(_ events: [TerminalEvent]) {
        guard model.settings.theme == .auto else { return }
        for case .backgroundColor(let red, let green, let blue) in events {
            // Relative luminance (ITU-R BT.709).
            let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            let background: Theme.Background = luminance > 0.5 ? .light : .dark
            use(background)
        }
    }

    private mutating func use(_ background: Theme.Background) {
        writer = FrameWriter(
            theme: Theme(background: background, hasColors: theme.hasColors, isUnicode: theme.isUnicode)
        )
    }

    private mutating func use(_ settings: AppSettings) {
        write(TerminalCommand.mouse(settings.hasMouse))
        switch settings.theme {
        case .auto: write(TerminalCommand.askForBackground)
        case .dark: use(.dark)
        case .light: use(.light)
        }
    }
}
