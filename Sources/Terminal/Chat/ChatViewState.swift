import Domain

/// One chat as the screen shows it.
struct ChatViewState {
    var chat: Chat
    var unread: Int
    /// Number of the oldest message on the screen: older history continues from it.
    var oldestShown: Int64?
    var hasOlder = true
    /// The name and pins that were last announced.
    var announced: (name: String, pins: [MessageID])
    private(set) var receipts: [UserID: Receipt] = [:]
    /// The user's latest message: its number and status.
    private(set) var lastOwn: (seq: Int64, status: MessageStatus)?

    init(_ chat: Chat) {
        self.chat = chat
        unread = chat.unread
        announced = (chat.name, chat.pins)
    }

    func name(of user: UserID) -> String {
        chat.members.first { $0.userId == user }?.displayName ?? "someone"
    }

    /// Takes over the server's newer state; screen state stays.
    mutating func update(_ chat: Chat) {
        self.chat = chat
        unread = chat.unread
    }

    mutating func recordOwn(_ message: Message) {
        guard message.seq > lastOwn?.seq ?? 0 else { return }
        lastOwn = (message.seq, message.status)
    }

    mutating func record(_ receipt: Receipt) {
        if let known = receipts[receipt.userId], known.readSeq >= receipt.readSeq,
            known.deliveredSeq >= receipt.deliveredSeq
        {
            return
        }
        receipts[receipt.userId] = receipt
    }

    /// The status of the user's latest message: that of the slowest recipient. It never goes back.
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
