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
    case clear
    case clearOrQuit = "clear-or-quit"
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
        case .clear: "clear what is typed"
        case .clearOrQuit: "clear what is typed; with nothing typed, quit"
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

    var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .composer: "While typing"
        case .list: "In the list of chats"
        case .message: "On a selected message"
        case .unsent: "On a message that wasn't sent"
        case .card: "On a proposal or choice"
        case .pane: "In the pane"
        case .reason: "On a reason of the week"
        }
    }
}
