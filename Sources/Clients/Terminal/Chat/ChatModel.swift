import Domain
import SpotterAPI
import SpotterClient

/// The state and rules of the chat client, without screen or network. Inputs go in, effects come out.
struct ChatModel {
    let me: User
    let formatter: MessageFormatter
    /// This device's, for what is waited for.
    let clock: any WallClock
    /// The server's, for what is told of times, and for requests.
    var serverClock: ServerClock
    var knowsServerClock = false
    /// Appointments that were asked for before: which day it is comes with the connection.
    var spansAsked: [AgendaRange.Span] = []
    let columns: @Sendable () -> Int

    var chatStates: [ChatID: ChatViewState] = [:]
    /// The chats as they were last listed; the numbers of `/open` refer to it.
    var listedChats: [ChatID] = []
    var open: ChatID?
    var typing = TypingIndicators()
    var presence: [UserID: PresenceStatus] = [:]
    /// Notices that were shown here or on another device.
    var shownNotices: Set<NoticeID> = []
    var proposals: [Proposal] = []
    var assistantConversation: (id: ConversationID, last: TurnID)?
    var answer = AnswerAccumulator()
    var answerLine = ""
    var connection = ConnectionState.connecting
    /// When the next attempt to connect is due.
    var retryAt: Timestamp?
    /// Number of lines on their way into the outbox.
    var enqueuing = 0
    var outbox: [OutboxEntry] = []
    var inFlight = 0
    /// The list on the screen, and whether it's to be shown again because the server's is another.
    var shownList: [String]?
    var isListDue = false
    var pendingQuit: PendingQuit?
    /// What a `y` would do.
    var question: Question?
    /// Lines that were entered while a chat was being opened. They are submitted once its history is shown.
    var deferredLines: [String]?

    init(
        me: User,
        time: LocalTime = LocalTime(),
        style: Style = .plain,
        clock: any WallClock = SystemClock(),
        columns: @escaping @Sendable () -> Int = { 80 }
    ) {
        self.me = me
        self.formatter = MessageFormatter(me: me.id, time: time, style: style, isNumbered: true)
        self.clock = clock
        serverClock = ServerClock(device: clock)
        self.columns = columns
    }

    var style: Style { formatter.style }
    var time: LocalTime { formatter.time }

    /// The prompt: connection, chat, status of the latest own message.
    var prompt: String {
        var parts = [connectionBadge]
        if let open, let chatState = chatStates[open] {
            var name = TerminalText.line(chatState.chat.name)
            switch chatState.ownStatus(me: me.id) {
            case .sent: name += " ✓"
            case .delivered: name += " ✓✓"
            case .read: name += " ✓✓ read"
            case nil: break
            }
            parts.append(name)
        }
        return parts.joined(separator: " · ") + "> "
    }

    /// The number of messages that were written and aren't stored yet, without failed ones.
    var unsent: Int { enqueuing + outbox.count { !$0.isFailed && $0.state.isOpen } }

    private var connectionBadge: String {
        let queued = unsent > 0 ? ", \(unsent) queued" : ""
        switch connection {
        case .online: return "●"
        case .connecting: return "◐ connecting\(queued)"
        case .reconnecting:
            let seconds = Countdown.seconds(until: retryAt, now: clock.now())
            return seconds > 0 ? "◐ reconnecting in \(seconds) s\(queued)" : "◐ reconnecting\(queued)"
        case .offline, .ended: return "○ offline\(queued)"
        }
    }

    /// Rows between the conversation and the prompt: messages of the open chat that aren't in its history yet, and who
    /// is typing.
    var footer: [String] {
        let pending = outbox.filter { $0.chatId == open }
        let more = pending.count - Self.maxFooterRows
        return (more > 0 ? ["… and \(more) more"] : []) + pending.suffix(Self.maxFooterRows).map(formatter.pending)
            + typingRow
    }

    private var typingRow: [String] {
        guard let open, let chatState = chatStates[open] else { return [] }
        let users = typing.users(in: open).map { TerminalText.line(chatState.name(of: $0)) }
        return users.isEmpty ? [] : ["\(users.joined(separator: ", ")) typing…"]
    }

    private static let maxFooterRows = 5

    /// When something changes by itself; `nil` if nothing does.
    func nextTick(after now: Timestamp) -> Timestamp? {
        let list = isListDue && open == nil ? now.adding(seconds: 1) : nil
        let countdown = Countdown.nextChange(until: retryAt, after: now)
        return [typing.nextEnd, pendingQuit?.deadline, countdown, list].compactMap { $0 }.min()
    }

    mutating func handle(_ input: ChatInput) -> [ChatEffect] {
        if input.completesRequest { inFlight = max(0, inFlight - 1) }
        var effects = reduce(input)
        inFlight += effects.count(where: \.isRequest)
        if let pendingQuit, isComplete(pendingQuit) || clock.now() >= pendingQuit.deadline {
            effects.append(.quit(unsent: unsent))
        }
        return effects
    }

    private mutating func reduce(_ input: ChatInput) -> [ChatEffect] {
        switch input {
        case .started: return [.loadNotices]
        case .line(let line): return submit(line)
        case .edited(let isEmpty, let isCommand): return inputEdited(isEmpty: isEmpty || isCommand)
        case .connection(let state):
            return connectionChanged(state) + (state.isOnline ? [.loadNotices] : []) + agendasAsked()
        case .serverClock(let offset):
            serverClock.offset = offset
            knowsServerClock = true
            return []
        case .notices(let notices): return show(notices)
        case .agenda(let events, let range): return showAgenda(events, range)
        case .reminders(let reminders): return showReminders(reminders)
        case .event(let event): return received(event)
        case .chats(let chats): return list(chats)
        case .chatsUpdated(let chats):
            update(with: chats)
            return open == nil ? refreshList(chats) : loadIfBehind()
        case .outbox(let entries):
            outbox = entries
            return []
        case .enqueued(let entries):
            enqueuing = max(0, enqueuing - 1)
            outbox = entries
            return []
        case .sendFailed(let entry): return sendFailed(entry)
        case .opened(let chat, let draft): return showOpened(chat, draft: draft)
        case .openFailed(let reason):
            deferredLines = nil
            return [.print([style.red("✗ ") + TerminalText.line(reason)])]
        case .new(let chat, let new): return showNew(new, of: chat) + submitDeferredLines()
        case .loadFailed(let chat, let reason): return loadFailed(reason, of: chat) + submitDeferredLines()
        case .older(let chat, let timeline): return showOlder(timeline, of: chat)
        case .succeeded, .transfer: return []
        case .told(let lines): return lines.isEmpty ? [] : [.print(lines)]
        case .foundToDelete(let message): return askToDelete(message)
        case .receipts(let message, let receipts): return showReceipts(message, receipts)
        case .answer, .answerFailed, .outcome, .cancelled: return handleAssistant(input)
        case .searchResults(let answer): return showResults(answer)
        case .failed(let reason), .searchFailed(let reason):
            return [.print([style.red("✗ ") + TerminalText.line(reason)])] + submitDeferredLines()
        case .tick:
            typing.expire(now: clock.now())
            return relist()
        case .endOfInput:
            quit(.whenAnswered)
            return []
        }
    }

    /// Quits as soon as the condition is met, at the latest after a timeout: 10 seconds for sending, 120 for a model's
    /// answer.
    mutating func quit(_ condition: PendingQuit.Condition) {
        let seconds: Int64 = condition == .whenStored ? 10 : 120
        pendingQuit = PendingQuit(condition: condition, deadline: clock.now().adding(seconds: seconds))
    }

    private func isComplete(_ pendingQuit: PendingQuit) -> Bool {
        switch pendingQuit.condition {
        // Nothing will be stored without a connection: the outbox keeps the messages. A first attempt may bring one.
        case .whenStored: unsent == 0 || (enqueuing == 0 && connection != .connecting && !connection.isOnline)
        case .whenAnswered: unsent == 0 && inFlight == 0 && spansAsked.isEmpty
        }
    }

    private mutating func inputEdited(isEmpty: Bool) -> [ChatEffect] {
        guard let open, let isTyping = typing.userTyped(in: open, isEmpty: isEmpty, now: clock.now()) else { return [] }
        return [.typing(open, isTyping)]
    }

    /// Piped input doesn't wait for the results of its first lines, so they are collected meanwhile.
    private mutating func submitDeferredLines() -> [ChatEffect] {
        let lines = deferredLines ?? []
        deferredLines = nil
        return lines.flatMap { submit($0) }
    }
}

/// A request to quit, and what it waits for.
struct PendingQuit {
    enum Condition {
        /// Everything written has been stored.
        case whenStored
        /// Every request has been answered, too.
        case whenAnswered
    }

    let condition: Condition
    let deadline: Timestamp
}

extension OutboxEntry.State {
    /// Not sent or not acknowledged yet.
    var isOpen: Bool {
        switch self {
        case .staged, .sending: true
        case .sent, .failed: false
        }
    }
}
