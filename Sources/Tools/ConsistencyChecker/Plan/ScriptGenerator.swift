import ServerHarness

/// Generates one device's steps. Common kinds are more frequent, but every kind occurs.
struct ScriptGenerator {
    let device: Int
    let chats: Int
    let people: Int
    let features: Features
    var random: SplitMix64
    private var number = 0

    init(device: Int, chats: Int, people: Int, features: Features, random: SplitMix64) {
        self.device = device
        self.chats = chats
        self.people = people
        self.features = features
        self.random = random
    }

    mutating func step(isTail: Bool) -> Step {
        let step =
            switch Int.random(in: 0..<100, using: &random) {
            case ..<26: send()
            case ..<32: Step.repeatSend(pick: any(1000), transport())
            case ..<38: Step.edit(pick: any(1000), text: text("edit"), transport())
            case ..<41: Step.delete(pick: any(1000), transport())
            case ..<48: Step.react(pick: any(1000), emoji: emoji(), added: any(3) > 0, transport())
            case ..<59: Step.receipt(chat: any(chats), isRead: any(2) == 0, mark(), transport())
            case ..<61: Step.readAll
            case ..<63: Step.pin(pick: any(1000), isPinned: any(3) > 0)
            case ..<65: Step.rename(chat: any(chats), name: text("name"))
            case ..<67: Step.role(chat: any(chats), person: any(people), isAdmin: any(2) == 0)
            case ..<71: Step.add(chat: any(chats), person: any(people))
            case ..<73: Step.remove(chat: any(chats), person: any(people))
            case ..<74: Step.leave(chat: any(chats))
            case ..<77: Step.draft(chat: any(chats), text: any(3) > 0 ? text("draft") : nil)
            case ..<79: settings()
            case ..<80: Step.typing(chat: any(chats))
            case ..<83: Step.readChat(chat: any(chats))
            case ..<86: Step.readChatList
            case ..<90: isTail ? send() : Step.cut([.reset, .halfClose, .close][any(3)])
            case ..<94: isTail ? send() : reconnect()
            case ..<95: Step.stopReading
            case ..<96: Step.resumeReading
            default: Step.settle
            }
        return isPossible(step) ? step : send()
    }

    private func isPossible(_ step: Step) -> Bool {
        switch step {
        case .react: features.contains(.reactions)
        case .pin: features.contains(.pins)
        case .rename: features.contains(.renaming)
        case .role: features.contains(.roles)
        case .draft: features.contains(.drafts)
        case .settings: features.contains(.settings)
        case .readAll: features.contains(.readAll)
        default: true
        }
    }

    private mutating func send() -> Step {
        number += 1
        let reply = any(4) == 0 ? any(1000) : nil
        let transports: [Step.Transport] = [.socket, .socket, .socket, .rest, .both, .twice]
        return .send(
            chat: any(chats),
            number: number,
            text: text("text"),
            reply: reply,
            transports[any(transports.count)]
        )
    }

    private mutating func reconnect() -> Step {
        switch any(5) {
        case 0: .reconnect(.stale(1 + any(12)))
        case 1: .reconnect(.future)
        case 2: .reconnect(.none)
        default: .reconnect(.own)
        }
    }

    private mutating func settings() -> Step {
        any(2) == 0
            ? .settings(chat: any(chats), isMuted: any(2) == 0, isPinned: nil)
            : .settings(chat: any(chats), isMuted: nil, isPinned: any(2) == 0)
    }

    private mutating func mark() -> Step.Mark {
        switch any(8) {
        case 0...4: .latest
        case 5: .behind(1 + any(6))
        case 6: .beyond
        default: .negative
        }
    }

    private mutating func transport() -> Step.Transport { any(2) == 0 ? .socket : .rest }

    /// A unique text, so that it identifies its send. Sometimes contains characters that encoders get wrong.
    private mutating func text(_ kind: String) -> String {
        number += 1
        let tails = ["", "", "", " \"quoted\" \\ back", " 🏋🏽 م 中 e\u{301}", " \u{1}\u{7F}\u{2028}", " @all"]
        return "\(kind)\(tails[any(tails.count)]) \(device)-\(number)"
    }

    private mutating func emoji() -> String { ["👍", "💪🏽", "❤️", "🏋️‍♀️"][any(4)] }

    private mutating func any(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }
}
