public import Domain
import Foundation
public import SpotterClient

/// `spotter chat`: connects keyboard, screen and session to `ChatModel`.
public struct ChatClient: Sendable {
    private let engine: SyncEngine
    private let me: User
    private let ruleWords: RuleWords

    public init(engine: SyncEngine, me: User, ruleWords: @escaping RuleWords) {
        self.engine = engine
        self.me = me
        self.ruleWords = ruleWords
    }

    /// Runs until the user quits. Shows the cached state before it asks the server for anything.
    /// - Parameters:
    ///   - known: all chats of the cache.
    ///   - chat: opened at once; if `nil`, the chats are listed.
    /// - Returns: the number of messages that were written and aren't stored yet. They wait in the outbox.
    /// - Throws: `ClientError` if the cache is empty and the server can't be reached.
    public func run(_ known: [Chat], opening chat: Chat?) async throws -> Int {
        var chats = known
        if chat == nil, chats.isEmpty {
            try await engine.refresh()
            chats = try await engine.chats()
        }
        let (inputs, continuation) = AsyncStream.makeStream(of: ChatController.Input.self)
        let style = Style(isTerminal: TTY.outputIsTerminal, environment: ProcessInfo.processInfo.environment)
        let isInteractive = TTY.inputIsTerminal && TTY.outputIsTerminal
        let mode: TerminalMode? = isInteractive ? .enter(.raw) : nil
        let runner = EffectRunner(engine: engine, ruleWords: ruleWords) { continuation.yield(.chat($0)) }
        var screen = ChatController(
            model: ChatModel(me: me, style: style, clock: engine.wallClock, columns: { TTY.columns }),
            screen: Screen(
                isInteractive: isInteractive,
                style: style,
                columns: { TTY.columns },
                write: { TTY.write($0) }
            ),
            runner: runner
        )
        if let chat { continuation.yield(.chat(try await runner.open(chat))) }
        continuation.yield(.chat(chat == nil ? .chats(chats) : .chatsUpdated(chats)))
        continuation.yield(.chat(.outbox(try await engine.outbox())))
        continuation.yield(.chat(.started))
        // Started after the chats are queued, because piped lines arrive at once.
        let sources = Self.sources(engine, continuation)
        defer { for source in sources { source.cancel() } }
        screen.begin()
        var ticks = TickTimer { continuation.yield(.chat(.tick)) }
        defer { ticks.cancel() }
        for await input in inputs {
            switch screen.handle(input) {
            case .proceed: break
            case .suspend:
                if let mode { mode.suspend() }
                screen.redraw()
            case .quit(let unsent):
                await runner.finish()
                screen.end()
                if let mode { mode.restore() }
                return unsent
            }
            let now = engine.wallClock.now()
            if let due = screen.nextTick(after: now) { ticks.set(for: due, now: now) }
        }
        return 0
    }

    /// All event sources, merged into one stream, so that inputs are handled one at a time.
    private static func sources(
        _ engine: SyncEngine,
        _ continuation: AsyncStream<ChatController.Input>.Continuation
    ) -> [Task<Void, Never>] {
        let following = AsyncStream<Void>.makeStream()
        return [
            Task {
                let changes = await engine.changes()
                following.continuation.finish()
                await EffectRunner.follow(engine, changes) { continuation.yield(.chat($0)) }
            },
            Task {
                // Started after the subscription, so that no change is lost.
                for await _ in following.stream {}
                await engine.run()
            },
            Task {
                for await bytes in TerminalInput.bytes() { continuation.yield(.bytes(bytes)) }
                continuation.yield(.endOfBytes)
            },
        ]
    }
}
