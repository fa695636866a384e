import Domain

/// One chat as the client knows it.
struct Conversation {
    var chat: Chat
    var unread: Int
    /// Of the oldest message on the screen: where older history continues.
    var oldestShown: Int64?
    var hasOlder = true
    /// Name and pins as they were said last.
    var told: (name: String, pins: [MessageID])
    private(set) var receipts: [UserID: Receipt] = [:]
    /// The latest message of the user and its place.
    private(set) var lastOwn: (seq: Int64, status: MessageStatus)?

    init(_ chat: Chat) {
        self.chat = chat
        unread = chat.unread
        told = (chat.name, chat.pins)
    }

    func name(of user: UserID) -> String {
        chat.members.first { $0.userId == user }?.displayName ?? "someone"
    }

    /// Takes a newer account of the chat; what only the screen knows stays.
    mutating func update(_ chat: Chat) {
        self.chat = chat
        unread = chat.unread
    }

    mutating func noteOwn(_ message: Message) {
        guard message.seq > lastOwn?.seq ?? 0 else { return }
        lastOwn = (message.seq, message.status)
    }

    mutating func note(_ receipt: Receipt) {
        if let known = receipts[receipt.userId], known.readSeq >= receipt.readSeq,
            known.deliveredSeq >= receipt.deliveredSeq
        {
            return
        }
        receipts[receipt.userId] = receipt
    }

    /// How far the user's latest message has come: as far as the slowest of the others. Never goes back.
    func ownStatus(me: UserID) -> MessageStatus? {
        guard let lastOwn, !chat.members.isEmpty else { return nil }
        let others = chat.members.map(\.userId).filter { $0 != me }
        let known = others.map { user -> MessageStatus in
            let member = chat.members.first { $0.userId == user }
            if max(receipts[user]?.readSeq ?? 0, member?.readSeq ?? 0) >= lastOwn.seq { return .read }
            let delivered = max(receipts[user]?.deliveredSeq ?? 0, member?.deliveredSeq ?? 0)
            return delivered >= lastOwn.seq ? .delivered : .sent
        }
        return max(known.min() ?? .sent, lastOwn.status)
    }
}
