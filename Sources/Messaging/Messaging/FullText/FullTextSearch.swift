import Domain
import Storage

/// One search of the full-text index: whose, where, and how many candidates are scored.
struct FullTextSearch {
    /// How the candidates that the member may read are found among all matches.
    enum Plan: CaseIterable {
        /// Matches are scored first. The best are looked up until enough of them may be read. For somebody who may read
        /// most messages.
        case scoresFirst
        /// The numbers of all messages that may be read are listed first. For somebody who may read few.
        case listsFirst
        /// Each match is looked up.
        case looksUp
    }

    let member: UserID
    /// All of the member's if empty.
    let chats: [ChatID]
    let upTo: Int64
    /// Conditions on `m` (messages), with placeholders from `filterPlaceholder` on.
    let filter: String
    let arguments: [any SQLBindable]
    /// How many of the newest messages with a common word are candidates; a word is common if more messages have it.
    let candidates: Int
    /// The cheapest one unless set.
    var plan: Plan?

    struct Candidates {
        /// By number.
        var scores: [Int64: Double] = [:]
        /// Whether there may be more.
        var isBounded = false
    }

    /// The best messages, and of equal ones the newest.
    func best(_ limit: Int, of words: [String], on connection: any SQLConnection) throws -> [(MessageID, Double)] {
        let newest = min(upTo, try MessageFeed.fullText.position(on: connection))
        let words = try words.flatMap { try wordOrPieces($0, newest: newest, on: connection) }
        guard !words.isEmpty else { return [] }
        let total = words.reduce(0) { $0 + $1.frequency }
        let plan = try plan ?? cheapestPlan(matches: total, newest: newest, on: connection)
        let found = try candidates(words, newest: newest, by: plan, on: connection)
        let best = try visible(found, limit, on: connection)
        guard best.count < limit, found.isBounded, plan == .scoresFirst else { return best }
        return try visible(candidates(words, newest: newest, by: .looksUp, on: connection), limit, on: connection)
    }

    // MARK: Words

    /// A word, or its pieces if no message has it as a whole.
    private func wordOrPieces(_ text: String, newest: Int64, on connection: any SQLConnection) throws -> [FullTextWord]
    {
        let whole = try word(text, newest: newest, on: connection)
        guard whole.frequency == 0 else { return [whole] }
        return try FullTextWords.pieces(of: text).map { try word($0, newest: newest, on: connection) }
            .filter { $0.frequency > 0 }
    }

    /// Counts a word's newest messages only. If there are more, as many are assumed in each part of the index.
    private func word(_ text: String, newest: Int64, on connection: any SQLConnection) throws -> FullTextWord {
        let (count, oldest) = try connection.fullText.newest(
            candidates + 1,
            with: text,
            upTo: newest,
            in: .messages,
            on: connection
        )
        guard count > candidates else { return FullTextWord(text, frequency: Double(count)) }
        let share = Double(newest) / Double(max(newest - oldest + 1, 1))
        return FullTextWord(text, frequency: (Double(count) * share).rounded())
    }

    // MARK: Plans

    private func cheapestPlan(
        matches: Double,
        newest: Int64,
        on connection: any SQLConnection
    ) throws -> Plan {
        let readable =
            try connection.query(
                "SELECT coalesce(sum(c.message_count), 0) FROM chats c WHERE c.num IN (\(visibleChats(1)))",
                [member] + chats
            ) { Double(try $0.int(0)) }.first ?? 0
        if filter.isEmpty, readable * 2 > Double(newest) { return .scoresFirst }
        let lookups = min(matches, Double(candidates) * Double(newest) / max(readable, 1))
        // Looking up a match takes some four times as long as listing a message.
        return readable < lookups * 4 ? .listsFirst : .looksUp
    }

    private func candidates(
        _ words: [FullTextWord],
        newest: Int64,
        by plan: Plan,
        on connection: any SQLConnection
    ) throws -> Candidates {
        var query = query(words, newest: newest, by: plan)
        var found = Candidates()
        for requirement in FullTextSelection.selections(of: words, candidates: candidates) {
            query.requirement = requirement
            var count = 0
            try connection.fullText.search(query, in: .messages, on: connection) { num, score in
                found.scores[num] = score
                count += 1
            }
            found.isBounded = found.isBounded || count >= candidates
        }
        return found
    }

    // MARK: Statements

    /// The best candidates that the member may read now.
    private func visible(
        _ found: Candidates,
        _ limit: Int,
        on connection: any SQLConnection
    ) throws -> [(MessageID, Double)] {
        let statement = """
            SELECT m.id FROM messages m WHERE m.num = $1 AND \(VisibleMessages.rowCondition(on: "m", to: "$2"))
                \(chats.isEmpty ? "" : "AND m.chat_id IN (\(Self.list(chats, from: 3)))")
            """
        var best: [(MessageID, Double)] = []
        for (num, score) in found.scores.sorted(by: { ($0.value, $0.key) > ($1.value, $1.key) }) {
            guard best.count < limit else { break }
            let arguments: [any SQLBindable] = [num, member] + chats
            try connection.forEach(statement, arguments) { row in
                best.append((try row.id(0), score))
                return false
            }
        }
        return best
    }

    private static let memberPlaceholder = FullTextQuery.firstPlaceholder

    static func filterPlaceholder(after chats: [ChatID]) -> Int { memberPlaceholder + chats.count + 1 }

    private static func list(_ chats: [ChatID], from first: Int) -> String {
        chats.indices.map { "$\(first + $0)" }.joined(separator: ", ")
    }

    /// The numbers of the chats that are searched, by current membership.
    /// - Parameter member: the placeholder of the member; those of `chats` follow.
    private func visibleChats(_ member: Int) -> String {
        let named = chats.isEmpty ? "" : " AND v.id IN (\(Self.list(chats, from: member + 1)))"
        return "SELECT v.num FROM chats v WHERE \(VisibleChats.condition(on: "v.id", to: "$\(member)"))\(named)"
    }

    /// The newest matches. Its placeholders, unless scores come first: the member, `chats` and the filter's.
    private func query(_ words: [FullTextWord], newest: Int64, by plan: Plan) -> FullTextQuery {
        var query = FullTextQuery(words, upTo: newest, limit: candidates)
        guard plan != .scoresFirst else { return query }
        let visible = visibleChats(Self.memberPlaceholder)
        query.joins = [.init("message_rows r", on: "r.num")]
        query.conditions = ["r.deleted_at IS NULL", "r.chat IN (\(visible))"]
        if plan == .listsFirst { query.admitted = "SELECT num FROM message_rows WHERE chat IN (\(visible))" }
        if !filter.isEmpty {
            query.joins.append(.init("messages m", on: "m.num"))
            query.conditions.append(filter)
        }
        query.arguments = [member] + chats + arguments
        return query
    }
}
