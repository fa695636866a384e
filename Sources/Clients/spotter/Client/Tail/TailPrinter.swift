import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

/// Prints events, each as one line of JSON, or for people.
struct TailPrinter {
    private let session: LoggedInClient
    private let only: ChatID?
    private let isQuiet: Bool
    private let isJSON: Bool
    private let report: MessageFormatter
    private var chats: [ChatID: Chat]
    /// The day of the line that was printed last.
    private var day: String?
    private(set) var hasPrinted = false

    init(session: LoggedInClient, chats: [Chat], only: ChatID?, isQuiet: Bool, isJSON: Bool) {
        self.session = session
        self.only = only
        self.isQuiet = isQuiet
        self.isJSON = isJSON
        report = MessageFormatter(me: session.me.id, time: LocalTime(), style: ClientOutput.style)
        self.chats = Dictionary(chats.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func wants(_ chat: ChatID) -> Bool { only == nil || only == chat }

    mutating func show(_ event: ServerEvent) async throws {
        if let only, event.chatId != only { return }
        switch event {
        case .welcome, .ack, .pong: return
        case .typing, .receipt, .presence, .draft, .settings, .user, .notice, .noticesSeen, .contactRequest:
            if isQuiet { return }
        case .other(_, _, nil, _): if isQuiet { return }
        default: break
        }
        if let chat = event.chatId, chats[chat] == nil, let new = try? await session.api.chat(chat) {
            chats[chat] = new
        }
        hasPrinted = true
        if isJSON {
            let names = (event.chatId.flatMap { chats[$0]?.name }, event.actor.flatMap { fullName(of: $0) })
            return try ClientOutput.record(TailLine(event: event, chatName: names.0, userName: names.1))
        }
        let lines = lines(event)
        ClientOutput.lines((lines.isEmpty ? [] : dayLine(of: event)) + lines)
    }

    private func fullName(of user: UserID) -> String? {
        user == session.me.id
            ? session.me.displayName
            : chats.values.lazy.flatMap(\.members).first { $0.userId == user }?.displayName
    }

    /// A line with the date before the first message of a day that isn't today's, or isn't the last line's.
    private mutating func dayLine(of event: ServerEvent) -> [String] {
        guard case .chat(let change) = event, change.type == .messageCreated, let message = change.message else {
            return []
        }
        let day = report.time.day(message.createdAt)
        defer { self.day = day }
        guard day != self.day ?? report.time.day(CommandClock.now()) else { return [] }
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
            return ["• \(TerminalText.line(fullName(of: presence.userId) ?? "someone")) is \(presence.status.rawValue)"]
        case .resync(let chat, _):
            return ["\(chat.map(place) ?? "")── too much was missed to show; see the chat itself ──"]
        case .gone(let chat):
            return ["\(place(chat))── you're no longer in this chat ──"]
        case .error(_, let error):
            return ["✗ \(TerminalText.line("\(ClientError(error))"))"]
        case .notice(let notice):
            return [NoticeFormatter.line(notice, now: CommandClock.now(), time: report.time, style: report.style)]
        case .contactRequest(let request):
            return [NoticeFormatter.line(request, style: report.style)]
        case .welcome, .ack, .pong, .draft, .settings, .user, .noticesSeen, .other:
            return []
        }
    }
}
