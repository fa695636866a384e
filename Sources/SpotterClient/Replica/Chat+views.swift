public import Domain

extension Chat {
    /// How far a message has come, from the cursors of everybody whom it was meant for: the rule of the server. Where all
    /// of them have left, what was told last holds.
    public func status(of message: Message) -> MessageStatus {
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

    /// As a fetch would give it: the stored one with what follows from cursors.
    var shown: Chat {
        var chat = self
        chat.lastMessage = lastMessage.map { withStatus($0) }
        return chat
    }

    /// When something was said last; of an empty chat, when it was made (its id tells).
    var activeAt: Timestamp {
        lastMessage?.createdAt ?? Timestamp(milliseconds: Int64(truncatingIfNeeded: id.high >> 16))
    }

    /// The order of the server's list: latest activity first.
    static func isListedBefore(_ a: Chat, _ b: Chat) -> Bool { (a.activeAt, a.id) > (b.activeAt, b.id) }
}
