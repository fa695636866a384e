import Domain
import SpotterAPI
import SpotterClient

/// The state of the chat client and its rules, without a screen or a network: inputs go in, effects come out.
struct ChatModel {
    let me: User
    let report: MessageReport
    let clock: any WallClock
    let columns: @Sendable () -> Int

    var conversations: [ChatID: Conversation] = [:]
    /// As listed last: what the numbers of `/open` mean.
    var listed: [ChatID] = []
    var open: ChatID?
    var typing = TypingIndicators()
    var presence: [UserID: PresenceStatus] = [:]
    var proposals: [Proposal] = []
    var conversation: (id: ConversationID, last: TurnID)?
    var answer = AnswerText()
    var answerLine = ""
    var connection = ConnectionState.connecting
    /// When the next attempt to connect is due.
    var retryAt: Timestamp?
    /// Lines on their way into the outbox.
    var writing = 0
    var outbox: [OutboxEntry] = []
    var inFlight = 0
    var hasListed = false
    var leaving: Leaving?
    /// Lines that came while a chat was being opened, until its history is on the screen.
    var heldBack: [String]?

    init(
        me: User,
        time: LocalTime = LocalTime(),
        style: Style = .plain,
        clock: any WallClock = SystemClock(),
        columns: @escaping @Sendable () -> Int = { 80 }
    ) {
        self.me = me
        self.report = MessageReport(me: me.id, time: time, style: style, isNumbered: true)
        self.clock = clock
        self.columns = columns
    }

    var style: Style { report.style }
    var time: LocalTime { report.time }

    /// What stands before the typed line: connection, chat, how far the latest own message came, who is typing.
    var prompt: String {
        var parts = [chip]
        if let open, let conversation = conversations[open] {
            var name = TerminalText.line(conversation.chat.name)
            switch conversation.ownStatus(me: me.id) {
            case .sent: name += " ✓"
            case .delivered: name += " ✓✓"
            case .read: name += " ✓✓ read"
            case nil: break
            }
            parts.append(name)
            let writers = typing.users(in: open).map { TerminalText.line(conversation.name(of: $0)) }
            if !writers.isEmpty { parts.append("\(writers.joined(separator: ", ")) typing…") }
        }
        return parts.joined(separator: " · ") + "> "
    }

    /// Written and not stored, failed ones left out.
    var unsent: Int { writing + outbox.count { !$0.isFailed && $0.state.isOpen } }

    private var chip: String {
        let queued = unsent > 0 ? ", \(unsent) queued" : ""
        switch connection {
        case .online: return "●"
        case .connecting: return "◐ connecting\(queued)"
        case .reconnecting:
            let seconds = retryAt.map { ($0.milliseconds(since: clock.now()) + 999) / 1000 } ?? 0
            return seconds > 0 ? "◐ reconnecting in \(seconds) s\(queued)" : "◐ reconnecting\(queued)"
        case .offline, .ended: return "○ offline\(queued)"
        }
    }

    /// What stays between the conversation and the prompt: messages of the open chat that aren't in it yet.
    var footer: [String] {
        let pending = outbox.filter { $0.chatId == open }
        let more = pending.count - Self.footerRows
        return (more > 0 ? ["… and \(more) more"] : []) + pending.suffix(Self.footerRows).map(report.pending)
    }

    private static let footerRows = 5

    mutating func handle(_ input: ChatInput) -> [ChatEffect] {
        if input.settlesRequest { inFlight = max(0, inFlight - 1) }
        var effects = react(to: input)
        inFlight += effects.count(where: \.isRequest)
        if let leaving, isDone(leaving) || clock.now() >= leaving.deadline {
            effects.append(.quit(unsent: unsent))
        }
        return effects
    }

    private mutating func react(to input: ChatInput) -> [ChatEffect] {
        switch input {
        case .line(let line): return submit(line)
        case .edited(let isEmpty, let isCommand): return edited(isEmpty: isEmpty || isCommand)
        case .connection(let state): return connected(state)
        case .event(let event): return server(event)
        case .chats(let chats): return list(chats)
        case .chatsNoted(let chats):
            note(chats)
            // The first ones, where nothing was known before.
            return hasListed || open != nil || heldBack != nil || chats.isEmpty ? [] : list(chats)
        case .outbox(let entries):
            outbox = entries
            return []
        case .written(let entries):
            writing = max(0, writing - 1)
            outbox = entries
            return []
        case .refused(let entry): return refused(entry)
        case .opened(let chat, let draft): return opened(chat, draft: draft)
        case .notOpened(let reason):
            heldBack = nil
            return [.print([style.red("✗ ") + TerminalText.line(reason)])]
        case .history(let chat, let timeline, let isOlder):
            return show(timeline, of: chat, isOlder: isOlder) + (isOlder ? [] : sayHeldBack())
        case .done: return []
        case .seen(let message, let receipts): return seen(message, receipts)
        case .answer, .answerFailed, .outcome, .cancelled: return assistant(input)
        case .found(let answer): return found(answer)
        case .failed(let reason): return [.print([style.red("✗ ") + TerminalText.line(reason)])] + sayHeldBack()
        case .tick:
            typing.expire(now: clock.now())
            return []
        case .endOfInput:
            leave(.whenAnswered)
            return []
        }
    }

    /// Leaves as soon as what it waits for is done; 10 seconds for what was written, longer for a model's answer.
    mutating func leave(_ condition: Leaving.Condition) {
        let seconds: Int64 = condition == .whenStored ? 10 : 120
        leaving = Leaving(condition: condition, deadline: clock.now().adding(seconds: seconds))
    }

    private func isDone(_ leaving: Leaving) -> Bool {
        switch leaving.condition {
        // Without a connection nothing is going to change: the outbox keeps it.
        case .whenStored: unsent == 0 || (writing == 0 && !connection.isOnline)
        case .whenAnswered: unsent == 0 && inFlight == 0
        }
    }

    private mutating func edited(isEmpty: Bool) -> [ChatEffect] {
        guard let open, let isTyping = typing.typed(in: open, isEmpty: isEmpty, now: clock.now()) else { return [] }
        return [.typing(open, isTyping)]
    }

    /// Piped input doesn't wait for what its first lines set off.
    private mutating func sayHeldBack() -> [ChatEffect] {
        let lines = heldBack ?? []
        heldBack = nil
        return lines.flatMap { submit($0) }
    }
}

/// The wish to leave, and what it waits for.
struct Leaving {
    enum Condition {
        /// Until nothing that was written is unsent.
        case whenStored
        /// Until every request has its answer, too.
        case whenAnswered
    }

    let condition: Condition
    let deadline: Timestamp
}

extension OutboxEntry.State {
    /// Still to be sent or acked.
    var isOpen: Bool {
        switch self {
        case .staged, .sending: true
        case .sent, .failed: false
        }
    }
}
