import Domain

/// Tells entries from those that somebody pasted into a message, where line ends don't tell.
///
/// What is pasted is older than the message that has it. A phone writes all headers of a file alike, so another style is
/// pasted, too, unless it goes on as a chat of the same people: files that somebody joined.
struct PastedEntries {
    private(set) var entries: [WhatsAppEntry]
    private(set) var isPasted: [Bool]
    private let isKnown: ((String) -> Bool)?

    init(
        _ found: [WhatsAppEntry],
        _ reading: DateReading,
        _ hints: DateDecision.Hints,
        isKnown: ((String) -> Bool)?
    ) {
        entries = found
        isPasted = found.map { _ in false }
        self.isKnown = isKnown
        let main = found.first?.header.style
        let others = Dictionary(grouping: found.indices.filter { found[$0].header.style != main }) {
            found[$0].header.style
        }
        for index in entries.indices { entries[index].read(reading) }
        for places in others.values {
            guard case .reading(let own) = DateDecision(places.map { found[$0].header }, hints).result else { continue }
            for place in places { entries[place].read(own) }
        }
    }

    /// Keeps what line ends tell.
    mutating func keepOnly(_ isEntry: [Bool]) { isPasted = isEntry.map { !$0 } }

    mutating func find() {
        let unreadable = entries.count { $0.localTime == nil }
        let isLenient = unreadable * 10 <= entries.count
        for index in entries.indices.dropFirst() where isLenient && entries[index].localTime == nil {
            isPasted[index] = true
        }
        findOtherStyles()
        findOlder()
    }

    private func name(_ index: Int) -> String? { WhatsAppContent.sender(entries[index].content, isKnown: isKnown) }

    private mutating func findOtherStyles() {
        guard let main = entries.first?.header.style else { return }
        var (last, lastPlace) = (Int64.min, 0)
        var groups: [WhatsAppHeader.Style: (places: [Int], isInOrder: Bool)] = [:]
        var mainNames: Set<String>?
        for (index, entry) in entries.enumerated() {
            let time = entry.localTime ?? .min
            if entry.header.style == main {
                (last, lastPlace) = (max(last, time), index)
            } else {
                var group = groups[entry.header.style] ?? ([], true)
                group.places.append(index)
                group.isInOrder = group.isInOrder && time >= last - 60
                groups[entry.header.style] = group
            }
        }
        for group in groups.values {
            if mainNames == nil {
                mainNames = Set(entries.indices.filter { entries[$0].header.style == main }.compactMap(name))
            }
            let isOfSamePeople = group.places.contains { index in
                name(index).map { mainNames?.contains($0) == true || isKnown?($0) == true } ?? false
            }
            // What was joined follows as a whole.
            if group.isInOrder, isOfSamePeople, group.places.allSatisfy({ $0 > lastPlace }) { continue }
            for index in group.places { isPasted[index] = true }
        }
    }

    /// Messages may arrive late. An older entry was pasted if nobody of that name writes in order, if it repeats an
    /// entry that is there, or if the text before it announces it.
    private mutating func findOlder() {
        let kept = entries.indices.filter { !isPasted[$0] }
        guard let first = kept.first else { return }
        var latest = Int64.min
        var isInOrder: [Bool] = []
        for index in kept {
            let time = entries[index].localTime ?? latest
            isInOrder.append(latest == .min || time >= latest - 60)
            latest = max(latest, time)
        }
        let older = isInOrder.count { !$0 }
        // So many weren't pasted: files of overlapping times were joined.
        guard older > 0, older <= 20 || older * 4 < kept.count else { return }
        let inOrder = Set(zip(kept, isInOrder).filter(\.1).compactMap { name($0.0) })
        var seen: Set<String> = []
        var (container, previous) = (first, first)
        for index in kept {
            let entry = entries[index]
            let key = "\(entry.localTime ?? 0)\n\(entry.content.trimmed)"
            let isOlder = (entry.localTime ?? .max) < (entries[container].localTime ?? .min)
            if isOlder, entry.localTime ?? 0 < (entries[container].localTime ?? 0) - 60 || seen.contains(key),
                isPasted(index, after: previous, container, inOrder) || seen.contains(key)
            {
                isPasted[index] = true
            } else {
                container = index
                seen.insert(key)
            }
            previous = index
        }
    }

    private func isPasted(_ index: Int, after previous: Int, _ container: Int, _ inOrder: Set<String>) -> Bool {
        if isPasted[previous] { return true }
        if entries[previous].content.trimmed.last == ":" { return true }
        guard let name = name(index) else { return false }
        return isKnown.map { !$0(name) } ?? true && !inOrder.contains(name)
    }
}
