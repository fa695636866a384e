/// Messages by the hash of their client's id, until they're in the table `sent_messages`.
///
/// An entry may be that of a message whose transaction was undone: whoever finds one looks at the message's row.
struct RecentMessages {
    struct Entry: Sendable, Comparable {
        let sender: Int64
        let hash: Int64
        let num: Int64

        static func < (a: Self, b: Self) -> Bool { (a.sender, a.hash, a.num) < (b.sender, b.hash, b.num) }
    }

    private struct Message {
        let sender: Int64
        let num: Int64
    }

    private var first: [Int64: Message] = [:]
    /// The others of the same hash.
    private var others: [Int64: [Message]] = [:]
    private(set) var count = 0
    private(set) var lastNumber: Int64 = 0

    mutating func add(_ entry: Entry) {
        let message = Message(sender: entry.sender, num: entry.num)
        if first[entry.hash] == nil {
            first[entry.hash] = message
        } else {
            others[entry.hash, default: []].append(message)
        }
        count += 1
        lastNumber = max(lastNumber, entry.num)
    }

    /// The numbers of the messages of `sender` with this hash.
    func numbers(of sender: Int64, _ hash: Int64) -> [Int64] {
        guard let one = first[hash] else { return [] }
        return ([one] + (others[hash] ?? [])).filter { $0.sender == sender }.map(\.num)
    }

    func sorted() -> [Entry] {
        var entries = first.map { Entry(sender: $0.value.sender, hash: $0.key, num: $0.value.num) }
        for (hash, messages) in others {
            entries += messages.map { Entry(sender: $0.sender, hash: hash, num: $0.num) }
        }
        return entries.sorted()
    }
}
