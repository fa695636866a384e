/// Messages by the hash of their client's id, until they're in the table `sent_messages`.
///
/// An entry may be that of a message whose transaction was undone: whoever finds one looks at the message's row.
struct RecentMessages {
    struct Entry: Sendable, Comparable {
        let sender: Int64
        let hash: Int64
        let num: Int64

        /// Before all others.
        static let first = Entry(sender: .min, hash: .min, num: .min)

        static func < (a: Self, b: Self) -> Bool { (a.sender, a.hash, a.num) < (b.sender, b.hash, b.num) }
    }

    private struct Message {
        let sender: Int64
        let num: Int64
    }

    private var first: [Int64: Message] = [:]
    /// The others of the same hash.
    private var others: [Int64: [Message]] = [:]
    private var entries: [Entry] = []
    var count: Int { entries.count }
    private(set) var lastNumber: Int64 = 0

    /// - Parameter capacity: how many it will hold: growing costs the writer milliseconds.
    init(capacity: Int = 0) {
        first.reserveCapacity(capacity)
        entries.reserveCapacity(capacity)
    }

    mutating func add(_ entry: Entry) {
        let message = Message(sender: entry.sender, num: entry.num)
        if first[entry.hash] == nil {
            first[entry.hash] = message
        } else {
            others[entry.hash, default: []].append(message)
        }
        entries.append(entry)
        lastNumber = max(lastNumber, entry.num)
    }

    /// The numbers of the messages of `sender` with this hash.
    func numbers(of sender: Int64, _ hash: Int64) -> [Int64] {
        guard let one = first[hash] else { return [] }
        return ([one] + (others[hash] ?? [])).filter { $0.sender == sender }.map(\.num)
    }

    /// Those with higher numbers.
    func after(_ num: Int64) -> RecentMessages {
        var rest = RecentMessages()
        for entry in entries where entry.num > num { rest.add(entry) }
        return rest
    }

    func sorted() -> [Entry] { entries.sorted() }
}
