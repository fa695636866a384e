import Domain

/// What is being written, and what it is an answer to or a change of.
struct Composer: Sendable {
    enum Purpose: Sendable, Equatable {
        case message
        case reply(Message)
        case edit(Message)
        /// An emoji for a message.
        case reaction(Message)
        /// Changes a proposal by saying what is to be different.
        case change(String)
    }

    var editor = LineEditor()
    var purpose = Purpose.message
    /// What the draft was when it was last saved.
    var savedText = ""
    var savedReply: MessageID?
    /// The text at the previous tick: a draft is saved when typing pauses.
    var textAtTick = ""

    var text: String { editor.text }
    var isEmpty: Bool { editor.isEmpty }
    var isCommand: Bool { editor.characters.first == "/" && !editor.text.hasPrefix("//") }

    var replyTo: MessageID? { if case .reply(let message) = purpose { message.id } else { nil } }

    /// The message being typed, or empty. Commands and changes of sent messages aren't drafts.
    var draft: String {
        switch purpose {
        case .message, .reply: isCommand ? "" : text
        case .edit, .reaction, .change: ""
        }
    }

    /// The position after the line break before the cursor.
    var lineStart: Int { editor.characters[..<editor.cursor].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0 }

    /// The position of the line break after the cursor.
    var lineEnd: Int { editor.characters[editor.cursor...].firstIndex(where: \.isNewline) ?? editor.characters.count }

    mutating func clear() {
        editor.set("")
        purpose = .message
    }
}
