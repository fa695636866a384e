import Domain
import SpotterAPI
import SpotterClient
import Terminal

/// Passes events on to the printer, each once, and fetches what is too much to be replayed.
struct TailFollower {
    private let session: LoggedInClient
    private var printer: TailPrinter
    private var positions: EventPositions

    init(session: LoggedInClient, printer: TailPrinter, positions: EventPositions) {
        self.session = session
        self.printer = printer
        self.positions = positions
    }

    var hasPrinted: Bool { printer.hasPrinted }

    /// The latest messages of a chat, up to its present.
    mutating func printLatest(_ count: Int, of chat: ChatID) async throws {
        let end = positions.chats[chat] ?? 0
        let page = try await session.api.messages(in: chat, before: end &+ 1, limit: count)
        for message in page.messages { try await printer.show(.chat(Self.created(message))) }
    }

    /// Prints what came after the positions, without a socket.
    mutating func printMissed() async throws {
        for gap in try await session.api.sync(positions.chats) {
            if gap.gone {
                try await handle(.gone(gap.chatId))
            } else if gap.resync {
                try await handle(.resync(chatId: gap.chatId, seq: gap.seq))
            } else {
                for event in gap.events { try await handle(.chat(event)) }
            }
        }
        try await printUnseen()
    }

    /// Prints events until the connection has ended for good.
    mutating func follow(_ events: AsyncStream<LiveEvent>) async throws {
        for await event in events {
            switch event {
            case .connected:
                TTY.printToStandardError("connected")
                try await printUnseen()
            case .waiting(let reason, _):
                TTY.printToStandardError("offline: \(TerminalText.line(reason)); trying again")
            case .ended(let error): throw error
            case .event(let event): try await handle(event)
            }
        }
    }

    /// What came due or was changed while nobody was connected.
    private mutating func printUnseen() async throws {
        for notice in (try? await session.api.unseenNotices()) ?? [] { try await handle(.notice(notice)) }
    }

    private mutating func handle(_ event: ServerEvent) async throws {
        if case .resync(let chat?, let seq?) = event { try await printGap(in: chat, through: seq) }
        guard positions.read(event) else { return }
        try await printer.show(event)
    }

    /// The messages of a gap, as they are now. The line of the resync comes after them: whoever stops in between goes on
    /// after the last message.
    private mutating func printGap(in chat: ChatID, through end: Int64) async throws {
        guard printer.wants(chat) else { return }
        var seq = positions.chats[chat] ?? 0
        while seq < end {
            let page = try await session.api.messages(in: chat, after: seq, limit: 200)
            for message in page.messages where message.seq <= end {
                let event = ServerEvent.chat(Self.created(message))
                if positions.read(event) { try await printer.show(event) }
            }
            guard let last = page.messages.last, page.hasMore, last.seq > seq else { return }
            seq = last.seq
        }
    }

    private static func created(_ message: Message) -> ChatEvent {
        ChatEvent(type: .messageCreated, chatId: message.chatId, seq: message.seq, message: message)
    }
}
