/// What a key can do. The raw value is the action's name in the settings file.
enum KeyAction: String, CaseIterable, Sendable {
    // Everywhere
    case nextColumn = "next-column"
    case previousColumn = "previous-column"
    case switchChat = "switch"
    case nextUnread = "next-unread"
    case previousUnread = "previous-unread"
    case search
    case pane
    case agenda
    case reconnect
    case close
    case help
    case pageUp = "page-up"
    case pageDown = "page-down"
    case redraw
    case suspend
    case quit
    // While typing
    case send
    case newLine = "new-line"
    case complete
    case externalEditor = "editor"
    case ask = "ask-assistant"
    case selectMessages = "select-messages"
    case historyBack = "history-back"
    case historyForward = "history-forward"
    case clearOrQuit = "clear-or-quit"
    case lineStart = "line-start"
    case lineEnd = "line-end"
    case characterBack = "character-back"
    case characterForward = "character-forward"
    case wordBack = "word-back"
    case wordForward = "word-forward"
    case rowDown = "row-down"
    case deleteBack = "delete-back"
    case deleteForward = "delete-forward"
    case deleteOrQuit = "delete-or-quit"
    case deleteWordBack = "delete-word-back"
    case deleteWordForward = "delete-word-forward"
    case clear
    case deleteToEnd = "delete-to-end"
    case yank
    case transpose
    // On a selected message
    case up
    case down
    case open
    case reply
    case react
    case edit
    case delete
    case save
    case askAbout = "ask"
    case pin
    case copy
    case info
    case thread
    case firstUnread = "first-unread"
    case newest
    case nextHit = "next-result"
    case previousHit = "previous-result"
    case retry
    case drop
    // On a card
    case confirm
    case change
    case cancel
    case previousVersion = "previous-version"
    case nextVersion = "next-version"
    case regenerate
    case newConversation = "new-conversation"
    // On a reason of the week
    case draftMessage = "draft-message"
    case draftReminder = "draft-reminder"
    case dismiss
    // In popups
    case nextChoice = "next-choice"
    case previousChoice = "previous-choice"
    case choose
    case nextValue = "next-value"
    case previousValue = "previous-value"

    /// What it does, for the list of keys.
    var title: String {
        switch self {
        case .nextColumn: "next column"
        case .previousColumn: "previous column"
        case .switchChat: "switch to a chat or person"
        case .nextUnread: "next unread chat"
        case .previousUnread: "previous unread chat"
        case .search: "search here, then everywhere"
        case .pane: "pane: profile or members, agenda, assistant"
        case .agenda: "agenda"
        case .reconnect: "reconnect now"
        case .close: "close, leave, cancel"
        case .help: "this list"
        case .pageUp: "a page up"
        case .pageDown: "a page down"
        case .redraw: "draw the screen again"
        case .suspend: "suspend (fg continues)"
        case .quit: "quit"
        case .send: "send"
        case .newLine: "new line"
        case .complete: "complete a name, command or :emoji:"
        case .externalEditor: "write in $EDITOR"
        case .ask: "ask the assistant what is typed"
        case .selectMessages: "select messages (with nothing typed)"
        case .historyBack: "what was sent before"
        case .historyForward: "what was sent after it"
        case .clearOrQuit: "clear what is typed; with nothing typed, quit"
        case .lineStart: "to the start of the line"
        case .lineEnd: "to the end of the line"
        case .characterBack: "a character back"
        case .characterForward: "a character forward"
        case .wordBack: "a word back"
        case .wordForward: "a word forward"
        case .rowDown: "a row down"
        case .deleteBack: "delete the character before"
        case .deleteForward: "delete the character after"
        case .deleteOrQuit: "delete the character after; with nothing typed, quit"
        case .deleteWordBack: "delete the word before"
        case .deleteWordForward: "delete the word after"
        case .clear: "delete everything before"
        case .deleteToEnd: "delete everything after"
        case .yank: "put back what was deleted"
        case .transpose: "swap two characters"
        case .up: "up"
        case .down: "down"
        case .open: "open: file, link, quoted message, chat"
        case .reply: "reply"
        case .react: "react"
        case .edit: "edit"
        case .delete: "delete"
        case .save: "save the file"
        case .askAbout: "ask the assistant about it"
        case .pin: "pin or unpin"
        case .copy: "copy the text"
        case .info: "who has received and read it"
        case .thread: "its thread: what it answers, and the answers"
        case .firstUnread: "first unread"
        case .newest: "newest"
        case .nextHit: "next result of the search"
        case .previousHit: "previous result of the search"
        case .retry: "try again to send it"
        case .drop: "drop what wasn't sent"
        case .confirm: "confirm"
        case .change: "change"
        case .cancel: "cancel"
        case .previousVersion: "previous version of the answer"
        case .nextVersion: "next version of the answer"
        case .regenerate: "answer again"
        case .newConversation: "new conversation with the assistant"
        case .draftMessage: "suggest a message about it"
        case .draftReminder: "suggest a reminder of it"
        case .dismiss: "never show it again"
        case .nextChoice: "next choice"
        case .previousChoice: "previous choice"
        case .choose: "choose"
        case .nextValue: "next value of a setting"
        case .previousValue: "previous value of a setting"
        }
    }

    /// What it does to a text that is typed; `nil` if it does nothing to it.
    var editing: Key? {
        switch self {
        case .lineStart: .home
        case .lineEnd: .end
        case .characterBack: .left
        case .characterForward: .right
        case .wordBack: .wordLeft
        case .wordForward: .wordRight
        case .rowDown: .down
        case .deleteBack: .backspace
        case .deleteForward: .delete
        case .deleteOrQuit: .endOfInput
        case .deleteWordBack: .killWord
        case .deleteWordForward: .killNextWord
        case .clear: .killLine
        case .deleteToEnd: .killToEnd
        case .yank: .yank
        case .transpose: .transpose
        default: nil
        }
    }
}

/// Where a key is pressed. Keys of a context come before those that hold everywhere.
enum KeyContext: String, CaseIterable, Sendable {
    case everywhere
    case composer
    case list
    case message
    /// A message of one's own that isn't stored yet.
    case unsent
    case card
    case pane
    /// A reason of the weekly page.
    case reason
    /// The switcher, completions, the settings, the list of keys. Where something is typed in them, letters are text.
    case menu
    case question

    var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .composer: "While typing"
        case .list: "In the list of chats"
        case .message: "On a selected message"
        case .unsent: "On a message that wasn't sent"
        case .card: "On a proposal or choice (numbers choose)"
        case .pane: "In the pane"
        case .reason: "On a reason of the week"
        case .menu: "In the switcher, completions, settings and this list"
        case .question: "When something is asked"
        }
    }
}
