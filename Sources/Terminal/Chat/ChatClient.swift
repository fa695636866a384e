public import Domain
import Foundation
public import SpotterClient

/// `spotter chat`: joins keyboard, screen, REST and socket around `ChatModel`.
public struct ChatClient: Sendable {
    private let api: SpotterHTTP
    private let deviceId: String
    private let me: User

    public init(api: SpotterHTTP, deviceId: String, me: User) {
        self.api = api
        self.deviceId = deviceId
        self.me = me
    }

    /// Runs until the user leaves.
    /// - Parameter chat: to open at once; otherwise the chats are listed.
    /// - Returns: messages that were written and not stored.
    /// - Throws: `ClientError` when the server can't be reached in the first place.
    public func run(opening chat: Chat?) async throws -> Int {
        let chats = try await api.chats()
        let (inputs, continuation) = AsyncStream.makeStream(of: ChatSession.Input.self)
        let live = ReconnectingSocket(HTTPSocketConnector(api, deviceId: deviceId))
        let style = Style(isTerminal: TTY.outputIsTerminal, environment: ProcessInfo.processInfo.environment)
        let isInteractive = TTY.inputIsTerminal && TTY.outputIsTerminal
        let mode: TerminalMode? = isInteractive ? .enter(.raw) : nil
        var session = ChatSession(
            model: ChatModel(me: me, style: style, columns: { TTY.columns }),
            screen: Screen(
                isInteractive: isInteractive,
                style: style,
                columns: { TTY.columns },
                write: { TTY.write($0) }
            ),
            worker: ChatWorker(api: api, live: live, me: me.id) { continuation.yield(.chat($0)) }
        )
        continuation.yield(.chat(chat == nil ? .chats(chats) : .chatsNoted(chats)))
        if let chat { continuation.yield(.chat(.opened(chat))) }
        // After the chats: lines from a pipe come at once.
        let sources = Self.sources(live, continuation)
        defer { for source in sources { source.cancel() } }
        session.begin()
        for await input in inputs {
            switch session.handle(input) {
            case .goOn: break
            case .suspend:
                if let mode { mode.suspend() }
                session.redraw()
            case .leave(let unsent):
                session.end()
                if let mode { mode.restore() }
                return unsent
            }
        }
        return 0
    }

    /// Everything that happens by itself, into one stream: one place reacts to one thing at a time.
    private static func sources(
        _ live: ReconnectingSocket,
        _ continuation: AsyncStream<ChatSession.Input>.Continuation
    ) -> [Task<Void, Never>] {
        [
            Task { await live.run() },
            Task { for await event in live.events { continuation.yield(.chat(.live(event))) } },
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
