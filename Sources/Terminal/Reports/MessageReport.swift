public import Domain

/// Messages as lines of a conversation.
public struct MessageReport: Sendable {
    public let me: UserID
    public let time: LocalTime
    public let style: Style

    public init(me: UserID, time: LocalTime, style: Style) {
        self.me = me
        self.time = time
        self.style = style
    }

    /// One message: `09:15 Sara: text`, further lines indented. Own ones carry a mark of how far they've come.
    /// - Parameters:
    ///   - name: of the sender.
    ///   - status: shown for own messages.
    ///   - chat: named in front when several chats share the screen.
    public func lines(_ message: Message, from name: String, status: MessageStatus?, chat: String? = nil) -> [String] {
        let isMine = message.senderId == me
        let place = chat.map { style.dim("[\(TerminalText.line($0))] ") } ?? ""
        let sender = isMine ? style.green("you") : style.cyan(TerminalText.line(name))
        let origin = message.via == .assistant ? style.dim(" (assistant)") : ""
        let head = "\(place)\(style.dim(time.clock(message.createdAt))) \(sender)\(origin): "
        let mark = isMine ? status.map { " " + self.mark($0) } ?? "" : ""
        guard message.deletedAt == nil else { return [head + style.dim("(deleted)")] }
        let edited = message.editedAt == nil ? "" : style.dim(" (edited)")
        var parts = TerminalText.block(message.text).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        if let last = parts.popLast() { parts.append(last + edited + mark) }
        return parts.enumerated().map { index, part in index == 0 ? head + part : "      " + part }
    }

    /// `✓` stored, `✓✓` delivered, blue when everybody has read it.
    public func mark(_ status: MessageStatus) -> String {
        switch status {
        case .sent: style.dim("✓")
        case .delivered: style.dim("✓✓")
        case .read: style.isOn ? style.blue("✓✓") : "✓✓ read"
        }
    }

    /// A page of history, oldest first, with a line before each new day.
    public func history(_ messages: [Message], names: (UserID) -> String) -> [String] {
        var lines: [String] = []
        var day = ""
        for message in messages {
            let newDay = time.day(message.createdAt)
            if newDay != day { lines.append(style.dim("── \(newDay) ──")) }
            day = newDay
            lines += self.lines(message, from: names(message.senderId), status: message.status)
        }
        return lines
    }

    /// A change that isn't a new message; nothing for one that needs no word.
    public func notice(_ event: ChatEvent, name: (UserID) -> String) -> String? {
        switch event.type {
        case .messageCreated: nil
        case .messageEdited:
            event.message.map {
                style.dim("✎ \(TerminalText.line(who($0.senderId, name))) edited: \(TerminalText.line($0.text))")
            }
        case .messageDeleted:
            event.message.map { style.dim("✗ \(TerminalText.line(who($0.senderId, name))) deleted a message") }
        case .reactionChanged: nil
        case .memberChanged:
            event.member.map { style.dim("• \(TerminalText.line($0.displayName)) \(Self.words($0.change))") }
        case .chatUpdated:
            event.name.map { style.dim("• the chat is now called \(TerminalText.line($0))") }
        }
    }

    private func who(_ user: UserID, _ name: (UserID) -> String) -> String { user == me ? "you" : name(user) }

    private static func words(_ change: ChatEvent.MemberChange.Kind) -> String {
        switch change {
        case .added: "joined"
        case .removed: "was removed"
        case .left: "left"
        case .role: "has another role now"
        }
    }
}
