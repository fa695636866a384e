import Domain

/// An item while statements are folded.
struct FoldedItem: Sendable, Hashable {
    /// The statements that say it. The first names the item.
    var ids: [ProfileItemID]
    var category: ProfileItem.Category
    var topics: Set<String>
    var text: String
    var confidence: Double
    var status = ProfileItem.Status.current
    var validFrom: Timestamp?
    var validTo: Timestamp?
    var sources: [MessageID]
    var saidAt: Timestamp

    init(_ stored: StoredStatement) {
        let statement = stored.statement
        ids = [stored.id]
        category = statement.category
        topics = statement.topics
        text = statement.text
        confidence = statement.confidence
        validFrom = statement.validFrom ?? stored.saidAt
        validTo = statement.validTo
        sources = [stored.message]
        saidAt = stored.saidAt
    }

    /// Whether the two are about the same. Topics with a colon only tell things of one kind apart: `side:left` and
    /// `side:right` are two knees, `number:5` names nothing.
    func concerns(_ topics: Set<String>) -> Bool {
        let (own, other) = (self.topics.named, topics.named)
        guard !own.isDisjoint(with: other) else { return false }
        let (ownSide, otherSide) = (self.topics.sides, topics.sides)
        return ownSide.isEmpty || otherSide.isEmpty || !ownSide.isDisjoint(with: otherSide)
    }

    /// Whether a later statement only repeats this.
    func isRepeated(by statement: ProfileStatement) -> Bool {
        guard category == statement.category else { return false }
        if !statement.topics.named.isEmpty, statement.topics.isSubset(of: topics) { return true }
        return Self.isSame(text.lowercased(), statement.text.lowercased())
    }

    /// Equal, or one holds the other and isn't much longer.
    static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        let (short, long) = one.count < other.count ? (one, other) : (other, one)
        return !short.isEmpty && Double(short.count) >= 0.7 * Double(long.count) && long.contains(short)
    }

    mutating func add(_ stored: StoredStatement) {
        ids.append(stored.id)
        if !sources.contains(stored.message) { sources.append(stored.message) }
        confidence = max(confidence, stored.statement.confidence)
        if let end = stored.statement.validTo { validTo = end }
    }
}

extension Set<String> {
    var named: Set<String> { filter { !$0.contains(":") } }
    var sides: Set<String> { filter { $0.hasPrefix("side:") } }
}
