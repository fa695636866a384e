import Domain

/// The days that a sentence names, as days from that of the message.
struct MeasureDays: Sendable {
    private(set) var mentions: [(index: Int, day: Int, isNight: Bool)] = []
    /// Numbers that belong to a day, such as that of "3 days ago".
    private(set) var used: Set<Int> = []
    /// "two weeks ago": a time that no day can be told of.
    private(set) var isVague = false

    init(_ items: [MeasureItem], weekday: Int) {
        for (index, item) in items.enumerated() {
            for meaning in item.meanings {
                switch meaning {
                case .day(let day): mentions.append((index, day, false))
                case .weekday(let number):
                    let isShort = (item.token.plain?.count ?? 0) <= 3
                    guard !isShort || item.token.isCapitalized else { continue }
                    mentions.append((index, -((weekday - number + 7) % 7), false))
                case .plain(.lastnight): mentions.append((index, -1, true))
                case .plain(.ago): add(index - 1, items)
                case .plain(.agobefore):
                    guard items[safe: index + 1]?.number != nil else { continue }
                    if items[safe: index + 2]?.has(.dayword) == true { add(index + 1, items) } else { isVague = true }
                default: continue
                }
            }
        }
    }

    private mutating func add(_ index: Int, _ items: [MeasureItem]) {
        guard let days = items[safe: index]?.number.flatMap({ Int(exactly: $0.value) }), (1...30).contains(days) else {
            isVague = true
            return
        }
        used.insert(index)
        mentions.append((index, -days, false))
    }

    /// The day of a value: what its clause names, what was named before, or what the sentence names at all.
    func day(of index: Int, in clause: Range<Int>, isSleep: Bool, otherwise: Int) -> Int {
        let own = mentions.filter { clause.contains($0.index) }
        let mention =
            own.last { $0.index < index } ?? own.first ?? mentions.last { $0.index < index } ?? mentions.first
        guard let mention else { return otherwise }
        return mention.isNight && isSleep ? 0 : mention.day
    }
}
