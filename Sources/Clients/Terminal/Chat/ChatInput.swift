import Domain
import SpotterAPI
import SpotterClient

/// Everything that the chat client reacts to.
enum ChatInput: Sendable {
    /// The first input.
    case started
    case line(String)
    /// The line being typed has changed.
    case edited(isEmpty: Bool, isCommand: Bool)
    case connection(ConnectionState)
    /// How far the server's clock is ahead of this device's, in milliseconds.
    case serverClock(offset: Int64)
    case event(ServerEvent)
    /// A message was permanently refused.
    case sendFailed(OutboxEntry)
    case chats([Chat])
    /// Chats from the cache, after a change; not to be printed.
    case chatsUpdated([Chat])
    /// All unsent messages.
    case outbox([OutboxEntry])
    /// A line was added to the outbox, or adding it failed.
    case enqueued([OutboxEntry])
    case opened(Chat, draft: String)
    case openFailed(String)
    /// What follows the part of a chat that is on the screen.
    case new(ChatID, NewMessages)
    case loadFailed(ChatID, String)
    /// The part of a chat that is on the screen, with older messages before it.
    case older(ChatID, Timeline)
    case answer(AssistantEvent)
    case answerFailed(String)
    case outcome(ProposalOutcome)
    case cancelled(Proposal)
    case searchResults(SearchResponse)
    case searchFailed(String)
    case receipts(Message, [MessageReceipt])
    /// The message that `/delete` means.
    case foundToDelete(Message)
    /// The result of a request, to be printed.
    case told([String])
    /// How much of a file has arrived here.
    case transfer(FileTransfer)
    /// Notices that nobody has seen, at the start and after connecting.
    case notices([Notice])
    case agenda([ListedEvent], AgendaRange)
    case reminders([Reminder])
    /// A request without a result succeeded.
    case succeeded
    /// Any other request failed.
    case failed(String)
    /// About once a second.
    case tick
    case endOfInput
}

/// A file on its way to this device.
struct FileTransfer: Sendable, Hashable {
    let name: String
    /// In bytes.
    let done: Int64
    let total: Int64
}

extension ChatInput {
    /// Whether it completes a request that an effect started.
    var completesRequest: Bool {
        switch self {
        case .chats, .enqueued, .opened, .openFailed, .new, .loadFailed, .older, .answerFailed, .outcome, .cancelled,
            .searchResults, .searchFailed, .receipts, .foundToDelete, .told, .notices, .agenda, .reminders, .succeeded,
            .failed:
            true
        case .answer(let event): if case .completed = event { true } else { false }
        case .line, .edited, .connection, .serverClock, .event, .sendFailed, .chatsUpdated, .outbox, .transfer,
            .started, .tick, .endOfInput:
            false
        }
    }
}

/// Work that the model asks for.
enum ChatEffect: Equatable, Sendable {
    case print([String])
    case typing(ChatID, Bool)
    case send(chatId: ChatID, text: String)
    case listChats
    case open(String)
    /// Load what follows a position; `nil` for what an opened chat shows.
    case loadNew(ChatID, after: Int64?)
    /// - through: the end of what is on the screen; `shown`: its number of messages.
    case loadOlder(ChatID, before: Int64, through: Int64, shown: Int)
    /// Everything in this part of the history is on the screen.
    case markShown(ChatID, after: Int64, through: Int64)
    case act(MessageAction, on: MessageReference, in: ChatID)
    case findToDelete(MessageReference, in: ChatID)
    case mute(ChatID, until: Timestamp?)
    case leaveChat(ChatID)
    case people(PeopleCommand, in: ChatID?)
    case sendFile(String, caption: String, to: ChatID)
    case saveFiles(MessageReference, to: String?, in: ChatID)
    case openFile(MessageReference, in: ChatID)
    /// Of one chat, or of all chats.
    case retry(ChatID?)
    case discard(ChatID?)
    case search(String, in: ChatID?)
    case loadNotices
    case markNoticeSeen(NoticeID)
    case agenda(AgendaRange)
    case listReminders
    case ask(AssistantQuery)
    case confirm(String)
    case cancel(String)
    /// About what a coach plans, in a chat, about its other person.
    case coach(CoachCommand, in: ChatID?, about: UserID?)
    /// Puts text into the input line if that is empty.
    case prefill(String)
    /// On this device, for the other ones, too.
    case saveDraft(ChatID, String)
    /// On this device only.
    case keepDraft(ChatID, String)
    /// Tells the server which chat is on the screen.
    case view(ChatID?)
    case quit(unsent: Int)
}

extension ChatEffect {
    /// Whether an input will report its result.
    var isRequest: Bool {
        switch self {
        case .send, .listChats, .open, .loadNew, .loadOlder, .act, .findToDelete, .mute, .leaveChat, .people, .sendFile,
            .saveFiles, .openFile, .retry, .discard, .search, .ask, .confirm, .cancel, .coach, .agenda, .listReminders,
            .loadNotices, .markNoticeSeen:
            true
        case .print, .typing, .markShown, .prefill, .saveDraft, .keepDraft, .view, .quit: false
        }
    }
}
