import Domain
import Messaging
import NIOCore

/// Who types on connections of other nodes, for those who ask instead of holding a socket. A pure state machine.
struct RemoteTypists {
    private struct Typist {
        let audience: [UserID]
        let until: NIODeadline
    }

    /// No device says for longer that its user types.
    static let longest = 60_000
    private static let pruning = TimeAmount.seconds(30)

    private var typists: [ChatID: [UserID: Typist]] = [:]
    /// When those were last forgotten whose time had passed.
    private var prunedAt = NIODeadline.distantPast

    mutating func heard(_ typing: NodeMessage.Typing, toldTo audience: [UserID], at now: NIODeadline) {
        if now - prunedAt >= Self.pruning {
            typists = typists.mapValues { $0.filter { $0.value.until > now } }.filter { !$0.value.isEmpty }
            prunedAt = now
        }
        guard typing.milliseconds > 0 else { return end(typing.user, in: typing.chat) }
        let time = TimeAmount.milliseconds(Int64(min(typing.milliseconds, Self.longest)))
        typists[typing.chat, default: [:]][typing.user] = Typist(audience: audience, until: now + time)
    }

    mutating func membersDidChange(_ change: MembershipChange) {
        for user in change.users where !change.members.contains(user) { end(user, in: change.chatId) }
    }

    private mutating func end(_ user: UserID, in chat: ChatID) {
        typists[chat]?[user] = nil
        if typists[chat]?.isEmpty == true { typists[chat] = nil }
    }

    func typists(visibleTo viewer: UserID, at now: NIODeadline) -> [ChatID: [UserID]] {
        typists.mapValues { $0.filter { $0.value.until > now && $0.value.audience.contains(viewer) }.keys.sorted() }
            .filter { !$0.value.isEmpty }
    }
}
