import Domain

/// The chats in the order of the list: who waits longest first, then the rest by activity.
struct ChatListState: Sendable {
    private(set) var chats: [ChatID: Chat] = [:]
    private(set) var waiting: [ChatID] = []
    private(set) var others: [ChatID] = []
    private(set) var waitingSince: [ChatID: Timestamp] = [:]
    /// The row that the list's keys are on.
    var selected: ChatID?
    private(set) var isInboxDue = true
    /// When the inbox was last asked for, by the server's clock.
    private var inboxAskedAt: Timestamp?
    /// As the cache sorts them.
    private var order: [ChatID] = []

    var ordered: [ChatID] { waiting + others }

    mutating func set(_ chats: [Chat]) {
        if chats.contains(where: changesInbox) { isInboxDue = true }
        self.chats = Dictionary(chats.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        order = chats.filter(Self.isShown).map(\.id)
        arrange()
    }

    /// A message came that the inbox didn't have when it was asked for, or the last one was deleted.
    private func changesInbox(_ chat: Chat) -> Bool {
        let (old, new) = (chats[chat.id]?.lastMessage, chat.lastMessage)
        guard old?.id != new?.id else { return old?.deletedAt != new?.deletedAt }
        guard let new, let inboxAskedAt else { return true }
        return new.createdAt > inboxAskedAt
    }

    mutating func inboxChanged() { isInboxDue = true }

    mutating func inboxAsked(at now: Timestamp) {
        isInboxDue = false
        inboxAskedAt = now
    }

    mutating func update(_ chat: Chat) { chats[chat.id] = chat }

    mutating func remove(_ chat: ChatID) {
        chats[chat] = nil
        order.removeAll { $0 == chat }
        arrange()
    }

    mutating func setInbox(_ items: [InboxItem]) {
        setWaiting(
            Dictionary(
                items.filter { $0.snoozedUntil == nil }.map { ($0.chatId, $0.waitingSince) },
                uniquingKeysWith: { $1 }
            )
        )
    }

    mutating func setWaiting(_ since: [ChatID: Timestamp]) {
        waitingSince = since
        arrange()
    }

    /// Without the server's list, nobody waits: what is unread shows anyway.
    private mutating func arrange() {
        let pinned = order.filter { chats[$0]?.isPinned == true }
        let sorted = pinned + order.filter { chats[$0]?.isPinned != true }
        waiting = sorted.filter { waitingSince[$0] != nil }
            .sorted { (waitingSince[$0] ?? .latest, $0) < (waitingSince[$1] ?? .latest, $1) }
        others = sorted.filter { waitingSince[$0] == nil }
        if let selected, chats[selected] == nil { self.selected = ordered.first }
    }

    /// A direct chat in which nobody has written yet isn't listed: opening one tells the other person nothing.
    private static func isShown(_ chat: Chat) -> Bool { chat.kind == .group || chat.seq > 0 }

    mutating func moveSelection(by step: Int, from open: ChatID?) {
        let ordered = ordered
        guard !ordered.isEmpty else { return }
        let index = (selected ?? open).flatMap { ordered.firstIndex(of: $0) }
        selected = ordered[min(max((index ?? (step > 0 ? -1 : ordered.count)) + step, 0), ordered.count - 1)]
    }

    /// The next chat with something unread after one, or before it, around the end.
    func unread(after chat: ChatID?, step: Int) -> ChatID? {
        let ordered = ordered
        guard !ordered.isEmpty else { return nil }
        let start = chat.flatMap { ordered.firstIndex(of: $0) } ?? (step > 0 ? -1 : ordered.count)
        for offset in 1...ordered.count {
            let index = ((start + offset * step) % ordered.count + ordered.count) % ordered.count
            let candidate = ordered[index]
            if candidate != chat, chats[candidate]?.unread ?? 0 > 0 { return candidate }
        }
        return nil
    }
}
