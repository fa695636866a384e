import Domain

extension Chat {
    enum Completeness { case complete, incomplete }

    /// Applies a durable event to the chat itself. Call this once for each event, in order.
    /// - Parameter before: the event's message before the event, if known.
    /// - Returns: `.incomplete` if a fetch would give more than the event contains.
    mutating func apply(_ event: ChatEvent, before: Message?, me: UserID) -> Completeness {
        seq = event.seq
        switch event.type {
        case .messageCreated:
            guard let message = event.message else { return .incomplete }
            created(message, me: me)
            return .complete
        case .messageEdited, .messageDeleted:
            guard let message = event.message else { return .incomplete }
            updateLastMessage(message)
            return recount(message, before: before, me: me)
        case .reactionChanged, .messageTranscribed:
            guard let message = event.message else { return .incomplete }
            updateLastMessage(message)
            return .complete
        case .memberChanged:
            guard let change = event.member else { return .incomplete }
            return apply(change)
        case .chatUpdated:
            return update(event)
        }
    }

    private mutating func created(_ message: Message, me: UserID) {
        let isPassed = message.senderId == me || message.imported == true
        if isPassed, lastMessage?.seq ?? 0 <= readSeq { passMessage(message.seq, me: me) }
        if message.seq > lastMessage?.seq ?? 0 { lastMessage = message }
        guard !isPassed, message.seq > readSeq, message.deletedAt == nil else { return }
        unread += 1
        if message.mentions.contains(me) { unreadMentions += 1 }
    }

    /// The read cursor passes the user's own and imported messages that follow it directly. The server doesn't say so in
    /// a frame.
    private mutating func passMessage(_ seq: Int64, me: UserID) {
        guard seq > readSeq else { return }
        readSeq = seq
        guard let index = members.firstIndex(where: { $0.userId == me }) else { return }
        members[index] = members[index].with(readSeq: max(members[index].readSeq, seq))
    }

    /// Updates the latest message if the event changed it or the message that it quotes.
    private mutating func updateLastMessage(_ message: Message) {
        if lastMessage?.id == message.id {
            lastMessage = message
        } else if lastMessage?.replyTo == message.id {
            lastMessage?.quote = Quote(of: message)
        }
    }

    /// Updates the counts of unread messages and mentions after an unread message of another user has changed.
    private mutating func recount(_ message: Message, before: Message?, me: UserID) -> Completeness {
        guard message.senderId != me, message.imported != true, message.seq > readSeq else { return .complete }
        // A fetched page may contain the message's later state before its events arrive.
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

    private mutating func apply(_ change: ChatEvent.MemberChange) -> Completeness {
        switch change.change {
        case .added:
            return .incomplete  // the event doesn't contain their cursors and photo
        case .removed, .left:
            members.removeAll { $0.userId == change.userId }
            // A direct chat has the other member's name.
            return kind == .direct ? .incomplete : .complete
        case .role:
            guard let role = change.role, let index = members.firstIndex(where: { $0.userId == change.userId }) else {
                return .incomplete
            }
            members[index] = members[index].with(role: role)
            return .complete
        }
    }

    private mutating func update(_ event: ChatEvent) -> Completeness {
        if let pins = event.pins { self.pins = pins }
        guard kind == .group else { return .complete }
        if let name = event.name { self.name = name }
        photoMediaId = event.photoMediaId
        if let announcement = event.announcement { self.announcement = announcement }
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
            readSeq: readSeq ?? self.readSeq,
            joinedSeq: joinedSeq
        )
    }
}
