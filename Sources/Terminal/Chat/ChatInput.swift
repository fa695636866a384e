import Domain
import SpotterAPI
import SpotterClient

/// What the chat client reacts to.
enum ChatInput: Sendable {
    case line(String)
    /// The line being typed has changed.
    case edited(isEmpty: Bool, isCommand: Bool)
    case connection(ConnectionState)
    case event(ServerEvent)
    /// A message was refused for good.
    case refused(OutboxEntry)
    case chats([Chat])
    /// From the cache, after a change; not to be shown.
    case chatsNoted([Chat])
    /// All that waits to be sent.
    case outbox([OutboxEntry])
    /// A line has become a message of the outbox, or hasn't.
    case written([OutboxEntry])
    case opened(Chat, draft: String)
    case notOpened(String)
    /// A part of the history; `isOlder` when it continues what's on the screen upwards.
    case history(ChatID, Timeline, isOlder: Bool)
    case answer(AssistantEvent)
    case answerFailed(String)
    case outcome(ProposalOutcome)
    case cancelled(Proposal)
    case found(SearchResponse)
    case seen(Message, [MessageReceipt])
    /// A request without an answer of interest was done.
    case done
    /// Any other request.
    case failed(String)
    /// About once a second.
    case tick
    case endOfInput
}

extension ChatInput {
    /// Whether it ends a request that an effect began.
    var settlesRequest: Bool {
        switch self {
        case .chats, .written, .opened, .notOpened, .history, .answerFailed, .outcome, .cancelled, .found, .seen,
            .done, .failed:
            true
        case .answer(let event): if case .completed = event { true } else { false }
        case .line, .edited, .connection, .event, .refused, .chatsNoted, .outbox, .tick, .endOfInput: false
        }
    }
}

/// What it wants done.
enum ChatEffect: Equatable, Sendable {
    case print([String])
    case typing(ChatID, Bool)
    case send(chatId: ChatID, text: String)
    case listChats
    case open(String)
    case load(ChatID, before: Int64?)
    /// Load what was missed, once it's been fetched.
    case reload(ChatID)
    case markRead(ChatID, seq: Int64)
    case act(MessageAction, on: MessageChoice, in: ChatID)
    case mute(ChatID, until: Timestamp?)
    case leaveChat(ChatID)
    /// What failed in a chat, or in all.
    case retry(ChatID?)
    case discard(ChatID?)
    case search(String, in: ChatID?)
    case ask(AssistantQuery)
    case confirm(String)
    case cancel(String)
    /// Puts text into the line being typed, if that's empty.
    case prefill(String)
    case saveDraft(ChatID, String)
    /// Tells the server which chat is on the screen.
    case view(ChatID?)
    case quit(unsent: Int)
}

extension ChatEffect {
    /// Whether an input will tell how it went.
    var isRequest: Bool {
        switch self {
        case .send, .listChats, .open, .load, .reload, .act, .mute, .leaveChat, .retry, .discard, .search, .ask,
            .confirm, .cancel:
            true
        case .print, .typing, .markRead, .prefill, .saveDraft, .view, .quit: false
        }
    }
}
