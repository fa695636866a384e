import Domain

/// One chat as the screen shows it.
struct ChatViewState {
    var chat: Chat
    var unread: Int
    var reading = Reading()
    /// The name and pins that were last announced.
    var announced: (name: String, pins: [MessageID])
    /// The names of people who left.
    private var formerNames: [UserID: String] = [:]
    private(set) var receipts: [UserID: Receipt] = [:]
    /// The user's latest message: its number and status.
    private(set) var lastOwn: (seq: Int64, status: MessageStatus)?

    init(_ chat: Chat) {
        self.chat = chat
        unread = chat.unread
        announced = (chat.name, chat.pins)
    }

    func name(of user: UserID) -> String {
        chat.members.first { $0.userId == user }?.displayName ?? formerNames[user] ?? "someone"
    }

    mutating func add(_ formerNames: [UserID: String]) { self.formerNames.merge(formerNames) { _, new in new } }

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

/// The part of a chat that is on the screen.
struct Reading {
    /// Everything from `oldestShown` to here has been shown. `nil` before the chat's first part.
    var shownThrough: Int64?
    var oldestShown: Int64?
    var shownCount = 0
    var shownIDs: Set<MessageID> = []
    var hasOlder = true
    /// The day of the latest message.
    var lastDay: String?
    var isLoading = false
    /// Something came in meanwhile.
    var isLoadDue = false
    /// There is more than one should print at once: the user reads on with Enter.
    var isPaused = false
    /// Said already.
    var isUnreachable = false
}
