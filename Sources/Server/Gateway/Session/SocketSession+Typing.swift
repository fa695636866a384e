import Accounts
import Domain
import Live
import Messaging
import NIOCore

/// The typing state of one connection in one chat.
struct SessionTyping {
    var throttle = TypingThrottle()
    /// Ends the typing if the client sends nothing further.
    var expiry: Scheduled<Void>?
    /// Publishes the typing once the throttle allows it.
    var later: Scheduled<Void>?

    mutating func cancelTimers() {
        expiry?.cancel()
        later?.cancel()
        (expiry, later) = (nil, nil)
    }
}

extension SocketSession {
    private static let maxChats = 64

    func startTyping(_ chat: ChatID, as principal: Principal, _ id: ConnectionID) {
        guard let loop = connection?.eventLoop else { return }
        let now = services.budgets.now()
        if typing[chat] == nil, typing.count >= Self.maxChats {
            typing = typing.filter { !$0.value.throttle.isOver(at: now) }
            guard typing.count < Self.maxChats else {
                return refuse(SpotterError.tooMany(retryAfterMs: 1000), id: nil)
            }
        }
        var state = typing[chat] ?? SessionTyping()
        state.cancelTimers()
        let action = state.throttle.start(at: now)
        state.expiry = loop.assumeIsolated().scheduleTask(in: services.limits.typingExpiry) { [weak self] in
            self?.stopTyping(chat, as: principal, id)
        }
        if case .publishAt(let moment) = action {
            state.later = loop.assumeIsolated().scheduleTask(in: .nanoseconds(moment - now)) { [weak self] in
                guard let self, self.typing[chat]?.throttle.start(at: self.services.budgets.now()) == .publish else {
                    return
                }
                self.publishTyping(chat, as: principal, id)
            }
        }
        typing[chat] = state
        if action == .publish { publishTyping(chat, as: principal, id) }
    }

    func stopTyping(_ chat: ChatID, as principal: Principal, _ id: ConnectionID) {
        guard typing[chat] != nil else { return }
        typing[chat]?.cancelTimers()
        if typing[chat]?.throttle.stop() == true {
            services.live.typing.stop(in: chat, by: principal.user, on: id)
        }
    }

    /// Ends all typing when the connection closes.
    func endTyping() {
        if case .open(let principal, let id) = state {
            for chat in typing.keys { stopTyping(chat, as: principal, id) }
        }
        typing = [:]
    }

    private func publishTyping(_ chat: ChatID, as principal: Principal, _ id: ConnectionID) {
        services.live.typing.start(
            in: chat,
            by: principal.user,
            on: id,
            expiresInMs: Int(services.limits.typingExpiry.nanoseconds / 1_000_000),
            failure: failureReporter(id)
        )
    }
}
