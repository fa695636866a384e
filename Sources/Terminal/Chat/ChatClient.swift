public import Domain
import Foundation
public import SpotterClient

/// `spotter chat`: joins keyboard, screen and session around `ChatModel`.
public struct ChatClient: Sendable {
    private let session: SpotterSession
    private let me: User

    public init(session: SpotterSession, me: User) {
        self.session = session
        self.me = me
    }

    /// Runs until the user leaves. What's in the cache is on the screen before the server is asked for anything.
    /// - Parameter chat: to open at once; otherwise the chats are listed.
    /// - Returns: messages that were written and not stored: they wait in the outbox.
    /// - Throws: `ClientError` when there's nothing in the cache and the server can't be reached.
    public func run(opening chat: Chat?) async throws -> Int {
        if chat == nil, try await session.chats().isEmpty { try await session.refresh() }
        let (inputs, continuation) = AsyncStream.makeStream(of: ChatSession.Input.self)
        let style = Style(isTerminal: TTY.outputIsTerminal, environment: ProcessInfo.processInfo.environment)
        let isInteractive = TTY.inputIsTerminal && TTY.outputIsTerminal
        let mode: TerminalMode? = isInteractive ? .enter(.raw) : nil
        let worker = ChatWorker(session: session) { continuation.yield(.chat($0)) }
        var screen = ChatSession(
            model: ChatModel(me: me, style: style, columns: { TTY.columns }),
            screen: Screen(
                isInteractive: isInteractive,
                style: style,
                columns: { TTY.columns },
                write: { TTY.write($0) }
            ),
            worker: worker
        )
        let chats = try await session.chats()
        if let chat { continuation.yield(.chat(try await worker.open(chat))) }
        continuation.yield(.chat(chat == nil ? .chats(chats) : .chatsNoted(chats)))
        continuation.yield(.chat(.outbox(try await session.outbox())))
        // After the chats: lines from a pipe come at once.
        let sources = Self.sources(session, continuation)
        defer { for source in sources { source.cancel() } }
        screen.begin()
        for await input in inputs {
            switch screen.handle(input) {
            case .goOn: break
            case .suspend:
                if let mode { mode.suspend() }
                screen.redraw()
            case .leave(let unsent):
                await worker.finish()
                screen.end()
                if let mode { mode.restore() }
                return unsent
            }
        }
        return 0
    }

    /// Everything that happens by itself, into one stream: one place reacts to one thing at a time.
    private static func sources(
        _ session: SpotterSession,
        _ continuation: AsyncStream<ChatSession.Input>.Continuation
    ) -> [Task<Void, Never>] {
        let following = AsyncStream<Void>.makeStream()
        return [
            Task {
                let changes = await session.changes()
                following.continuation.finish()
                await ChatWorker.follow(session, changes) { continuation.yield(.chat($0)) }
            },
            Task {
                // Not before somebody listens: the first change counts.
                for await _ in following.stream {}
                await session.run()
            },
            Task {
                for await bytes in TerminalInput.bytes() { continuation.yield(.bytes(bytes)) }
                continuation.yield(.endOfBytes)
            },
            Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(1))
                    continuation.yield(.chat(.tick))
                }
            },
        ]
    }
}
