import Domain
import Messaging
import Storage

/// Puts a profile together: what the messages say, under what people did by hand.
struct ProfileReading {
    struct Entry {
        var item: ProfileItem
        /// What the item is folded from; `nil` if it was written down by hand.
        let folded: FoldedItem?
        let change: ProfileChange?
    }

    let entries: [Entry]

    /// - Parameter now: what has ended by then is resolved.
    init(of pair: ProfilePair, at now: Timestamp, on connection: any SQLConnection) throws {
        let statements = try StatementRows.list(trainer: pair.trainer, client: pair.client, on: connection)
        let changes = try ProfileChange.list(of: pair, on: connection)
        let folding = ProfileFolding(statements, removals: changes.compactMap(\.removal))
        let given = try ClientMessageIDs.of(folding.items.flatMap(\.sources), on: connection)
        let edits = changes.filter { $0.kind == .edited }
        entries =
            folding.items.map { folded in
                let edit = edits.last { !$0.covers.isDisjoint(with: folded.ids) }
                return Entry(item: Self.item(folded, edit, given, now), folded: folded, change: edit)
            }
            + changes.filter { $0.kind == .manual }.map { Entry(item: Self.item($0, now), folded: nil, change: $0) }
    }

    /// By category, those that hold first, newest first.
    var items: [ProfileItem] {
        let order = ProfileItem.Category.allCases
        return entries.map(\.item).sorted { one, other in
            let ranks = [one, other].map {
                (order.firstIndex(of: $0.category) ?? 0) * 2 + ($0.status == .current ? 0 : 1)
            }
            guard ranks[0] == ranks[1] else { return ranks[0] < ranks[1] }
            guard one.validFrom == other.validFrom else {
                return (one.validFrom ?? .earliest) > (other.validFrom ?? .earliest)
            }
            return one.id < other.id
        }
    }

    private static func item(
        _ folded: FoldedItem,
        _ edit: ProfileChange?,
        _ given: [MessageID: String],
        _ now: Timestamp
    ) -> ProfileItem {
        let validTo = edit.map(\.validTo) ?? folded.validTo
        return ProfileItem(
            id: edit?.id ?? folded.ids.first ?? ProfileItemID(high: 0, low: 0),
            category: edit?.category ?? folded.category,
            text: edit?.text ?? folded.text,
            confidence: edit == nil ? folded.confidence : 1,
            status: status(edit?.status ?? folded.status, until: validTo, now),
            validFrom: edit.map(\.validFrom) ?? folded.validFrom,
            validTo: validTo,
            sources: folded.sources.compactMap { message in
                given[message].map { .init(messageId: message, clientMessageId: $0) }
            },
            createdBy: .ai,
            editedAt: edit?.changedAt
        )
    }

    private static func item(_ change: ProfileChange, _ now: Timestamp) -> ProfileItem {
        ProfileItem(
            id: change.id,
            category: change.category,
            text: change.text ?? "",
            confidence: 1,
            status: status(change.status ?? .current, until: change.validTo, now),
            validFrom: change.validFrom,
            validTo: change.validTo,
            createdBy: .manual,
            editedAt: change.changedAt == change.createdAt ? nil : change.changedAt
        )
    }

    private static func status(
        _ status: ProfileItem.Status,
        until end: Timestamp?,
        _ now: Timestamp
    ) -> ProfileItem.Status {
        status == .current && end.map { $0 <= now } == true ? .resolved : status
    }
}
