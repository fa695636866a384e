import Domain

/// One chat as the client knows it.
struct Conversation {
    var chat: Chat
    var unread: Int
    /// Of the oldest message on the screen: where older history continues.
    var oldestShown: Int64?
    var hasOlder = true
    private(set) var receipts: [UserID: Receipt] = [:]
    /// The latest message of the user and its place.
    private(set) var lastOwn: (seq: Int64, status: MessageStatus)?

    init(_ chat: Chat) {
        self.chat = chat
        unread = chat.unread
    }

    func name(of user: UserID) -> String {
        chat.members.first { $0.userId == user }?.displayName ?? "someone"
    }

    /// Takes the server's newer account; what only this client knows stays.
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
        guard let lastOwn else { return nil }
        let others = chat.members.map(\.userId).filter { $0 != me }
        let known = others.map { user -> MessageStatus in
            guard let receipt = receipts[user] else { return .sent }
            if receipt.readSeq >= lastOwn.seq { return .read }
            return receipt.deliveredSeq >= lastOwn.seq ? .delivered : .sent
        }
        return max(known.min() ?? .sent, lastOwn.status)
    }
}
