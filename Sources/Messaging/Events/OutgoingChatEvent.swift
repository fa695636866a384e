import Domain
import SpotterAPI

/// A durable change with the users to whom it's published.
struct OutgoingChatEvent: Sendable {
    let event: ChatEvent
    let recipients: [UserID]
    /// The recipients who don't share how far they have read: they don't see it of others either.
    let hidingReadReceipts: Set<UserID>

    /// Who came or went by this change; `nil` if the members stay the same.
    var membershipChange: MembershipChange? {
        guard let member = event.member, member.change != .role else { return nil }
        let isGone = member.change != .added
        return MembershipChange(
            chatId: event.chatId,
            users: [member.userId],
            members: recipients.filter { !isGone || $0 != member.userId }
        )
    }
}

extension ChatEventPublisher {
    /// Encodes a durable change once; twice if some recipients may not see all of it.
    func enqueue(_ outgoing: OutgoingChatEvent) {
        let event = outgoing.event
        guard !outgoing.hidingReadReceipts.isEmpty, event.message?.status == .read else {
            return enqueue(event, to: outgoing.recipients)
        }
        enqueue(event, to: outgoing.recipients.filter { !outgoing.hidingReadReceipts.contains($0) })
        let reduced = event.replacing(message: event.message?.hidingReadStatus(true))
        enqueue(reduced, to: outgoing.recipients.filter(outgoing.hidingReadReceipts.contains))
    }

    private func enqueue(_ event: ChatEvent, to recipients: [UserID]) {
        enqueue(event, admitting: event.admission, to: recipients)
    }

    func enqueue(_ event: ChatEvent, admitting admission: Admission, to recipients: [UserID]) {
        enqueue(
            ServerFrames.event(event),
            at: ChangePosition(chatId: event.chatId, seq: event.seq),
            admitting: admission,
            to: recipients,
            except: nil
        )
    }
}

extension ChatEvent {
    fileprivate var admission: Admission {
        guard let member, member.change == .added else { return .nobody }
        return .one(member.userId)
    }

    fileprivate func replacing(message: Message?) -> ChatEvent {
        ChatEvent(
            type: type,
            chatId: chatId,
            seq: seq,
            message: message,
            reaction: reaction,
            member: member,
            name: name,
            photoMediaId: photoMediaId,
            pins: pins
        )
    }
}

extension Message {
    /// The message as somebody sees it who doesn't share how far they have read: at most delivered.
    func hidingReadStatus(_ isHidden: Bool) -> Message {
        guard isHidden, status == .read else { return self }
        var message = self
        message.status = .delivered
        return message
    }
}
