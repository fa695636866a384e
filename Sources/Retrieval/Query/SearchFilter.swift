import Domain
import Storage

/// Conditions on `m` (messages) that all ways of searching share, with placeholders from `$3` on.
struct SearchFilter: Sendable {
    private(set) var sql = ""
    private(set) var arguments: [SQLValue] = []
    /// The newest message by `num` that counts at all, also beside another.
    private(set) var upTo = Int64.max
    private var chats: Set<ChatID> = []
    private var senders: Set<UserID> = []
    private var since = Timestamp.earliest
    private var until: Timestamp?

    /// Everything.
    init() {}

    /// - Parameter upTo: the newest message by `num` that may be found: later pages don't see what came after the first.
    init(_ query: SearchQuery, period: PastPeriod?, upTo: Int64?) {
        add("m.chat_id", among: query.chatIds.map(\.sqlValue))
        add("m.sender_id", among: query.senderIds.map(\.sqlValue))
        add("m.created_at >=", query.since?.sqlValue)
        add("m.created_at <", query.until?.sqlValue)
        add("m.created_at >=", period?.since.sqlValue)
        add("m.created_at <", period?.until.sqlValue)
        add("m.num <=", upTo?.sqlValue)
        self.upTo = upTo ?? .max
        (chats, senders) = (Set(query.chatIds), Set(query.senderIds))
        since = [query.since, period?.since].compactMap { $0 }.max() ?? .earliest
        until = [query.until, period?.until].compactMap { $0 }.min()
    }

    /// The same conditions, on a row that was read already.
    func includes(chat: ChatID, sender: UserID, sentAt: Timestamp, num: Int64) -> Bool {
        (chats.isEmpty || chats.contains(chat)) && (senders.isEmpty || senders.contains(sender))
            && sentAt >= since && until.map { sentAt < $0 } ?? true && num <= upTo
    }

    private mutating func add(_ condition: String, _ value: SQLValue?) {
        guard let value else { return }
        arguments.append(value)
        append("\(condition) $\(arguments.count + 2)")
    }

    private mutating func add(_ column: String, among values: [SQLValue]) {
        guard !values.isEmpty else { return }
        let first = arguments.count + 3
        arguments += values
        append("\(column) IN (\((first..<first + values.count).map { "$\($0)" }.joined(separator: ", ")))")
    }

    private mutating func append(_ condition: String) { sql += sql.isEmpty ? condition : " AND \(condition)" }
}
