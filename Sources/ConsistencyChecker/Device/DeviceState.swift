import Domain

/// What a device keeps in mind between frames and steps: what any careful client would.
struct DeviceState {
    struct KnownMessage {
        let id: String
        let chat: String
        let isMine: Bool
    }

    struct Pending {
        /// The connection that it was sent on.
        let connection: Int
        let settle: @Sendable (History.Outcome) -> Void
    }

    var link: Link?
    /// Index of the current connection in the history.
    var connection = -1
    var isWelcome = false
    var positions: [String: Int] = [:]
    var needsBase: Set<String> = []
    var known: [KnownMessage] = []
    var knownIDs: Set<String> = []
    var sent: [(chat: String, key: String, text: String, reply: String?)] = []
    var pending: [String: Pending] = [:]
    var pongs: [String: String] = [:]
    var nextRequest = 0
    var waiters: [Int: (isDone: (DeviceState) -> Bool, resume: @Sendable (Bool) -> Void)] = [:]
    var nextWaiter = 0

    /// Takes a frame in. What must happen outside the lock comes back.
    mutating func receive(_ frame: JSONValue, user: String) -> (@Sendable () -> Void)? {
        switch frame.type {
        case "welcome":
            isWelcome = true
            for chat in frame["chats"]?.array ?? [] {
                guard let id = chat.chatId, let seq = chat.seq, positions[id] == nil else { continue }
                positions[id] = helloHadPositions ? 0 : seq
                needsBase.insert(id)
            }
        case "resync":
            guard let chat = frame.chatId else { return nil }
            positions[chat] = frame["gone"]?.bool == true ? nil : frame.seq
            if frame["gone"]?.bool != true { needsBase.insert(chat) }
        case "pong": if let id = frame.id { pongs[id] = frame["digest"]?.string ?? "" }
        case "ack": return acked(frame, user: user)
        case "error":
            guard let id = frame.id, let request = pending.removeValue(forKey: id) else { return nil }
            let code = frame["error"]?["code"]?.string ?? "?"
            let isFinal = frame["error"]?["retryable"]?.bool != true || code == "internal_error"
            return { request.settle(isFinal ? .refused(code) : .unknown) }
        default: if frame.isChange { change(frame, user: user) }
        }
        return nil
    }

    var helloHadPositions = false
    /// The connection is over, perhaps before anybody got hold of its link.
    var hasEnded = false

    private mutating func acked(_ frame: JSONValue, user: String) -> (@Sendable () -> Void)? {
        guard let id = frame.id, let request = pending.removeValue(forKey: id) else { return nil }
        let message = frame.message ?? .null
        if frame.isSendAck, let chat = message.chatId, let seq = message.seq, let last = positions[chat] {
            positions[chat] = max(last, seq)
            know(message, user: user)
        }
        return { request.settle(.done(message)) }
    }

    private mutating func change(_ frame: JSONValue, user: String) {
        guard let chat = frame.chatId, let seq = frame.seq else { return }
        if frame["member"]?["userId"]?.string == user {
            switch frame["member"]?["change"]?.string {
            case "removed", "left":
                positions[chat] = nil
                return
            case "added":
                positions[chat] = seq
                needsBase.insert(chat)
            default: break
            }
        }
        // A chat that was made, or came back by a replay that began with an earlier membership.
        if positions[chat] == nil { needsBase.insert(chat) }
        positions[chat] = max(positions[chat] ?? 0, seq)
        if let message = frame["message"] { know(message, user: user) }
    }

    mutating func know(_ message: JSONValue, user: String) {
        guard let id = message.id, let chat = message.chatId, knownIDs.insert(id).inserted else { return }
        known.append(KnownMessage(id: id, chat: chat, isMine: message["senderId"]?.string == user))
    }

    /// The connection is over: nobody knows what became of what was asked on it.
    mutating func ended(_ connection: Int) -> [@Sendable () -> Void] {
        if self.connection == connection {
            hasEnded = true
            link = nil
            isWelcome = false
        }
        let lost = pending.filter { $0.value.connection == connection }
        for id in lost.keys { pending[id] = nil }
        return lost.values.map { request in { request.settle(.unknown) } }
    }

    /// The waiters whose time has come.
    mutating func ripe() -> [@Sendable (Bool) -> Void] {
        let ripe = waiters.filter { $0.value.isDone(self) }
        for id in ripe.keys { waiters[id] = nil }
        return ripe.values.map(\.resume)
    }
}

extension JSONValue {
    /// Whether it's the ack of a send; other requests are acked with the message that they changed.
    var isSendAck: Bool { type == "ack" && id?.hasPrefix("s-") == true }
}
