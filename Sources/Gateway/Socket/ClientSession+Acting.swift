import Crypto
import Domain
import Messaging
import NIOCore

/// What an open session does on a client's frames.
extension ClientSession {
    func act(on frame: ClientFrame, as principal: Principal, _ id: ConnectionID) {
        let now = services.budgets.now()
        if let wait = budget.refusal(of: frame, services.budgets.settings, at: now) {
            return refuse(SpotterError.tooMany(retryAfterMs: wait), id: frame.requestId)
        }
        if frame.isActivity, budget.isNewsOfActivity(at: now) {
            services.messaging.presence.active(principal.userId, id)
        }
        switch frame {
        case .send(let send): self.send(send, as: principal, id)
        case .receipt(let chatId, let seq, let isRead):
            services.messaging.receipts.advance(
                isRead ? .read : .delivered,
                to: seq,
                in: chatId,
                by: principal.actor,
                completion: failureReporter(id, requestId: nil)
            )
        case .typing(let chatId, let isTyping):
            if isTyping { startTyping(chatId, as: principal, id) } else { stopTyping(chatId, as: principal, id) }
        case .presence(let status): services.messaging.presence.set(status, principal.userId, id)
        case .ping(let requestId): pong(requestId, as: principal)
        case .hello: break
        }
    }

    /// The ack travels with the group's other bytes, after the commit.
    private func send(_ frame: ClientFrame.Send, as principal: Principal, _ id: ConnectionID) {
        guard pending < services.limits.mostPending, let loop = connection?.eventLoop else {
            return refuse(SpotterError.tooManyPending, id: frame.id)
        }
        stopTyping(frame.chatId, as: principal, id)
        pending += 1
        let hub = services.messaging.hub
        let sessionId = self.id
        let this = NIOLoopBound(self, eventLoop: loop)
        services.messaging.messages.send(
            Messages.Send(
                chatId: frame.chatId,
                sender: principal.actor,
                clientMessageId: frame.clientMessageId,
                text: frame.text,
                replyTo: frame.replyTo,
                connection: id
            )
        ) { result in
            switch result {
            case .success(let sent):
                hub.gather(hub.encode(ServerFrames.ack(requestId: frame.id, message: sent.message)), to: id)
            case .failure(let error):
                hub.publish(
                    hub.encode(SessionFrames.failure(error, id: frame.id, requestId: sessionId)),
                    to: id
                )
            }
            loop.execute { this.value.pending -= 1 }
        }
    }

    func failureReporter<Value>(
        _ id: ConnectionID,
        requestId: String?
    ) -> @Sendable (Result<Value, any Error>) -> Void {
        let hub = services.messaging.hub
        let sessionId = self.id
        return { result in
            guard case .failure(let error) = result else { return }
            hub.publish(hub.encode(SessionFrames.failure(error, id: requestId, requestId: sessionId)), to: id)
        }
    }

    // MARK: Heartbeat

    /// The digest is over all of the user's chats and their positions, so that a client that missed something notices:
    /// the first 16 hexadecimal digits of SHA-256 over `chatId:seq` lines, sorted, joined by `\n`.
    private func pong(_ requestId: String?, as principal: Principal) {
        guard let connection else { return }
        let messaging = services.messaging
        let limit = budget.sending?.remaining(at: services.budgets.now()).shown
        connection.eventLoop.makeFutureWithTask {
            Self.digest(of: try await messaging.sync.positions(of: principal.actor))
        }.assumeIsolated().whenComplete { [weak self] result in
            switch result {
            case .success(let digest):
                self?.send(SessionFrames.encode(SessionFrames.Pong(id: requestId, digest: digest, limit: limit)))
            case .failure(let error): self?.refuse(error, id: requestId)
            }
        }
    }

    static func digest(of positions: [ChatID: Int64]) -> String {
        let lines = positions.map { "\($0.key):\($0.value)" }.sorted().joined(separator: "\n")
        return SHA256.hash(data: Array(lines.utf8)).prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
