import Domain
import Pictures
import SpotterAPI
import SpotterClient

/// Everything that the full screen reacts to.
enum AppInput: Sendable {
    case terminal([TerminalEvent])
    case resized(ScreenSize)
    /// What the line client knows, too: server events, results of commands.
    case shared(ChatInput)
    /// A typed command wasn't done, because the server can't be reached.
    case notDone(line: String, in: ChatID?)
    /// A part of a chat's history from the cache.
    case history(ChatID, LoadedHistory)
    /// These chats have changed in the cache.
    case changed(Set<ChatID>)
    /// Who waits for the user, for trainers.
    case inbox([InboxItem])
    case draft(ChatID, ChatDraft?)
    /// The new text of a message that was being written when the chat was left, or the program ended.
    case editDraft(Message, String)
    /// A command that was being typed when the chat was left, or the program ended; without a chat, while none was open.
    case command(ChatID?, String)
    /// The server has more of a file.
    case uploaded(UploadProgress)
    /// A picture of the conversation; `nil` if it can't be shown.
    case picture(PictureShelf.Key, PreparedPicture?)
    /// The server refuses a change of a message, and why.
    case refused(QueuedChange, String)
    /// Where a message is, for a jump.
    case located(ChatID, seq: Int64)
    case paneText(title: String, [StyledText])
    case page(PageContent, isAsked: Bool)
    /// What was proposed for a reason of the week.
    case drafted(SuggestedProposalsResponse, about: UserID)
    /// A reason of the week isn't shown any more.
    case dismissed
    /// The messages that belong to one that was asked about.
    case thread(MessageID, [Message])
    case proposals([Proposal])
    /// A proposal after it was changed.
    case changedProposal(Proposal)
    case conversation(ConversationTree)
    /// The conversation of before, for a pane that has none.
    case earlierConversation(ConversationTree)
    /// How long the server took to answer.
    case lag(milliseconds: Int)
    /// How far the server's clock is ahead of this device's, in milliseconds.
    case serverClock(offset: Int64)
    /// What was written in the external editor; `nil` if it was left without saving.
    case written(String?)
    case people([Contact])
    case pathCompletions(for: String, [String])
    /// A line about what was done, or why it wasn't.
    case told(String, TextRole)
}

/// A window of a chat's history.
struct LoadedHistory: Sendable, Equatable {
    let timeline: Timeline
    /// The exclusive end that was asked for; `nil` for the newest part.
    let end: Int64?
    let limit: Int
    /// The chat's position in the cache.
    let position: Int64
}
