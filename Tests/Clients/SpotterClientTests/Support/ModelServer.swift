import Domain
import SpotterAPI

@testable import SpotterClient

/// One group chat as a server would keep it: operations change it and give the event that tells of them.
struct ModelServer {
    let chat: ChatID = Fixture.id(10)
    let me = Fixture.me.id
    private(set) var seq: Int64 = 0
    private(set) var messages: [Message] = []
    private var members: [Member]
    private var name = "Group"
    private var pins: [MessageID] = []
    private var readSeq: Int64 = 0
    private var mutedUntil: Timestamp?
    private var isPinned = false
    private var draft: ChatDraft?

    init() {
        members = [(1, "Alex"), (2, "Sara"), (3, "Mike")].map {
            Member(userId: Fixture.id($0.0), displayName: $0.1, role: $0.0 == 1 ? .admin : .member)
        }
    }

    // MARK: What a fetch gives

    var fresh: Chat {
        let unread = messages.filter { $0.seq > readSeq && $0.senderId != me && $0.deletedAt == nil }
        var chat = Chat(
            id: chat,
            kind: .group,
            name: name,
            members: members.sorted { ($0.displayName, $0.userId) < ($1.displayName, $1.userId) },
            seq: seq,
            readSeq: readSeq,
            unread: unread.count,
            unreadMentions: unread.count { $0.mentions.contains(me) },
            pins: pins,
            mutedUntil: mutedUntil,
            isPinned: isPinned,
            draft: draft,
            lastMessage: nil
        )
        chat.lastMessage = messages.last.map { chat.withStatus(quoted($0)) }
        return chat
    }

    func page(before: Int64?, limit: Int) -> MessagePage {
        let fresh = fresh
        let older = messages.filter { $0.seq < before ?? .max }
        return MessagePage(
            messages: older.suffix(limit).map { fresh.withStatus(quoted($0)) },
            hasMore: older.count > limit
        )
    }

    private func quoted(_ message: Message) -> Message {
        var message = message
        message.quote = messages.first { $0.id == message.replyTo }.map { Quote(of: $0) }
        return message
    }

    // MARK: What happens

    private func event(_ type: ChatEvent.Kind, _ message: Message? = nil) -> ServerEvent {
        let shown = message.map { fresh.withStatus(quoted($0)) }
        return .chat(ChatEvent(type: type, chatId: chat, seq: seq, message: shown))
    }

    mutating func send(by sender: UserID, mentions: [UserID], replyTo: MessageID?) -> ServerEvent {
        seq += 1
        let message = Message(
            id: Fixture.id(1000 &+ UInt64(bitPattern: seq)),
            chatId: chat,
            seq: seq,
            senderId: sender,
            clientMessageId: "c\(seq)",
            text: "text \(seq)",
            replyTo: replyTo,
            createdAt: Fixture.time.adding(seconds: seq),
            mentions: mentions
        )
        messages.append(message)
        moveOwnCursor(to: readSeq)
        return event(.messageCreated, message)
    }

    /// `nil` when the message can't be changed any more.
    mutating func change(_ index: Int, _ type: ChatEvent.Kind, mentions: [UserID] = []) -> ServerEvent? {
        guard messages.indices.contains(index), messages[index].deletedAt == nil else { return nil }
        seq += 1
        let now = Fixture.time.adding(seconds: 1000 + seq)
        switch type {
        case .messageDeleted:
            messages[index].text = ""
            messages[index].deletedAt = now
            messages[index].mentions = []
        case .reactionChanged:
            messages[index].reactions = [Reaction(emoji: "👍", userIds: [Fixture.id(2), Fixture.id(UInt64(seq))])]
        default:
            messages[index].text = "edited \(seq)"
            messages[index].editedAt = now
            messages[index].mentions = mentions
            messages[index].editCount += 1
        }
        return event(type, messages[index])
    }

    mutating func update(name: String?, pin: Int?) -> ServerEvent {
        seq += 1
        if let name { self.name = name }
        if let pin, messages.indices.contains(pin) { pins = [messages[pin].id] }
        return .chat(ChatEvent(type: .chatUpdated, chatId: chat, seq: seq, name: self.name, pins: pins))
    }

    mutating func setRole(_ role: MemberRole, of index: Int) -> ServerEvent {
        seq += 1
        let member = members[index]
        members[index] = member.with(role: role)
        return told(member, .role, role)
    }

    /// Adds the fourth person, or removes them.
    mutating func toggleGuest() -> ServerEvent {
        seq += 1
        let guest = Member(userId: Fixture.id(4), displayName: "Guest", role: .member, deliveredSeq: 2, readSeq: 1)
        if members.contains(where: { $0.userId == guest.userId }) {
            members.removeAll { $0.userId == guest.userId }
            return told(guest, .removed, nil)
        }
        members.append(guest)
        return told(guest, .added, .member)
    }

    private func told(_ member: Member, _ change: ChatEvent.MemberChange.Kind, _ role: MemberRole?) -> ServerEvent {
        let change = ChatEvent.MemberChange(
            userId: member.userId,
            displayName: member.displayName,
            change: change,
            role: role
        )
        return .chat(ChatEvent(type: .memberChanged, chatId: chat, seq: seq, member: change))
    }

    mutating func read(by index: Int, upTo target: Int64, isRead: Bool) -> ServerEvent {
        let member = members[index]
        var read = isRead ? max(member.readSeq, min(target, seq)) : member.readSeq
        if member.userId == me {
            moveOwnCursor(to: read)
            read = readSeq
        }
        let delivered = max(member.deliveredSeq, min(target, seq), read)
        members[index] = member.with(deliveredSeq: delivered, readSeq: read)
        return .receipt(
            Receipt(chatId: chat, userId: member.userId, deliveredSeq: delivered, readSeq: read, at: Fixture.time)
        )
    }

    /// The cursor passes own messages that follow it directly.
    private mutating func moveOwnCursor(to seq: Int64) {
        let next = messages.first { $0.seq > seq && $0.senderId != me }?.seq ?? .max
        readSeq = messages.last { $0.seq > seq && $0.seq < next }?.seq ?? seq
        guard let index = members.firstIndex(where: { $0.userId == me }) else { return }
        members[index] = members[index].with(readSeq: readSeq)
    }

    mutating func setDraft(_ text: String?) -> ServerEvent {
        draft = text.map { ChatDraft(text: $0, replyTo: nil, updatedAt: Fixture.time) }
        return .draft(DraftChange(chatId: chat, draft: draft))
    }

    mutating func set(isPinned: Bool) -> ServerEvent {
        self.isPinned = isPinned
        mutedUntil = isPinned ? Fixture.time : nil
        return .settings(ChatSettings(chatId: chat, mutedUntil: mutedUntil, isPinned: isPinned))
    }

    mutating func rename(_ index: Int, to name: String) -> ServerEvent {
        members[index] = members[index].with(displayName: name)
        return .user(UserChange(userId: members[index].userId, displayName: name, photoMediaId: nil))
    }
}
