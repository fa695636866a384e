public import Domain

extension Chat {
    /// The status of a message, computed from its recipients' cursors by the same rule as on the server. If all
    /// recipients have left, the last status stays, as does that of an imported message.
    public func status(of message: Message) -> MessageStatus {
        guard message.imported != true else { return message.status }
        let others = members.filter { $0.userId != message.senderId && $0.joinedSeq < message.seq }
        return others.map { member -> MessageStatus in
            if member.readSeq >= message.seq { return .read }
            return member.deliveredSeq >= message.seq ? .delivered : .sent
        }.min() ?? message.status
    }

    func withStatus(_ message: Message) -> Message {
        var message = message
        message.status = status(of: message)
        return message
    }

    /// The chat as a fetch would return it, including the status that follows from the cursors.
    var withCurrentStatus: Chat {
        var chat = self
        chat.lastMessage = lastMessage.map { withStatus($0) }
        return chat
    }

    /// The time of the latest message; for an empty chat the time of its creation, which its id contains.
    var lastActivityAt: Timestamp {
        lastMessage?.createdAt ?? Timestamp(milliseconds: Int64(truncatingIfNeeded: id.high >> 16))
    }

    /// The order of the server's list: latest activity first.
    static func isListedBefore(_ a: Chat, _ b: Chat) -> Bool { (a.lastActivityAt, a.id) > (b.lastActivityAt, b.id) }
}
