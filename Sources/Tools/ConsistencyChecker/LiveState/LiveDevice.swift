import Domain

/// Everything that one device knows: the data it fetched at the beginning, changed by every frame since then.
struct LiveDevice {
    let user: String
    private(set) var chats: [String: LiveChat] = [:]
    private(set) var cursors: [String: [String: Cursor]] = [:]
    /// By seq, for events that arrive before the fetch to which they will be applied.
    private var events: [String: [Int: JSONValue]] = [:]

    /// When the device last lost each chat. Fetches that were requested before that are stale.
    private var lostAt: [String: Int] = [:]
    /// Changes without a seq (drafts, settings), to be applied again over a fetch that was requested before them.
    private var unsequenced: [String: [(tick: Int, frame: JSONValue)]] = [:]

    private enum Step {
        case frame(JSONValue)
        /// With the chats that the hello named.
        case welcome(JSONValue, Set<String>)
        case baseline(History.Baseline)
        /// With the tick of the request. Frames since then are newer.
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
        for baseline in history.baselines where baseline.device == device {
            steps.append((baseline.tick, .baseline(baseline)))
        }
        for read in history.reads where read.device == device && read.status == 200 {
            if let chats = read.body["chats"]?.array { steps.append((read.ended, .list(chats, began: read.began))) }
        }
        for (tick, step) in steps.sorted(by: { $0.tick < $1.tick }) {
            switch step {
            case .frame(let frame): receive(frame, tick)
            case .welcome(let welcome, let claimed):
                // The server says "gone" only for chats that the hello names. If neither the hello nor the welcome
                // names a chat, the user isn't a member, even if it is being fetched at this moment.
                let mentioned = claimed.union((welcome["chats"]?.array ?? []).compactMap(\.chatId))
                let known = Set(chats.keys).union(
                    history.baselines.filter { $0.device == device }.compactMap(\.chat.id)
                )
                for chat in known where !mentioned.contains(chat) { forget(chat, tick) }
                receive(welcome, tick)
            case .baseline(let baseline): begin(baseline)
            case .list(let list, let began):
                for chat in list {
                    refresh(chat)
                    guard let id = chat.id else { continue }
                    for (tick, frame) in unsequenced[id] ?? [] where tick > began { applyUnsequenced(frame, to: id) }
                }
            }
        }
    }

    private mutating func begin(_ baseline: History.Baseline) {
        guard let id = baseline.chat.id, lostAt[id] ?? 0 < baseline.began else { return }
        var chat = LiveChat(baseline, user: user)
        for (_, event) in (events[id] ?? [:]).sorted(by: { $0.key < $1.key }) { chat.apply(event) }
        chats[id] = chat
        refresh(baseline.chat)
        for (tick, frame) in unsequenced[id] ?? [] where tick > baseline.began { applyUnsequenced(frame, to: id) }
    }

    /// State without a seq, as of the time the list was read.
    private mutating func refresh(_ chat: JSONValue) {
        guard let id = chat.id else { return }
        chats[id]?.set(chat, keys: ["draft", "mutedUntil", "isPinned"])
        for member in chat["members"]?.array ?? [] {
            raise(id, member["userId"]?.string, member["deliveredSeq"]?.int, member["readSeq"]?.int)
        }
        raise(id, user, nil, chat["readSeq"]?.int)
    }

    private mutating func receive(_ frame: JSONValue, _ tick: Int) {
        switch frame.type {
        case "welcome":
            for chat in frame["chats"]?.array ?? [] { raise(chat.chatId, user, nil, chat["readSeq"]?.int) }
        case "resync": if let chat = frame.chatId { forget(chat, tick) }
        case "receipt.updated":
            raise(frame.chatId, frame["userId"]?.string, frame["deliveredSeq"]?.int, frame["readSeq"]?.int)
        case "draft.changed", "settings.changed":
            guard let chat = frame.chatId else { return }
            unsequenced[chat, default: []].append((tick, frame))
            applyUnsequenced(frame, to: chat)
        case "ack":
            guard frame.isSendAck, let message = frame.message, let chat = message.chatId, let seq = message.seq
            else { return }
            // An ack stands for the event, unless it repeats an earlier message.
            apply(["type": "message.created", "seq": .integer(seq), "message": message], to: chat)
        default:
            guard frame.isChange, let chat = frame.chatId else { return }
            if let member = frame["member"], let reader = member["userId"]?.string, member["change"]?.string != "role" {
                cursors[chat]?[reader] = nil
                // A new member's cursors begin where it joined.
                if member["change"]?.string == "added" { raise(chat, reader, frame.seq, frame.seq) }
                if reader == user, member["change"]?.string != "added" { return forget(chat, tick) }
            }
            apply(frame, to: chat)
        }
    }

    private mutating func apply(_ event: JSONValue, to chat: String) {
        guard let seq = event.seq, events[chat]?[seq] == nil else { return }
        events[chat, default: [:]][seq] = event
        chats[chat]?.apply(event)
    }

    private mutating func applyUnsequenced(_ frame: JSONValue, to chat: String) {
        chats[chat]?.set(frame, keys: ["draft", "mutedUntil", "isPinned"])
    }

    private mutating func forget(_ chat: String, _ tick: Int) {
        lostAt[chat] = tick
        chats[chat] = nil
        events[chat] = nil
        cursors[chat] = nil
    }

    private mutating func raise(_ chat: String?, _ reader: String?, _ delivered: Int?, _ read: Int?) {
        guard let chat, let reader else { return }
        cursors[chat, default: [:]][reader, default: Cursor()].raise(delivered: delivered, read: read)
    }
}
