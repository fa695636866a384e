import Domain
import ServerHarness

/// The state that a device keeps between frames and steps, as any careful client would.
struct DeviceState {
    struct KnownMessage {
        let id: String
        let chat: String
        let isMine: Bool
    }

    struct Pending {
        /// The index of the connection on which it was sent.
        let connection: Int
        let complete: @Sendable (History.Outcome) -> Void
    }

    var socket: RawSocket?
    /// Index of the current connection in the history.
    var connection = -1
    var isWelcome = false
    var positions: [String: Int] = [:]
    var needsBaseline: Set<String> = []
    var known: [KnownMessage] = []
    var knownIDs: Set<String> = []
    var sent: [(chat: String, key: String, text: String, reply: String?)] = []
    var pending: [String: Pending] = [:]
    var pongs: [String: String] = [:]
    var nextRequest = 0
    var waiters: [Int: (isDone: (DeviceState) -> Bool, resume: @Sendable (Bool) -> Void)] = [:]
    var nextWaiter = 0

    /// - Returns: a closure to call after the lock is released.
    mutating func receive(_ frame: JSONValue, user: String) -> (@Sendable () -> Void)? {
        switch frame.type {
        case "welcome":
            isWelcome = true
            for chat in frame["chats"]?.array ?? [] {
                guard let id = chat.chatId, let seq = chat.seq, positions[id] == nil else { continue }
                positions[id] = helloHadPositions ? 0 : seq
                needsBaseline.insert(id)
            }
        case "resync":
            guard let chat = frame.chatId else { return nil }
            positions[chat] = frame["gone"]?.bool == true ? nil : frame.seq
            if frame["gone"]?.bool != true { needsBaseline.insert(chat) }
        case "pong": if let id = frame.id { pongs[id] = frame["digest"]?.string ?? "" }
        case "ack": return acked(frame, user: user)
        case "error":
            guard let id = frame.id, let request = pending.removeValue(forKey: id) else { return nil }
            let code = frame["error"]?["code"]?.string ?? "?"
            let isFinal = frame["error"]?["retryable"]?.bool != true || code == "internal_error"
            return { request.complete(isFinal ? .refused(code) : .unknown) }
        default: if frame.isChange { change(frame, user: user) }
        }
        return nil
    }

    var helloHadPositions = false
    /// Whether the connection has ended, perhaps before `connect` returned its socket.
    var hasEnded = false

    private mutating func acked(_ frame: JSONValue, user: String) -> (@Sendable () -> Void)? {
        guard let id = frame.id, let request = pending.removeValue(forKey: id) else { return nil }
        let message = frame.message ?? .null
        if frame.isSendAck, let chat = message.chatId, let seq = message.seq, let last = positions[chat] {
            positions[chat] = max(last, seq)
            remember(message, user: user)
        }
        return { request.complete(.done(message)) }
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
                needsBaseline.insert(chat)
            default: break
            }
        }
        // A new chat, or one from an earlier membership that a replay brings back.
        if positions[chat] == nil { needsBaseline.insert(chat) }
        positions[chat] = max(positions[chat] ?? 0, seq)
        if let message = frame["message"] { remember(message, user: user) }
    }

    mutating func remember(_ message: JSONValue, user: String) {
        guard let id = message.id, let chat = message.chatId, knownIDs.insert(id).inserted else { return }
        known.append(KnownMessage(id: id, chat: chat, isMine: message["senderId"]?.string == user))
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
