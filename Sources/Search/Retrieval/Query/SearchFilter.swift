import Domain
import Messaging
import Storage

/// The messages that a search may find, as SQL conditions on `m` (messages), and as a check of messages in memory. The SQL
/// doesn't contain `upTo`.
struct SearchFilter: Sendable {
    /// The senders or chats to which a search is restricted.
    struct Subject: Sendable {
        let people: Set<UserID>
        let chats: Set<ChatID>
    }

    /// A comparison with one value, or with a list of values.
    private struct Term: Sendable {
        /// Ends before its placeholders.
        let sql: String
        let values: [SQLValue]
        let isList: Bool

        init(_ sql: String, _ value: SQLValue) { (self.sql, values, isList) = (sql, [value], false) }
        init(_ column: String, in values: [SQLValue]) { (sql, self.values, isList) = (column, values, true) }
    }

    /// All conditions must hold; a condition holds if one of its terms does.
    private var conditions: [[Term]] = []
    /// Whether it may exclude most of the nearest messages.
    private(set) var isNarrow = false
    /// Whether it may exclude most of the nearest messages in the chats that are searched.
    private(set) var isNarrowInChats = false
    /// The newest message, by `num`, that is visible to the search, as a result or as a neighbour.
    private(set) var upTo = Int64.max
    private var chats: Set<ChatID> = []
    private var senders: Set<UserID> = []
    private var since = Timestamp.earliest
    private var until: Timestamp?
    private var subject: Subject?

    /// - Parameters:
    ///   - subject: restricts results to messages of these people or in these chats.
    ///   - upTo: the newest message by `num` that may be found. Later pages exclude messages that are newer than the
    ///     first page.
    init(_ query: SearchQuery, period: PastPeriod?, subject: Subject? = nil, upTo: Int64?) {
        add([Term("m.chat_id", in: query.chatIds.map(\.sqlValue))])
        add([Term("m.sender_id", in: query.senderIds.map(\.sqlValue))])
        for instant in [query.since, period?.since] { add("m.created_at >=", instant?.sqlValue) }
        for instant in [query.until, period?.until] { add("m.created_at <", instant?.sqlValue) }
        if let subject {
            add([
                Term("m.sender_id", in: subject.people.map(\.sqlValue)),
                Term("m.chat_id", in: subject.chats.map(\.sqlValue)),
            ])
        }
        isNarrow = !conditions.isEmpty
        isNarrowInChats = conditions.count > (query.chatIds.isEmpty ? 0 : 1)
        self.upTo = upTo ?? .max
        (chats, senders) = (Set(query.chatIds), Set(query.senderIds))
        since = [query.since, period?.since].compactMap { $0 }.max() ?? .earliest
        until = [query.until, period?.until].compactMap { $0 }.min()
        self.subject = subject
    }

    // MARK: SQL

    var arguments: [SQLValue] { conditions.joined().flatMap(\.values) }

    /// - Parameter first: the number of the first placeholder.
    func sql(from first: Int) -> String {
        var next = first
        func sql(_ term: Term) -> String {
            let placeholders = term.values.indices.map { "$\(next + $0)" }.joined(separator: ", ")
            next += term.values.count
            return term.isList ? "\(term.sql) IN (\(placeholders))" : "\(term.sql) \(placeholders)"
        }
        return conditions.map { terms in
            terms.count == 1 ? sql(terms[0]) : "(\(terms.map(sql).joined(separator: " OR ")))"
        }.joined(separator: " AND ")
    }

    private mutating func add(_ sql: String, _ value: SQLValue?) {
        if let value { add([Term(sql, value)]) }
    }

    private mutating func add(_ terms: [Term]) {
        let terms = terms.filter { !$0.values.isEmpty }
        if !terms.isEmpty { conditions.append(terms) }
    }

    // MARK: Messages

    func includes(_ message: VisibleMessage) -> Bool {
        (chats.isEmpty || chats.contains(message.chatId)) && (senders.isEmpty || senders.contains(message.senderId))
            && subject.map { $0.people.contains(message.senderId) || $0.chats.contains(message.chatId) } ?? true
            && message.sentAt >= since && until.map { message.sentAt < $0 } ?? true && message.num <= upTo
    }
}
