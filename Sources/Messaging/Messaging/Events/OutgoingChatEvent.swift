import Domain
import SpotterAPI

/// A durable change and its recipients.
struct OutgoingChatEvent: Sendable {
    let event: ChatEvent
    let recipients: [UserID]
    /// The recipients who don't share read receipts, and therefore don't see those of others.
    let hidingReadReceipts: Set<UserID>

    /// The members who joined or left by this change; `nil` if the members are unchanged.
    var membershipChange: MembershipChange? { event.membershipChange(toldTo: recipients) }
}

extension ChatEvent {
    /// - Parameter members: those who are told, among them whoever leaves by it.
    func membershipChange(toldTo members: [UserID]) -> MembershipChange? {
        guard let member, member.change != .role else { return nil }
        let isGone = member.change != .added
        return MembershipChange(
            chatId: chatId,
            users: [member.userId],
            members: members.filter { !isGone || $0 != member.userId }
        )
    }
}

extension OutgoingChatEvent {
    /// The change as its recipients see it: once, or twice if some of them may not see all of it.
    var views: [(event: ChatEvent, recipients: [UserID])] {
        guard !hidingReadReceipts.isEmpty, event.message?.status == .read else { return [(event, recipients)] }
        let reduced = event.replacing(message: event.message?.hidingReadStatus(true))
        return [
            (event, recipients.filter { !hidingReadReceipts.contains($0) }),
            (reduced, recipients.filter(hidingReadReceipts.contains)),
        ]
    }
}

extension ChatEventPublisher {
    /// Encodes a durable change once for each kind of recipient.
    func enqueue(_ outgoing: OutgoingChatEvent) {
        for view in outgoing.views { enqueue(view.event, to: view.recipients) }
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
    var admission: Admission {
        guard let member else { return .nobody }
        switch member.change {
        case .added: return .one(member.userId)
        case .left, .removed: return .parting(member.userId)
        case .role: return .nobody
        }
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
    /// The message for a viewer who doesn't share read receipts: its status is at most delivered.
    func hidingReadStatus(_ isHidden: Bool) -> Message {
        guard isHidden, status == .read else { return self }
        var message = self
        message.status = .delivered
        return message
    }
}
