public import Domain
public import SpotterClient

/// Formats messages as lines of a conversation.
public struct MessageFormatter: Sendable {
    public let me: UserID
    public let time: LocalTime
    public let style: Style
    /// Whether each message shows its number, which commands use to refer to it.
    public let isNumbered: Bool

    public init(me: UserID, time: LocalTime, style: Style, isNumbered: Bool = false) {
        self.me = me
        self.time = time
        self.style = style
        self.isNumbered = isNumbered
    }

    /// One message: `09:15 Sara: text`, with further lines indented. Own messages end with a status mark.
    /// - Parameters:
    ///   - name: the sender's name.
    ///   - status: shown for own messages only.
    ///   - chat: the chat's name, shown if the screen shows several chats.
    public func lines(_ message: Message, from name: String, status: MessageStatus?, chat: String? = nil) -> [String] {
        let isMine = message.senderId == me
        let place = chat.map { style.dim("[\(TerminalText.line($0))] ") } ?? ""
        let sender = isMine ? style.green("you") : style.cyan(TerminalText.line(name))
        let origin =
            message.bot.map { style.dim(" (bot: \(TerminalText.line($0.name)))") }
            ?? (message.via == .user ? "" : style.dim(" (\(message.via.rawValue))"))
        let number = isNumbered ? style.dim(" #\(message.seq)") : ""
        let head = "\(place)\(style.dim(time.clock(message.createdAt)))\(number) \(sender)\(origin): "
        let mark = isMine ? status.map { " " + self.mark($0) } ?? "" : ""
        guard message.deletedAt == nil else { return [head + style.dim("(deleted)")] }
        let edited = message.editedAt == nil ? "" : style.dim(" (edited)")
        var parts = TerminalText.block(message.text).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        if let last = parts.popLast() { parts.append(last + edited + mark) }
        let text = parts.enumerated().map { index, part in index == 0 ? head + part : "      " + part }
        return text + (message.quote.map { [quote($0)] } ?? []) + extras(message)
            + (message.transcript.map { [style.dim("      \(Self.words($0))")] } ?? [])
    }

    private func quote(_ quote: Quote) -> String {
        let line = TerminalText.line(quote.text)
        let text = quote.deleted ? "(deleted)" : line.isEmpty ? "a file" : "“\(DisplayWidth.truncate(line, to: 60))”"
        return style.dim("      ↪ \(text)")
    }

    private func extras(_ message: Message) -> [String] {
        let files = message.media.map { style.dim("      \(FileFormatter.line($0))") }
        guard !message.reactions.isEmpty else { return files }
        let reactions = message.reactions.map { "\(TerminalText.line($0.emoji)) \($0.userIds.count)" }
        return files + ["      " + reactions.joined(separator: "  ")]
    }

    /// A message that isn't in the history yet: queued, sent or failed. Without styles.
    public func pending(_ entry: OutboxEntry) -> String {
        let whole = TerminalText.line(entry.text)
        let files = MessagePreview.files(entry.attachments.map { ($0.fileName, .file) })
        let text = DisplayWidth.truncate(whole.isEmpty ? files : whole, to: 60)
        return switch entry.state {
        case .staged, .sending: "… \(text)"
        case .sent: "✓ \(text)"
        case .failed(let reason, _): "✗ \(text) (/retry or /discard: \(TerminalText.line(reason)))"
        }
    }

    /// Part of a chat's history, with a note at each gap.
    public func history(_ timeline: Timeline, names: (UserID) -> String) -> [String] {
        var lines: [String] = []
        var run: [Message] = []
        func endRun() {
            lines += history(run, names: names)
            run = []
        }
        for row in timeline.rows {
            switch row {
            case .message(let message): run.append(message)
            case .gap:
                endRun()
                lines.append(style.dim("── messages are missing here: /history gets them ──"))
            case .pending: break
            }
        }
        endRun()
        return lines
    }

    /// `✓` stored, `✓✓` delivered, blue once everybody has read it.
    public func mark(_ status: MessageStatus) -> String {
        switch status {
        case .sent: style.dim("✓")
        case .delivered: style.dim("✓✓")
        case .read: style.isEnabled ? style.blue("✓✓") : "✓✓ read"
        }
    }

    /// Messages, oldest first, with a line before each new day and before what is new.
    /// - Parameters:
    ///   - day: that of the message before them.
    ///   - firstUnread: the first new one.
    public func history(
        _ messages: [Message],
        after day: String? = nil,
        firstUnread: Int64? = nil,
        names: (UserID) -> String
    ) -> [String] {
        var lines: [String] = []
        var day = day ?? ""
        for message in messages {
            let newDay = time.day(message.createdAt)
            if newDay != day { lines.append(style.dim("── \(newDay) ──")) }
            day = newDay
            if message.seq == firstUnread { lines.append(style.yellow("── new ──")) }
            lines += self.lines(message, from: names(message.senderId), status: message.status)
        }
        return lines
    }

    /// A chat event other than a new message; `nil` if it needs no line.
    public func notice(_ event: ChatEvent, name: (UserID) -> String) -> String? {
        switch event.type {
        case .messageCreated: nil
        case .messageEdited:
            event.message.map {
                style.dim("✎ \(TerminalText.line(who($0.senderId, name))) edited: \(TerminalText.line($0.text))")
            }
        case .messageDeleted:
            event.message.map { style.dim("• \(TerminalText.line(who($0.senderId, name))) deleted #\($0.seq)") }
        case .messageTranscribed: event.message.flatMap { transcribed($0, name) }
        case .reactionChanged: event.reaction.map { reacted($0, to: event.message, name) }
        case .memberChanged:
            event.member.map { style.dim("• \(TerminalText.line($0.displayName)) \(Self.words($0.change))") }
        case .chatUpdated:
            event.name.map { style.dim("• the chat is now called \(TerminalText.line($0))") }
        }
    }

    /// `nil` while the recording waits: that it was sent was shown.
    private func transcribed(_ message: Message, _ name: (UserID) -> String) -> String? {
        guard let transcript = message.transcript, transcript.status == .ready else { return nil }
        return style.dim("• \(TerminalText.line(who(message.senderId, name))) \(Self.words(transcript))")
    }

    /// `transcript: “text”`, so that nobody takes what a program heard for what somebody wrote.
    private static func words(_ transcript: Transcript) -> String {
        switch transcript.status {
        case .pending: "transcript: being made"
        case .failed: "transcript: the recording couldn't be transcribed"
        case .ready where transcript.text.isEmpty: "transcript: nothing was heard"
        case .ready: "transcript: “\(TerminalText.line(transcript.text))”"
        }
    }

    private func reacted(
        _ reaction: ChatEvent.ReactionChange,
        to message: Message?,
        _ name: (UserID) -> String
    ) -> String {
        let who = TerminalText.line(who(reaction.userId, name))
        let text = message.map { " “\(DisplayWidth.truncate(MessagePreview.text(of: $0), to: 30))”" } ?? ""
        let emoji = TerminalText.line(reaction.emoji)
        return style.dim("• \(who) \(reaction.added ? "gave \(emoji) to" : "took \(emoji) back from")\(text)")
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
