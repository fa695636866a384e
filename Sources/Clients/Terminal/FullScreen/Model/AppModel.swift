import Domain
import SpotterAPI
import SpotterClient

/// The state and rules of the full screen, without terminal or network. Inputs go in, effects come out; what is on the
/// screen follows from the state alone.
struct AppModel: Sendable {
    enum Focus: Sendable, Equatable {
        case composer, list, messages, pane
    }

    let me: User
    let time: LocalTime
    var clock: ServerClock
    var keyMap = KeyMap.standard
    var settings = AppSettings()
    var size: ScreenSize
    /// For a terminal that has no arrows.
    var namesKeysInWords = false

    var focus = Focus.composer
    var overlay: Overlay?
    var pane: Pane?
    var list = ChatListState()
    var timeline: TimelineState?
    /// The results of a search that the conversation goes through.
    var walk: SearchWalk?
    var composer = Composer()
    var completion: CompletionMenu?
    var assistant = AssistantState()
    var connection = ConnectionStatus()
    var typing = TypingIndicators()
    var presence: [UserID: PresenceStatus] = [:]
    var outbox: [OutboxEntry] = []
    /// How far the files of the outbox are, by their `clientMediaId`.
    var uploads: [String: UploadProgress] = [:]
    var pictures = PictureShelf()
    /// A file that is being saved.
    var transfer: FileTransfer?
    var contacts: [Contact] = []
    /// One line about what has just happened.
    var notice: (text: StyledText, until: Timestamp)?
    /// Reminders and changes that came while nobody looked.
    var unseenNotices: [Notice] = []
    /// Those that were told last, and until when another one doesn't hide them.
    var lineNotices: (notices: [Notice], until: Timestamp)?
    /// Those that were shown, here or on another device.
    var toldNotices: Set<NoticeID> = []
    var hasFocus = true
    /// What the text that was asked for is about.
    var paneTitle: String?
    /// Rows of the pane above the first that is shown.
    var paneScroll = 0
    /// The messages that the last frame showed, so that they are marked once.
    var marked: [ChatID: ClosedRange<Int64>] = [:]
    /// The typed text of chats other than the open one, as far as the cache doesn't have it yet.
    var typedElsewhere: [ChatID: String] = [:]

    init(me: User, size: ScreenSize, time: LocalTime = LocalTime(), clock: any WallClock = SystemClock()) {
        self.me = me
        self.size = size
        self.time = time
        self.clock = ServerClock(device: clock)
    }

    var open: ChatID? { timeline?.chat }
    var openChat: Chat? { open.flatMap { list.chats[$0] } }
    var layout: Layout { Layout(self) }

    mutating func handle(_ input: AppInput) -> [AppEffect] {
        switch input {
        case .terminal(let events): return events.flatMap { handle($0) }
        case .resized(let size):
            self.size = size
            return []
        case .shared(let input): return handle(input)
        case .notDone(let line, let chat):
            bringBack(line, of: chat)
            return []
        case .command(let chat, let line):
            goOnWithCommand(line, in: chat)
            return []
        case .history(let chat, let history): return loaded(history, of: chat)
        case .changed(let chats): return changed(chats)
        case .inbox(let items):
            list.setInbox(items)
            return []
        case .draft(let chat, let draft): return show(draft, of: chat)
        case .editDraft(let message, let text): return goOnEditing(message, text)
        case .uploaded(let progress):
            let before = uploads[progress.clientMediaId]?.done ?? 0
            if progress.done >= before { uploads[progress.clientMediaId] = progress }
            return []
        case .picture(let key, let picture):
            pictures.loaded(key, picture)
            return []
        case .refused(let change, let reason): return refused(change, reason)
        case .located(let chat, let seq): return located(seq, in: chat)
        case .paneText(let title, let lines):
            showPane(title, lines)
            return []
        case .page(let content, let isAsked):
            show(content, isAsked: isAsked)
            return []
        case .drafted(let response, let person): return drafted(response, about: person)
        case .dismissed: return dismissed()
        case .thread(let root, let messages):
            showThread(of: root, messages)
            return []
        case .proposals(let proposals):
            assistant.proposals = proposals.filter(\.isPending)
            rebuildTimeline()
            return []
        case .changedProposal(let proposal):
            replace(proposal)
            return []
        case .conversation(let tree):
            assistant.show(tree)
            return []
        case .earlierConversation(let tree):
            if assistant.exchanges.isEmpty, !assistant.isNewWanted { assistant.show(tree) }
            return []
        case .lag(let milliseconds):
            connection.lag = milliseconds
            return []
        case .serverClock(let offset):
            setServerClock(offset)
            return []
        case .written(let text):
            if let text { composer.editor.set(text) }
            return [.redraw]
        case .people(let contacts):
            self.contacts = contacts
            refreshSwitcher()
            return []
        case .pathCompletions(let typed, let paths):
            completion = CompletionMenu.paths(paths, for: typed, in: composer)
            return []
        case .told(let text, let role):
            tell(text, role)
            return []
        }
    }

    /// What is shown for a while stays as long as before.
    private mutating func setServerClock(_ offset: Int64) {
        let step = offset - clock.offset
        clock.offset = offset
        if let shown = notice { notice = (shown.text, shown.until.adding(milliseconds: step)) }
        if let told = lineNotices { lineNotices = (told.notices, told.until.adding(milliseconds: step)) }
        rebuildTimeline()
    }

    /// Shows one line for a few seconds.
    mutating func tell(_ text: String, _ role: TextRole = .plain, seconds: Int64? = nil) {
        guard !text.isEmpty else { return }
        notice = (StyledText(text, role), clock.now().adding(seconds: seconds ?? (role == .failed ? 12 : 6)))
    }

    mutating func showPane(_ title: String, _ lines: [StyledText]) {
        pane = .text(title: title, lines: lines)
        paneScroll = 0
        if focus == .list, !layout.showsList { focus = .composer }
    }

    // MARK: Names

    func name(of user: UserID, in chat: Chat?) -> String {
        if user == me.id { return "you" }
        return chat?.members.first { $0.userId == user }?.displayName ?? timeline?.formerNames[user] ?? "someone"
    }

    /// A name that fits a narrow column: the first name, with an initial if another member has the same.
    func shortName(of user: UserID, in chat: Chat?) -> String {
        let words = name(of: user, in: chat).split(separator: " ")
        guard let first = words.first else { return "?" }
        let isShared =
            chat?.members.contains { $0.userId != user && $0.displayName.split(separator: " ").first == first } ?? false
        guard isShared, let initial = words.dropFirst().last?.first else { return String(first) }
        return "\(first) \(initial)"
    }

    /// The other person of a direct chat.
    func partner(in chat: Chat) -> Member? {
        chat.kind == .direct ? chat.members.first { $0.userId != me.id } : nil
    }

    var builder: TimelineBuilder {
        TimelineBuilder(me: me.id, time: time, unreadAfter: timeline?.unreadAfter, clockOffset: clock.offset)
    }

    mutating func rebuildTimeline() {
        let (builder, cards) = (builder, cards)
        timeline?.rebuild(builder, cards: cards)
        // What can't be selected any more doesn't keep the keys.
        if focus == .messages, timeline?.selected == nil { focus = .composer }
    }

    /// What the assistant waits for, below the newest message.
    private var cards: [TimelineItem] {
        let proposals = assistant.proposals.map { TimelineItem(key: .card($0.id), content: .card($0)) }
        guard let needs = assistant.needs, needs.isChoice else { return proposals }
        return proposals + [TimelineItem(key: .choice, content: .choice(needs))]
    }
}

extension Needs {
    /// Whether a number answers it.
    var isChoice: Bool {
        switch self {
        case .selection, .conflict: true
        case .clarification, .notFound, .refusal, .other: false
        }
    }
}

/// The server's clock. An offer expires by it, whatever this device believes to be the time.
struct ServerClock: WallClock {
    let device: any WallClock
    /// How far it is ahead of the device's, in milliseconds.
    var offset: Int64 = 0

    func now() -> Timestamp { device.now().adding(milliseconds: offset) }
}

/// What the top line says about the connection.
struct ConnectionStatus: Sendable, Equatable {
    var state = ConnectionState.connecting
    /// When the next attempt is due.
    var retryAt: Timestamp?
    var offlineSince: Timestamp?
    /// Milliseconds that the server took to answer last.
    var lag: Int?
    /// When it was last asked for that.
    var lagAskedAt: Timestamp?
}

/// What the settings file can change besides keys.
struct AppSettings: Sendable, Equatable {
    enum ThemeChoice: String, Sendable, CaseIterable {
        case auto, dark, light
    }

    var theme = ThemeChoice.auto
    var hasMouse = false
    var rings = true
    var notifies = true
    var pictures = PictureChoice.auto
    /// Minutes of the day between which nothing rings; over midnight if the start is later than the end.
    var quiet: (from: Int, to: Int)?

    func isQuiet(atMinute minute: Int) -> Bool {
        guard let quiet, quiet.from != quiet.to else { return false }
        return quiet.from < quiet.to
            ? (quiet.from..<quiet.to).contains(minute) : minute >= quiet.from || minute < quiet.to
    }

    static func == (a: AppSettings, b: AppSettings) -> Bool {
        a.theme == b.theme && a.hasMouse == b.hasMouse && a.rings == b.rings && a.notifies == b.notifies
            && a.pictures == b.pictures && a.quiet?.from == b.quiet?.from && a.quiet?.to == b.quiet?.to
    }
}
