import Domain

extension Chat {
    enum Folded { case complete, incomplete }

    /// What a durable event changes in the chat itself. To be called once for each, in order.
    /// - Parameter before: the message of the event as it was, if it's known.
    /// - Returns: `.incomplete` when the event doesn't tell all that a fetch would.
    mutating func fold(_ event: ChatEvent, before: Message?, me: UserID) -> Folded {
        seq = event.seq
        switch event.type {
        case .messageCreated:
            guard let message = event.message else { return .incomplete }
            created(message, me: me)
            return .complete
        case .messageEdited, .messageDeleted:
            guard let message = event.message else { return .incomplete }
            renewLast(message)
            return recount(message, before: before, me: me)
        case .reactionChanged:
            guard let message = event.message else { return .incomplete }
            renewLast(message)
            return .complete
        case .memberChanged:
            guard let change = event.member else { return .incomplete }
            return fold(change)
        case .chatUpdated:
            return update(event)
        }
    }

    private mutating func created(_ message: Message, me: UserID) {
        if message.seq > lastMessage?.seq ?? 0 { lastMessage = message }
        guard message.senderId != me, message.seq > readSeq, message.deletedAt == nil else { return }
        unread += 1
        if message.mentions.contains(me) { unreadMentions += 1 }
    }

    /// The latest message may be the one that has changed, or answer it.
    private mutating func renewLast(_ message: Message) {
        if lastMessage?.id == message.id {
            lastMessage = message
        } else if lastMessage?.replyTo == message.id {
            lastMessage?.quote = Quote(of: message)
        }
    }

    /// Unread messages and mentions after an unread message of somebody else has changed.
    private mutating func recount(_ message: Message, before: Message?, me: UserID) -> Folded {
        guard message.senderId != me, message.seq > readSeq else { return .complete }
        // A page may have brought the message's later state before its events came.
        guard let before, before.deletedAt == nil else { return .incomplete }
        guard message.deletedAt != nil || before.editCount < message.editCount else { return .incomplete }
        func weight(_ message: Message) -> (count: Int, mentions: Int) {
            guard message.deletedAt == nil else { return (0, 0) }
            return (1, message.mentions.contains(me) ? 1 : 0)
        }
        let (old, new) = (weight(before), weight(message))
        unread += new.count - old.count
        unreadMentions += new.mentions - old.mentions
        return .complete
    }

    private mutating func fold(_ change: ChatEvent.MemberChange) -> Folded {
        switch change.change {
        case .added:
            return .incomplete  // their cursors and photo aren't in the event
        case .removed, .left:
            members.removeAll { $0.userId == change.userId }
            // In a direct chat the name was theirs.
            return kind == .direct ? .incomplete : .complete
        case .role:
            guard let role = change.role, let index = members.firstIndex(where: { $0.userId == change.userId }) else {
                return .incomplete
            }
            members[index] = members[index].with(role: role)
            return .complete
        }
    }

    private mutating func update(_ event: ChatEvent) -> Folded {
        if let pins = event.pins { self.pins = pins }
        guard kind == .group else { return .complete }
        if let name = event.name { self.name = name }
        photoMediaId = event.photoMediaId
        return .complete
    }
}

extension Member {
    func with(
        displayName: String? = nil,
        role: MemberRole? = nil,
        photoMediaId: MediaID?? = nil,
        deliveredSeq: Int64? = nil,
        readSeq: Int64? = nil
    ) -> Member {
        Member(
            userId: userId,
            displayName: displayName ?? self.displayName,
            role: role ?? self.role,
            photoMediaId: photoMediaId ?? self.photoMediaId,
            deliveredSeq: deliveredSeq ?? self.deliveredSeq,
            readSeq: readSeq ?? self.readSeq
        )
    }
}
