import Domain
import SpotterAPI
import SpotterClient
import Terminal

/// Prints the events of a live connection, one line each.
struct TailFollower {
    private let session: LoggedInClient
    private let only: ChatID?
    private let isQuiet: Bool
    private let isJSON: Bool
    private let report: MessageFormatter
    private var chats: [ChatID: Chat]
    /// The day of the line that was printed last.
    private var day: String?
    private var shownNotices: Set<NoticeID> = []

    init(session: LoggedInClient, chats: [Chat], only: ChatID?, isQuiet: Bool, isJSON: Bool) {
        self.session = session
        self.only = only
        self.isQuiet = isQuiet
        self.isJSON = isJSON
        report = MessageFormatter(me: session.me.id, time: LocalTime(), style: ClientOutput.style)
        self.chats = Dictionary(chats.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The chats' positions when they were listed. Events between the list and the connection are replayed from there.
    var positions: [ChatID: Int64] { chats.mapValues(\.seq) }

    /// Prints the messages of a chat after `seq`, up to the position from which the connection starts.
    mutating func printHistory(of chat: ChatID, after seq: Int64) async throws {
        let end = chats[chat]?.seq ?? 0
        var seq = seq
        while seq < end {
            let page = try await session.api.messages(in: chat, after: seq, limit: 200)
            for message in page.messages where message.seq <= end {
                try show(.chat(created(message)))
            }
            guard let last = page.messages.last, page.hasMore, last.seq > seq else { return }
            seq = last.seq
        }
    }

    private func created(_ message: Message) -> ChatEvent {
        ChatEvent(type: .messageCreated, chatId: message.chatId, seq: message.seq, message: message)
    }

    /// Prints events until the connection has ended for good.
    mutating func follow(_ events: AsyncStream<LiveEvent>) async throws {
        for await event in events {
            switch event {
            case .connected:
                TTY.printToStandardError("connected")
                // What came due or was changed while nobody was connected.
                for notice in (try? await session.api.unseenNotices()) ?? [] { try show(.notice(notice)) }
            case .waiting(let reason, _):
                TTY.printToStandardError("offline: \(TerminalText.line(reason)); trying again")
            case .ended(let error): throw error
            case .event(let event):
                if let chat = event.chatId, chats[chat] == nil, let new = try? await session.api.chat(chat) {
                    chats[chat] = new
                }
                try show(event)
            }
        }
    }

    private mutating func show(_ event: ServerEvent) throws {
        if let only, event.chatId != only { return }
        switch event {
        case .welcome, .ack, .pong: return
        case .typing, .receipt, .presence, .draft, .settings, .user, .noticesSeen: if isQuiet { return }
        case .notice(let notice): if isQuiet || !shownNotices.insert(notice.id).inserted { return }
        default: break
        }
        if isJSON { return try ClientOutput.record(event) }
        let lines = lines(event)
        ClientOutput.lines((lines.isEmpty ? [] : dayLine(of: event)) + lines)
    }

    /// A line with the date before the first message of a day that isn't today's, or isn't the last line's.
    private mutating func dayLine(of event: ServerEvent) -> [String] {
        guard case .chat(let change) = event, change.type == .messageCreated, let message = change.message else {
            return []
        }
        let day = report.time.day(message.createdAt)
        defer { self.day = day }
        guard day != self.day ?? report.time.day(SystemClock().now()) else { return [] }
        return [report.style.dim("── \(day) ──")]
    }

    private func name(of user: UserID, in chat: ChatID) -> String {
        user == session.me.id
            ? "you" : TerminalText.line(chats[chat]?.members.first { $0.userId == user }?.displayName ?? "someone")
    }

    private func lines(_ event: ServerEvent) -> [String] {
        func place(_ chat: ChatID) -> String { only == nil ? "[\(TerminalText.line(chats[chat]?.name ?? "?"))] " : "" }
        switch event {
        case .chat(let change):
            let shown = only == nil ? chats[change.chatId]?.name : nil
            if change.type == .messageCreated, let message = change.message {
                let sender = name(of: message.senderId, in: message.chatId)
                return report.lines(message, from: sender, status: message.status, chat: shown)
            }
            let notice = report.notice(change) { name(of: $0, in: change.chatId) }
            return notice.map { [place(change.chatId) + $0] } ?? []
        case .receipt(let receipt):
            let who = name(of: receipt.userId, in: receipt.chatId)
            return ["\(place(receipt.chatId))✓ \(who): delivered \(receipt.deliveredSeq), read \(receipt.readSeq)"]
        case .typing(let typing):
            let who = name(of: typing.userId, in: typing.chatId)
            return ["\(place(typing.chatId))… \(who) \(typing.isTyping ? "is typing" : "stopped typing")"]
        case .presence(let presence):
            let names = chats.values.lazy.flatMap(\.members).filter { $0.userId == presence.userId }.map(\.displayName)
            return ["• \(TerminalText.line(names.first ?? "someone")) is \(presence.status.rawValue)"]
        case .resync(let chat, _):
            return ["\(chat.map(place) ?? "")── too much was missed to show; see the chat itself ──"]
        case .gone(let chat):
            return ["\(place(chat))── you're no longer in this chat ──"]
        case .error(_, let error):
            return ["✗ \(TerminalText.line("\(ClientError(error))"))"]
        case .notice(let notice):
            return [NoticeFormatter.line(notice, now: SystemClock().now(), time: report.time, style: report.style)]
        case .welcome, .ack, .pong, .draft, .settings, .user, .noticesSeen, .other:
            return []
        }
    }
}
