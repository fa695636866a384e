import Domain

/// Everything that one device knows, built from what it fetched to begin with and every frame since.
struct LiveDevice {
    let user: String
    private(set) var chats: [String: LiveChat] = [:]
    private(set) var cursors: [String: [String: Cursor]] = [:]
    /// By seq, for the events that come before the fetch that they build on.
    private var events: [String: [Int: JSONValue]] = [:]

    /// When each chat was lost last, and what was told last of what has no seq: what was asked for before isn't true any more.
    private var lost: [String: Int] = [:]
    private var kept: [String: [(tick: Int, frame: JSONValue)]] = [:]

    private enum Step {
        case frame(JSONValue)
        /// With the chats that the hello knew.
        case welcome(JSONValue, Set<String>)
        case base(History.Base)
        /// With when it was asked for: what was told since then is newer.
        case list([JSONValue], began: Int)
    }

    init(_ device: String, user: String, in history: History) {
        self.user = user
        var steps: [(tick: Int, step: Step)] = []
        for connection in history.connections where connection.device == device {
            let claimed = Set((connection.positions ?? [:]).keys)
            steps += connection.frames.map { frame in
                (frame.tick, frame.json.type == "welcome" ? .welcome(frame.json, claimed) : .frame(frame.json))
            }
        }
        for base in history.bases where base.device == device { steps.append((base.tick, .base(base))) }
        for look in history.looks where look.device == device && look.status == 200 {
            if let chats = look.body["chats"]?.array { steps.append((look.ended, .list(chats, began: look.began))) }
        }
        for (tick, step) in steps.sorted(by: { $0.tick < $1.tick }) {
            switch step {
            case .frame(let frame): take(frame, tick)
            case .welcome(let welcome, let claimed):
                // A hello that doesn't name a chat isn't told that it's gone: what isn't listed either isn't the user's.
                // So with what is being fetched at this moment.
                let told = claimed.union((welcome["chats"]?.array ?? []).compactMap(\.chatId))
                let known = Set(chats.keys).union(history.bases.filter { $0.device == device }.compactMap(\.chat.id))
                for chat in known where !told.contains(chat) { forget(chat, tick) }
                take(welcome, tick)
            case .base(let base): begin(base)
            case .list(let list, let began):
                for chat in list {
                    refresh(chat)
                    guard let id = chat.id else { continue }
                    for (tick, frame) in kept[id] ?? [] where tick > began { keep(frame, in: id) }
                }
            }
        }
    }

    private mutating func begin(_ base: History.Base) {
        guard let id = base.chat.id, lost[id] ?? 0 < base.began else { return }
        var chat = LiveChat(base, user: user)
        for (_, event) in (events[id] ?? [:]).sorted(by: { $0.key < $1.key }) { chat.apply(event) }
        chats[id] = chat
        refresh(base.chat)
        for (tick, frame) in kept[id] ?? [] where tick > base.began { keep(frame, in: id) }
    }

    /// What has no seq of its own, as it was when a list was read.
    private mutating func refresh(_ chat: JSONValue) {
        guard let id = chat.id else { return }
        chats[id]?.set(chat, keys: ["draft", "mutedUntil", "isPinned"])
        for member in chat["members"]?.array ?? [] {
            raise(id, member["userId"]?.string, member["deliveredSeq"]?.int, member["readSeq"]?.int)
        }
        raise(id, user, nil, chat["readSeq"]?.int)
    }

    private mutating func take(_ frame: JSONValue, _ tick: Int) {
        switch frame.type {
        case "welcome":
            for chat in frame["chats"]?.array ?? [] { raise(chat.chatId, user, nil, chat["readSeq"]?.int) }
        case "resync": if let chat = frame.chatId { forget(chat, tick) }
        case "receipt.updated":
            raise(frame.chatId, frame["userId"]?.string, frame["deliveredSeq"]?.int, frame["readSeq"]?.int)
        case "draft.changed", "settings.changed":
            guard let chat = frame.chatId else { return }
            kept[chat, default: []].append((tick, frame))
            keep(frame, in: chat)
        case "ack":
            guard frame.isSendAck, let message = frame.message, let chat = message.chatId, let seq = message.seq
            else { return }
            // An ack takes the place of the event, unless it repeats what was there already.
            apply(["type": "message.created", "seq": .integer(seq), "message": message], to: chat)
        default:
            guard frame.isChange, let chat = frame.chatId else { return }
            if let member = frame["member"], let whose = member["userId"]?.string, member["change"]?.string != "role" {
                cursors[chat]?[whose] = nil
                // Who comes has nothing to catch up with: their cursors begin where they joined.
                if member["change"]?.string == "added" { raise(chat, whose, frame.seq, frame.seq) }
                if whose == user, member["change"]?.string != "added" { return forget(chat, tick) }
            }
            apply(frame, to: chat)
        }
    }

    private mutating func apply(_ event: JSONValue, to chat: String) {
        guard let seq = event.seq, events[chat]?[seq] == nil else { return }
        events[chat, default: [:]][seq] = event
        chats[chat]?.apply(event)
    }

    private mutating func keep(_ frame: JSONValue, in chat: String) {
        chats[chat]?.set(frame, keys: ["draft", "mutedUntil", "isPinned"])
    }

    private mutating func forget(_ chat: String, _ tick: Int) {
        lost[chat] = tick
        chats[chat] = nil
        events[chat] = nil
        cursors[chat] = nil
    }

    private mutating func raise(_ chat: String?, _ whose: String?, _ delivered: Int?, _ read: Int?) {
        guard let chat, let whose else { return }
        cursors[chat, default: [:]][whose, default: Cursor()].raise(delivered: delivered, read: read)
    }
}
