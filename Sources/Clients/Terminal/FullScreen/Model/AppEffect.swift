import Domain
import SpotterAPI
import SpotterClient

/// A page that the pane is to show.
struct PageRequest: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case week, inbox
        case profile(of: UserID, name: String)
        case actions(in: ChatID)
    }

    let kind: Kind
    /// By a command, and not by the key that walks through the panes.
    var isAsked = true
}

/// Work that the full screen's model asks for.
enum AppEffect: Equatable, Sendable {
    /// As the line client does it.
    case shared(ChatEffect)
    /// What a typed command asks for. Its line comes back if there is no connection.
    /// - in: the chat that was open.
    case typed(ChatEffect, line: String, in: ChatID?)
    /// Reads a part of the history from the cache.
    case load(ChatID, before: Int64?, limit: Int)
    /// Fetches what the cache doesn't have of a chat that was opened.
    case catchUp(ChatID)
    case fillGap(ChatID, before: Int64)
    case readDraft(ChatID)
    /// On this device, for the other ones, too.
    case saveDraft(ChatID, String, replyTo: MessageID?)
    /// On this device only.
    case keepDraft(ChatID, String, replyTo: MessageID?)
    case send(ChatID, String, replyTo: MessageID?)
    case edit(MessageID, in: ChatID, String)
    /// Keeps the new text of a message while it is being written; `nil` forgets it.
    case saveEdit(MessageID, in: ChatID, String?)
    /// Keeps a command while it is being typed; `nil` forgets it. Without a chat, it was typed while none was open.
    case saveCommand(ChatID?, String?)
    case readCommand(ChatID?)
    case delete(MessageID, in: ChatID)
    case react(String, MessageID, in: ChatID)
    case pin(Bool, MessageID, in: ChatID)
    case receipts(MessageID, in: ChatID)
    case retry(String, in: ChatID)
    case drop(String, in: ChatID)
    case loadInbox
    case loadPeople
    case openPerson(UserID)
    case loadThread(MessageID, in: ChatID)
    /// In one of the chats.
    case locate(MessageID, in: [ChatID])
    case loadPage(PageRequest)
    /// Proposes what a reason of the week suggests.
    case draftReason(WeekReasonID, WeekDraftKind, about: UserID)
    case dismissReason(WeekReasonID)
    case openLink(String)
    case loadPicture(PictureShelf.Key, of: MessageID, in: ChatID)
    case completePath(String)
    case ask(AssistantQuery)
    /// Loads what waits for a confirmation, and the latest conversation if it was used since then.
    case loadAssistant(since: Timestamp)
    /// Another answer to the same question.
    case regenerate(TurnID)
    /// - version: the one that was on the screen.
    case confirm(ProposalID, version: Int)
    case cancel(ProposalID)
    case editProposal(ProposalID, EditProposalRequest)
    case selectVersion(TurnID, step: Int)
    /// Takes what was set into use, and keeps it.
    case saveSettings(AppSettings)
    case measureLag
    case reconnect
    /// To the system's clipboard, through the terminal (OSC 52).
    case copy(String)
    case bell
    /// A desktop notification (OSC 9 and 777).
    case notify(title: String, body: String)
    case externalEditor(String)
    case redraw
    case suspend
    case quit
}
