import Domain

/// A durable change and whom to tell of it.
struct ChatNotice: Sendable {
    let event: ChatEvent
    let recipients: [UserID]
    /// Those of them who don't share what they read: they don't hear what others have read either.
    let reticent: Set<UserID>
}

extension Hub {
    /// Encodes a durable change once and keeps it for its group's end; twice where some may not see all of it.
    func gather(_ notice: ChatNotice, except: ConnectionID? = nil) {
        let event = notice.event
        guard !notice.reticent.isEmpty, event.message?.status == .read else {
            return gather(event, to: notice.recipients, except: except)
        }
        gather(event, to: notice.recipients.filter { !notice.reticent.contains($0) }, except: except)
        let veiled = event.replacing(message: event.message?.shown(toReticent: true))
        gather(veiled, to: notice.recipients.filter(notice.reticent.contains), except: except)
    }

    /// Encodes a durable change once and keeps it for its group's end.
    func gather(_ event: ChatEvent, to recipients: [UserID], except: ConnectionID? = nil) {
        gather(encode(event, admits: event.admission), to: recipients, except: except)
    }
}

extension ChatEvent {
    fileprivate var admission: Delivery.Admission {
        guard let member, member.change == .added else { return .nobody }
        return .one(member.userId)
    }

    func replacing(message: Message?) -> ChatEvent {
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
    /// As somebody sees it who doesn't share what they read: at most delivered.
    func shown(toReticent isReticent: Bool) -> Message {
        guard isReticent, status == .read else { return self }
        var message = self
        message.status = .delivered
        return message
    }
}
