import Domain
import SpotterClient

/// What the chat client reacts to.
enum ChatInput: Sendable {
    case line(String)
    /// The line being typed has changed.
    case edited(isEmpty: Bool, isCommand: Bool)
    case live(LiveEvent)
    case chats([Chat])
    /// Fetched by the client itself, not to be shown.
    case chatsNoted([Chat])
    case opened(Chat)
    case notOpened(String)
    /// A page of messages; `isOlder` when it continues what's on the screen upwards.
    case history(ChatID, MessagePage, isOlder: Bool)
    case markedRead
    case sent(Message)
    case notSent(String, reason: String)
    case answer(AssistantEvent)
    case answerFailed(String)
    case outcome(ProposalOutcome)
    case cancelled(Proposal)
    case found(SearchAnswer)
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
        case .chats, .chatsNoted, .opened, .notOpened, .history, .markedRead, .sent, .notSent, .answerFailed, .outcome,
            .cancelled,
            .found, .failed:
            true
        case .answer(let event): if case .completed = event { true } else { false }
        case .line, .edited, .live, .tick, .endOfInput: false
        }
    }
}

/// What it wants done.
enum ChatEffect: Equatable, Sendable {
    case print([String])
    case transmit(ClientFrame)
    case send(chatId: ChatID, text: String)
    case listChats
    /// Fetches the chats without printing them.
    case listChatsQuietly
    case open(String)
    case load(ChatID, before: Int64?)
    case markRead(ChatID, seq: Int64)
    case search(String)
    case ask(AssistantQuestion)
    case confirm(String)
    case cancel(String)
    case quit(unsent: Int)
}

extension ChatEffect {
    /// Whether an input will tell how it went.
    var isRequest: Bool {
        switch self {
        case .send, .listChats, .listChatsQuietly, .open, .load, .markRead, .search, .ask, .confirm, .cancel: true
        case .print, .transmit, .quit: false
        }
    }
}
