import Dispatch
public import Domain
import Foundation
public import SpotterClient
import Synchronization

/// `spotter chat` on a terminal: the full screen.
public struct FullScreenClient: Sendable {
    private let engine: SyncEngine
    private let me: User
    private let settings: ChatSettingsFile
    private let pictures: PictureChoice?
    private let ruleWords: RuleWords

    /// - Parameter pictures: instead of what the settings say.
    public init(
        engine: SyncEngine,
        me: User,
        settings: ChatSettingsFile = .standard,
        pictures: PictureChoice? = nil,
        ruleWords: @escaping RuleWords
    ) {
        self.engine = engine
        self.me = me
        self.settings = settings
        self.pictures = pictures
        self.ruleWords = ruleWords
    }

    /// Whether standard input and output are a terminal that can show it.
    public static var isPossible: Bool {
        let terminal = ProcessInfo.processInfo.environment["TERM"] ?? ""
        return TTY.inputIsTerminal && TTY.outputIsTerminal && !["", "dumb"].contains(terminal)
    }

    /// Runs until the user quits. The first frame is drawn from the cache, before anything is asked of the server.
    /// - Parameters:
    ///   - chats: all chats of the cache.
    ///   - chat: opened at once.
    /// - Returns: the number of messages that were written and aren't stored yet. They wait in the outbox.
    /// - Throws: an error if the cache can't be read.
    public func run(_ chats: [Chat], opening chat: Chat?) async throws -> Int {
        let inbox = InputBox()
        let runner = AppEffectRunner(engine: engine, ruleWords: ruleWords) { inbox.add(.app($0)) }
        guard let input = PausableInput(), let mode = TerminalMode.enter(.fullScreen(mouse: settings.app.hasMouse))
        else {
            throw ClientError.unexpectedAnswer("this isn't a terminal")
        }
        defer { mode.restore() }
        let first = try await FirstScreen(engine: engine, me: me, settings: settings, isUnicode: theme.isUnicode)
            .read(chats, opening: chat, size: TTY.size)
        var screen = FullScreenController(
            model: first.model,
            theme: theme,
            support: PictureSupport(environment: ProcessInfo.processInfo.environment, isUnicode: theme.isUnicode),
            pictures: pictures,
            cell: { TTY.cell },
            start: { runner.start($0) },
            write: { TTY.write($0) }
        )
        screen.begin(first.effects)
        screen.askTerminal()
        let sources = start(inbox, runner, input)
        defer { for source in sources { source.cancel() } }
        let resizing = Self.onResize { inbox.add(.app(.resized(TTY.size))) }
        defer { resizing.cancel() }
        var decoder = TerminalEventDecoder()
        var ticks = TickTimer { inbox.add(.app(.shared(.tick))) }
        defer { ticks.cancel() }
        func setTimer() {
            let now = screen.model.clock.now()
            ticks.set(for: screen.model.nextTick(after: now), now: now)
        }
        setTimer()
        for await batch in inbox.batches {
            let inputs = batch.flatMap { Self.decoded($0, &decoder) }
            if decoder.isWaitingForEscape { inbox.addLater(.escapeTimeout) }
            switch screen.handle(inputs) {
            case .proceed: break
            case .suspend:
                input.pause()
                mode.suspend()
                input.resume()
                screen.redraw()
            case .externalEditor(let text):
                input.pause()
                mode.restore()
                let written = await ExternalEditor.edit(text)
                mode.apply()
                input.resume()
                screen.redraw()
                inbox.add(.app(.written(written)))
            case .quit:
                await runner.finish()
                return screen.model.outbox.count { !$0.isFailed && $0.state.isOpen }
            }
            setTimer()
        }
        return 0
    }

    private var theme: Theme {
        let environment = ProcessInfo.processInfo.environment
        return Theme(
            background: settings.app.theme == .light ? .light : .dark,
            hasColors: (environment["NO_COLOR"] ?? "").isEmpty,
            isUnicode: !ASCIIText.isNeeded(environment)
        )
    }

    private static func decoded(_ input: InputBox.Input, _ decoder: inout TerminalEventDecoder) -> [AppInput] {
        switch input {
        case .app(let input): [input]
        case .bytes(let bytes): [.terminal(decoder.feed(bytes))]
        case .escapeTimeout: [.terminal(decoder.flush())]
        // The terminal is gone, and with it everybody who could read.
        case .endOfInput: [.terminal([.key(KeyPress(.character("q"), .control))])]
        }
    }

    private func start(_ inbox: InputBox, _ runner: AppEffectRunner, _ input: PausableInput) -> [Task<Void, Never>] {
        let following = AsyncStream<Void>.makeStream()
        input.start { inbox.add($0.isEmpty ? .endOfInput : .bytes($0)) }
        return [
            Task {
                let changes = await engine.changes()
                following.continuation.finish()
                await runner.follow(changes)
            },
            Task {
                // Started after the subscription, so that no change is lost.
                for await _ in following.stream {}
                await engine.run()
            },
        ]
    }

    private static func onResize(_ action: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: DispatchQueue(label: "spotter.resize"))
        source.setEventHandler(handler: action)
        source.resume()
        return source
    }
}

/// Inputs in order. What came in while a frame was drawn is handled before the next one.
final class InputBox: Sendable {
    enum Input: Sendable {
        case app(AppInput)
        case bytes([UInt8])
        case escapeTimeout
        case endOfInput
    }

    /// How long an escape byte may stay alone before it is the Esc key: sequences arrive in one read, except over slow
    /// connections.
    private static let escapeDelay = Duration.milliseconds(30)

    private let waiting = Mutex<[Input]>([])
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init() { (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func add(_ input: Input) {
        waiting.withLock { $0.append(input) }
        signal.yield()
    }

    func addLater(_ input: Input) {
        Task {
            try? await Task.sleep(for: Self.escapeDelay)
            add(input)
        }
    }

    /// For a single consumer.
    var batches: AsyncMapSequence<AsyncStream<Void>, [Input]> {
        signals.map { _ in
            self.waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
        }
    }
}
