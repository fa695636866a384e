import Domain
import Pictures
import SpotterClient

/// Connects the model and the terminal: handles inputs, starts effects, draws frames.
struct FullScreenController {
    enum Outcome: Equatable {
        case proceed, suspend, quit
        case externalEditor(String)
    }

    private(set) var model: AppModel
    private var writer: FrameWriter
    private var support: PictureSupport
    /// For this run, whatever the settings say.
    private let pictures: PictureChoice?
    private let cell: () -> CellSize?
    private let start: (AppEffect) -> Void
    private let write: @Sendable (String) -> Void

    init(
        model: AppModel,
        theme: Theme,
        support: PictureSupport,
        pictures: PictureChoice? = nil,
        cell: @escaping () -> CellSize? = { nil },
        start: @escaping (AppEffect) -> Void,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.model = model
        writer = FrameWriter(theme: theme)
        self.support = support
        self.pictures = pictures
        self.cell = cell
        self.start = start
        self.write = write
        chooseDisplay()
    }

    /// Asks the terminal for what nothing else tells.
    func askTerminal() {
        if model.settings.theme == .auto { write(TerminalCommand.askForBackground) }
        if support.asks(pictures ?? model.settings.pictures, cell()) { write(TerminalCommand.askForAttributes) }
    }

    /// Draws the first frame, and only then starts what it needs from elsewhere.
    mutating func begin(_ effects: [AppEffect]) {
        draw()
        _ = run(effects)
    }

    /// Handles what has come in since the last frame, then draws one.
    mutating func handle(_ inputs: [AppInput]) -> Outcome {
        for (index, input) in inputs.enumerated() {
            if case .terminal(let events) = input { noteAnswers(events) }
            let outcome = run(model.handle(input))
            if case .resized = input { chooseDisplay() }
            guard outcome == .proceed else {
                // What came after the key that leaves isn't lost: it is handled when the screen is back.
                for rest in inputs[(index + 1)...] { _ = run(model.handle(rest)) }
                write(writer.end())
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
        let timeline = TimelineLayout(model).frame
        let frame = writer.frame(ScreenView(model, timeline).draw())
        if !frame.isEmpty { write(frame) }
        // A popup over it doesn't hide that it was there to be read.
        _ = run(model.didShow(timeline.shownSequences))
        _ = run(model.showPictures(timeline))
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

    private mutating func noteAnswers(_ events: [TerminalEvent]) {
        for case .attributes(let attributes) in events where attributes.contains(4) {
            support.hasSixels = true
            chooseDisplay()
        }
        noteBackground(events)
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
        let theme = writer.theme
        writer.use(Theme(background: background, hasColors: theme.hasColors, isUnicode: theme.isUnicode))
        chooseDisplay()
    }

    private mutating func chooseDisplay() {
        let cell = cell()
        let ground: Pixel = writer.theme.background == .light ? .white : .black
        model.pictures.display = support.encoding(pictures ?? model.settings.pictures, cell).map {
            PictureDisplay(encoding: $0, cell: cell ?? .usual, ground: ground)
        }
    }

    private mutating func use(_ settings: AppSettings) {
        write(TerminalCommand.mouse(settings.hasMouse))
        chooseDisplay()
        askTerminal()
        switch settings.theme {
        case .auto: break
        case .dark: use(.dark)
        case .light: use(.light)
        }
    }
}
