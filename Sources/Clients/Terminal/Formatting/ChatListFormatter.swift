public import Domain

/// Formats a list of chats, one per line: number, unread count, name, latest message.
public enum ChatListFormatter {
    /// A direct chat in which nobody has written yet isn't listed: opening one tells the other person nothing. Numbers
    /// are those of the whole list, by which a chat is opened.
    /// - Parameter none: what is said where there is none.
    public static func lines(
        _ chats: [Chat],
        me: UserID,
        now: Timestamp,
        time: LocalTime,
        columns: Int,
        style: Style,
        none: String = "No chats yet. `spotter send EMAIL TEXT` starts one with a contact."
    ) -> [String] {
        guard chats.contains(where: isBegun) else { return [none] }
        let names = chats.map { DisplayWidth.truncate(TerminalText.line($0.name), to: 28) }
        let nameWidth = names.map { DisplayWidth.of($0) }.max() ?? 0
        return zip(chats, names).enumerated().compactMap { index, row in
            let (chat, name) = row
            guard isBegun(chat) else { return nil }
            let number = String(repeating: " ", count: max(0, 3 - String(index + 1).count)) + String(index + 1)
            let unread = chat.unread > 0 ? "(\(chat.unread))" : ""
            let head = "\(number)  \(DisplayWidth.pad(name, to: nameWidth)) \(DisplayWidth.pad(unread, to: 5)) "
            let preview = preview(chat, me: me, now: now, time: time)
            let room = max(10, columns - DisplayWidth.of(head) - 1)
            let text = head + style.dim(DisplayWidth.truncate(preview, to: room))
            return chat.unread > 0 ? style.bold(head) + style.dim(DisplayWidth.truncate(preview, to: room)) : text
        }
    }

    private static func isBegun(_ chat: Chat) -> Bool { chat.kind == .group || chat.seq > 0 }

    private static func preview(_ chat: Chat, me: UserID, now: Timestamp, time: LocalTime) -> String {
        guard let message = chat.lastMessage else { return "no messages" }
        let sender =
            message.senderId == me
            ? "you" : chat.members.first { $0.userId == message.senderId }?.displayName ?? "someone"
        let text = MessagePreview.text(of: message)
        return "\(time.compact(message.createdAt, now: now))  \(TerminalText.line(sender)): \(text)"
    }
}
