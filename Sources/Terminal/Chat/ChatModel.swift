import Domain
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
    var conversation: (id: String, last: String)?
    var answer = AnswerText()
    var answerLine = ""
    var connection = Connection.connecting
    var unsent = 0
    var inFlight = 0
    var leaving: Leaving?
    /// Lines that came while a chat was being opened, until its history is on the screen.
    var heldBack: [String]?

    enum Connection: Equatable {
        case connecting, online, waiting
    }

    init(
        me: User,
        time: LocalTime = LocalTime(),
        style: Style = .plain,
        clock: any WallClock = SystemClock(),
        columns: @escaping @Sendable () -> Int = { 80 }
    ) {
        self.me = me
        self.report = MessageReport(me: me.id, time: time, style: style)
        self.clock = clock
        self.columns = columns
    }

    var style: Style { report.style }
    var time: LocalTime { report.time }

    /// What stands before the typed line: connection, chat, how far the latest own message came, who is typing.
    var prompt: String {
        var parts: [String] = []
        switch connection {
        case .online: break
        case .connecting: parts.append("◐ connecting")
        case .waiting: parts.append(unsent > 0 ? "○ offline, \(unsent) waiting" : "○ offline")
        }
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

    mutating func handle(_ input: ChatInput) -> [ChatEffect] {
        if input.settlesRequest { inFlight = max(0, inFlight - 1) }
        var effects = react(to: input)
        inFlight += effects.count(where: \.isRequest)
        if let leaving, leaving.isDone(unsent: unsent, inFlight: inFlight) || clock.now() >= leaving.deadline {
            effects.append(.quit(unsent: unsent))
        }
        return effects
    }

    private mutating func react(to input: ChatInput) -> [ChatEffect] {
        switch input {
        case .line(let line): return submit(line)
        case .edited(let isEmpty, let isCommand): return edited(isEmpty: isEmpty || isCommand)
        case .live(let event): return live(event)
        case .chats(let chats): return list(chats)
        case .chatsNoted(let chats):
            note(chats)
            return []
        case .opened(let chat): return opened(chat)
        case .notOpened(let reason):
            heldBack = nil
            return [.print([style.red("✗ ") + TerminalText.line(reason)])]
        case .history(let chat, let page, let isOlder):
            return show(page, of: chat, isOlder: isOlder) + (isOlder ? [] : sayHeldBack())
        case .markedRead: return []
        case .sent:
            unsent = max(0, unsent - 1)
            return []
        case .notSent(let text, let reason):
            unsent = max(0, unsent - 1)
            return [.print([style.red("✗ not sent: ") + "\(TerminalText.line(text)) (\(TerminalText.line(reason)))"])]
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

    private mutating func edited(isEmpty: Bool) -> [ChatEffect] {
        guard let open, let frame = typing.typed(in: open, isEmpty: isEmpty, now: clock.now()) else { return [] }
        return [.transmit(frame)]
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

    func isDone(unsent: Int, inFlight: Int) -> Bool {
        switch condition {
        case .whenStored: unsent == 0
        case .whenAnswered: unsent == 0 && inFlight == 0
        }
    }
}
