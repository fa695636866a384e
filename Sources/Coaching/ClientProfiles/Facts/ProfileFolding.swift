import Domain

/// Makes items of statements. Pure: the same statements and removals always give the same items.
struct ProfileFolding {
    /// An item that somebody removed. It doesn't come back when the client says the same again, until they have said
    /// that it's over: what begins after that is new.
    struct Removal {
        let category: ProfileItem.Category
        let hashes: Set<String>
        let covers: Set<ProfileItemID>
        let at: Timestamp
    }

    /// What isn't named is meant only if it was said this recently: 120 days.
    private static let reach: Int64 = 120 * 86_400_000

    private(set) var items: [FoldedItem] = []
    private var removals: [Removal]

    init(_ statements: [StoredStatement], removals: [Removal] = []) {
        self.removals = removals
        for stored in statements { take(stored) }
    }

    private mutating func take(_ stored: StoredStatement) {
        let statement = stored.statement
        switch statement.kind {
        case .fact: add(stored)
        case .replacement, .revision:
            // A later day, not a second thought in the same message, supersedes.
            close(stored, as: .superseded, orLatest: statement.kind == .revision)
            add(stored)
        case .resolution:
            close(stored, as: .resolved, orLatest: statement.topics.named.isEmpty)
            reopen(after: stored)
        case .withdrawal: close(stored, as: .superseded, orLatest: statement.topics.named.isEmpty)
        }
    }

    private mutating func add(_ stored: StoredStatement) {
        guard !isRemoved(stored) else { return }
        if let index = items.lastIndex(where: { $0.status == .current && $0.isRepeated(by: stored.statement) }) {
            items[index].add(stored)
        } else {
            items.append(FoldedItem(stored))
        }
    }

    private mutating func close(_ stored: StoredStatement, as status: ProfileItem.Status, orLatest: Bool) {
        let statement = stored.statement
        var found = items.indices.filter { index in
            let item = items[index]
            return item.category == statement.category && item.status == .current
                && item.sources.last != stored.message && item.concerns(statement.topics)
        }
        if found.isEmpty, orLatest, let latest = latest(before: stored) { found = [latest] }
        for index in found {
            items[index].status = status
            items[index].validTo = stored.saidAt
            if status == .resolved, !items[index].sources.contains(stored.message) {
                items[index].sources.append(stored.message)
            }
        }
    }

    private func latest(before stored: StoredStatement) -> Int? {
        items.lastIndex { item in
            item.category == stored.statement.category && item.status == .current && item.sources.last != stored.message
                && !item.topics.contains("chronic:") && stored.saidAt.milliseconds(since: item.saidAt) < Self.reach
        }
    }

    private func isRemoved(_ stored: StoredStatement) -> Bool {
        removals.contains { removal in
            guard removal.category == stored.statement.category else { return false }
            if removal.covers.contains(stored.id) { return true }
            let hashes = Set(stored.statement.topics.named.map(ProfileHash.word))
            return !hashes.isEmpty && (hashes.isSubset(of: removal.hashes) || removal.hashes.isSubset(of: hashes))
                && !removal.hashes.isEmpty
        }
    }

    private mutating func reopen(after stored: StoredStatement) {
        let hashes = Set(stored.statement.topics.named.map(ProfileHash.word))
        removals.removeAll { removal in
            removal.category == stored.statement.category && removal.at < stored.saidAt
                && !removal.hashes.isDisjoint(with: hashes)
        }
    }
}
