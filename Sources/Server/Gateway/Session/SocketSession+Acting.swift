import Accounts
import Domain
import Live
import Messaging
import NIOCore
import SpotterAPI

/// How an open session handles a client's frames.
extension SocketSession {
    func act(on frame: ClientFrame, as principal: Principal, _ id: ConnectionID) {
        let now = services.budgets.now()
        if let error = budget.refusal(of: frame, services.budgets.settings, at: now) {
            return refuse(error, id: frame.requestId)
        }
        if let key = principal.key {
            do {
                if let scope = frame.neededScope { try key.require(scope) }
            } catch {
                return refuse(error, id: frame.requestId)
            }
            // A program that is connected doesn't make its owner present.
            if case .presence = frame { return }
        } else if frame.isActivity, budget.isNewsOfActivity(at: now) {
            services.live.presence.active(principal.userId, id)
        }
        switch frame {
        case .send(let send): self.send(send, as: principal, id)
        case .change(let change): self.change(change, as: principal, id)
        case .delivered(let chatId, let seq): advance(.delivered, to: seq, in: chatId, as: principal, id)
        case .read(let chatId, let seq): advance(.read, to: seq, in: chatId, as: principal, id)
        case .typing(let chatId, let isTyping):
            if isTyping { startTyping(chatId, as: principal, id) } else { stopTyping(chatId, as: principal, id) }
        case .presence(let status, let view):
            services.live.presence.set(status, viewing: view, principal.userId, id)
        case .ping(let requestId):
            services.messaging.accounts.recordActivity(of: principal.sessionId)
            pong(requestId, as: principal, id)
        case .hello: break
        }
    }

    private func advance(
        _ kind: Receipts.Kind,
        to seq: Int64,
        in chat: ChatID,
        as principal: Principal,
        _ id: ConnectionID
    ) {
        services.messaging.receipts.advance(
            kind,
            to: seq,
            in: chat,
            by: principal.actor,
            failure: failureReporter(id)
        )
    }

    private func send(_ frame: ClientFrame.Send, as principal: Principal, _ id: ConnectionID) {
        let (requestId, bytes) = (frame.id, frame.text.utf8.count)
        guard let answers = beginRequest(requestId, textBytes: bytes, id) else { return }
        stopTyping(frame.chatId, as: principal, id)
        services.messages.send(
            Messages.Send(
                chatId: frame.chatId,
                sender: principal.actor,
                clientMessageId: frame.clientMessageId,
                text: frame.text,
                replyTo: frame.replyTo,
                mediaIds: frame.mediaIds,
                bot: principal.key.map { BotMark(name: $0.name) },
                connection: id
            )
        ) { answers.answer(requestId, textBytes: bytes, $0.map { $0.json }) }
    }

    /// This connection receives the event too, before the ack, because the event carries the position.
    private func change(_ frame: ClientFrame.Change, as principal: Principal, _ id: ConnectionID) {
        let bytes = ClientFrame.change(frame).text?.utf8.count ?? 0
        let requestId = frame.id
        guard let answers = beginRequest(requestId, textBytes: bytes, id) else { return }
        let acknowledge: @Sendable (Result<Message, any Error>) -> Void = {
            answers.answer(requestId, textBytes: bytes, $0.map { ServerFrames.message($0)[...] })
        }
        let (message, chat, actor) = (frame.messageId, frame.chatId, principal.actor)
        let messaging = services.messaging
        switch frame.kind {
        case .react(let emoji, let added):
            messaging.reactions.change(
                added ? .give : .takeBack,
                emoji,
                on: message,
                in: chat,
                by: actor,
                completion: acknowledge
            )
        case .edit(let text): messaging.messages.edit(message, in: chat, to: text, by: actor, completion: acknowledge)
        case .delete: messaging.messages.delete(message, in: chat, by: actor, completion: acknowledge)
        }
    }

    /// Counts a pending request; `nil` if too many are pending, or too much text.
    private func beginRequest(_ requestId: String, textBytes: Int, _ id: ConnectionID) -> RequestAnswers? {
        guard pending < services.limits.maxPendingRequests, connection != nil, let texts = pendingTexts,
            texts.begin(textBytes)
        else {
            refuse(SpotterError.tooManyPending, id: requestId)
            return nil
        }
        pending += 1
        if let answers { return answers }
        let made = RequestAnswers(services: services, texts: texts, connection: id, sessionId: self.id.description)
        answers = made
        return made
    }

    func didAnswer() { pending -= 1 }

    func failureReporter(_ id: ConnectionID) -> @Sendable (any Error) -> Void {
        let (services, hub) = (services, services.hub)
        let sessionId = self.id
        return { error in
            hub.publish(hub.encode(services.failure(error, id: nil, requestId: sessionId.description)), to: id)
        }
    }

    // MARK: Heartbeat

    /// The digest covers all of the user's chats and their positions, so that a client notices what it missed.
    /// Ordered like the events: a digest ahead of what was sent, or behind, would look like a loss.
    private func pong(_ requestId: String?, as principal: Principal, _ id: ConnectionID) {
        let limit = budget.sending?.remaining(at: services.budgets.now()).status
        let (services, hub) = (services, services.hub)
        let sessionId = self.id
        services.messaging.sync.positions(of: principal.actor) { result in
            switch result {
            case .success(let positions):
                let pong = ServerFrames.pong(id: requestId, digest: PositionsDigest.text(positions), limit: limit)
                hub.enqueue(hub.encode(pong), to: id)
            case .failure(let error):
                let frame = services.failure(error, id: requestId, requestId: sessionId.description)
                hub.publish(hub.encode(frame), to: id)
            }
        }
    }
}
