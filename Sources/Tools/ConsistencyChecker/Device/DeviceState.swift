import Domain
import ServerHarness
import SpotterAPI

/// The state that a device keeps between frames and steps, as any careful client would.
struct DeviceState {
    struct KnownMessage {
        let id: MessageID
        let chat: ChatID
        let isMine: Bool
    }

    struct Pending {
        /// The index of the connection on which it was sent.
        let connection: Int
        let complete: @Sendable (History.Outcome) -> Void
    }

    var socket: RawSocket?
    /// Which of its servers the device uses.
    var server = 0
    /// Index of the current connection in the history.
    var connection = -1
    var isWelcome = false
    var positions: [ChatID: Int64] = [:]
    var needsBaseline: Set<ChatID> = []
    var known: [KnownMessage] = []
    var knownIDs: Set<MessageID> = []
    var sent: [(chat: ChatID, key: String, text: String, reply: MessageID?)] = []
    var pending: [String: Pending] = [:]
    var pongs: [String: String] = [:]
    var nextRequest = 0
    var waiters: [Int: (isDone: (DeviceState) -> Bool, resume: @Sendable (Bool) -> Void)] = [:]
    var nextWaiter = 0

    /// Chooses the next server, unless this is the first connection.
    mutating func moves() -> Bool {
        guard connection >= 0 else { return false }
        server += 1
        return true
    }

    /// - Parameter raw: the same frame as it was sent, for the history.
    /// - Returns: what to call after the lock is released.
    mutating func receive(_ event: ServerEvent, raw: JSONValue, user: UserID) -> (@Sendable () -> Void)? {
        switch event {
        case .welcome(let welcome):
            isWelcome = true
            for chat in welcome.chats where positions[chat.chatId] == nil {
                positions[chat.chatId] = helloHadPositions ? 0 : chat.seq
                needsBaseline.insert(chat.chatId)
            }
        case .gone(let chat): positions[chat] = nil
        case .resync(let chat?, let seq):
            positions[chat] = seq
            needsBaseline.insert(chat)
        case .pong(let id?, let digest): pongs[id] = digest ?? ""
        case .ack(let id, let message):
            guard let request = pending.removeValue(forKey: id) else { return nil }
            if raw.isSendAck, let last = positions[message.chatId] {
                positions[message.chatId] = max(last, message.seq)
                remember(message.id, in: message.chatId, isMine: message.senderId == user)
            }
            let stored = raw.message ?? .null
            return { request.complete(.done(stored)) }
        case .error(let id?, let error):
            guard let request = pending.removeValue(forKey: id) else { return nil }
            let isFinal = !error.retryable || error.code == ErrorCode.internalError.rawValue
            return { request.complete(isFinal ? .refused(error.code) : .unknown) }
        case .chat(let event): change(event, user: user)
        default: break
        }
        return nil
    }

    var helloHadPositions = false
    /// Whether the connection has ended, perhaps before `connect` returned its socket.
    var hasEnded = false

    private mutating func change(_ event: ChatEvent, user: UserID) {
        let chat = event.chatId
        if let member = event.member, member.userId == user {
            switch member.change {
            case .removed, .left:
                positions[chat] = nil
                return
            case .added:
                positions[chat] = event.seq
                needsBaseline.insert(chat)
            case .role: break
            }
        }
        // A new chat, or one from an earlier membership that a replay brings back.
        if positions[chat] == nil { needsBaseline.insert(chat) }
        positions[chat] = max(positions[chat] ?? 0, event.seq)
        if let message = event.message {
            remember(message.id, in: message.chatId, isMine: message.senderId == user)
        }
    }

    /// A message from a fetched page.
    mutating func remember(_ message: JSONValue, user: UserID) {
        guard let id = message.id.flatMap({ MessageID($0) }), let chat = message.chatId.flatMap({ ChatID($0) })
        else { return }
        remember(id, in: chat, isMine: message["senderId"]?.string == user.description)
    }

    private mutating func remember(_ id: MessageID, in chat: ChatID, isMine: Bool) {
        guard knownIDs.insert(id).inserted else { return }
        known.append(KnownMessage(id: id, chat: chat, isMine: isMine))
    }

    /// Ends the connection. The outcome of its pending requests is unknown.
    mutating func ended(_ connection: Int) -> [@Sendable () -> Void] {
        if self.connection == connection {
            hasEnded = true
            socket = nil
            isWelcome = false
        }
        let lost = pending.filter { $0.value.connection == connection }
        for id in lost.keys { pending[id] = nil }
        return lost.values.map { request in { request.complete(.unknown) } }
    }

    /// Removes the waiters whose condition holds.
    mutating func takeReadyWaiters() -> [@Sendable (Bool) -> Void] {
        let ready = waiters.filter { $0.value.isDone(self) }
        for id in ready.keys { waiters[id] = nil }
        return ready.values.map(\.resume)
    }
}

extension JSONValue {
    /// Whether this is the ack of a send. Other requests are acked with the message that they changed.
    var isSendAck: Bool { type == "ack" && id?.hasPrefix("s-") == true }
}
