import Domain
import SpotterAPI

/// What is being written, and what it is an answer to or a change of.
struct Composer: Sendable {
    enum Purpose: Sendable, Equatable {
        case message
        case reply(Message)
        case edit(Message)
        /// An emoji for a message.
        case reaction(Message)
        /// Changes what the assistant proposes: the text of a message or a reminder, or by saying what is to be different.
        case change(Proposal)
    }

    var editor = LineEditor()
    var purpose = Purpose.message
    /// What the draft was when this device last kept it.
    var savedText = ""
    var savedReply: MessageID?
    /// The command as it was last saved.
    var savedCommand: String?
    var throttle = DraftThrottle()
    /// The new text of a message as it was last saved.
    var savedEdit: String?
    /// What had been typed when a change of a message began, with its purpose.
    private var kept: (text: String, purpose: Purpose)?

    var text: String { editor.text }
    var isEmpty: Bool { editor.isEmpty }
    var isCommand: Bool { editor.characters.first == "/" && !editor.text.hasPrefix("//") }

    var replyTo: MessageID? { Self.reply(of: purpose) }

    private static func reply(of purpose: Purpose) -> MessageID? {
        if case .reply(let message) = purpose { message.id } else { nil }
    }

    /// The message being typed, or empty. Commands and changes of sent messages aren't drafts.
    var draft: (text: String, replyTo: MessageID?) {
        let text = writesMessage ? self.text : kept?.text ?? ""
        let purpose = writesMessage ? self.purpose : kept?.purpose ?? .message
        return (text.hasPrefix("/") && !text.hasPrefix("//") ? "" : text, Self.reply(of: purpose))
    }

    var hasUnsavedDraft: Bool { draft != (savedText, savedReply) }

    /// Newer than what the server has. Drafts of other devices don't replace it.
    var hasUnsentDraft: Bool { hasUnsavedDraft || throttle.isAhead }

    /// The message whose new text isn't saved as it is typed.
    var unsavedEdit: Message? {
        guard case .edit(let message) = purpose, text != savedEdit ?? message.text else { return nil }
        return message
    }

    /// The command being typed. It is never a draft: another device would send it as a message.
    var command: String? {
        let text = writesMessage ? self.text : kept?.text ?? ""
        return text.hasPrefix("/") && !text.hasPrefix("//") ? text : nil
    }

    var hasUnsavedCommand: Bool { command != savedCommand }
    var isUnsaved: Bool { hasUnsavedDraft || unsavedEdit != nil || hasUnsavedCommand }

    /// Not a reaction, or a change of something.
    var writesMessage: Bool {
        switch purpose {
        case .message, .reply: true
        case .edit, .reaction, .change: false
        }
    }

    /// The position after the line break before the cursor.
    var lineStart: Int { editor.characters[..<editor.cursor].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0 }

    /// The position of the line break after the cursor.
    var lineEnd: Int { editor.characters[editor.cursor...].firstIndex(where: \.isNewline) ?? editor.characters.count }

    /// Writes for another purpose than a message. What is typed comes back after it.
    mutating func begin(_ purpose: Purpose, _ text: String = "") {
        if writesMessage { kept = (self.text, self.purpose) }
        self.purpose = purpose
        savedEdit = nil
        editor.set(text)
    }

    /// Ends what `begin` began.
    mutating func end() {
        editor.set(kept?.text ?? "")
        purpose = kept?.purpose ?? .message
        (kept, savedEdit) = (nil, nil)
    }

    mutating func clear() {
        editor.set("")
        purpose = .message
        (kept, savedEdit) = (nil, nil)
    }

    /// Clears it with what is known of its draft: that is deleted by whoever calls this, or belongs to a chat that is left.
    mutating func reset() {
        clear()
        (savedText, savedReply, throttle) = ("", nil, DraftThrottle())
    }
}
