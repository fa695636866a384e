import Domain
import Messaging

/// How often somebody usually writes, from the days on which they did.
struct WritingHabit: Sendable, Hashable {
    static let maxMessages = 500
    /// How far back a habit reaches from the last message.
    static let reachDays = 90
    /// Fewer days say nothing of a habit.
    static let minDays = 5
    /// Nobody is called quiet before this many days.
    static let minSilence = 4
    /// From how many days on somebody is quiet whose habit isn't known.
    static let unknownSilence = 14
    /// After this many days it's no news that somebody is quiet.
    static let maxSilence = 120

    /// The usual number of days from one to the next on which they write; `nil` if it isn't known.
    let usualGap: Int?
    /// From how many days of silence on they are quiet: twice the gap that four in five of theirs don't exceed.
    let quietAfter: Int

    /// - Parameter days: the local days on which they wrote, in any order.
    init(days: [Int]) {
        let all = Set(days).sorted()
        let recent = all.filter { $0 > (all.last ?? 0) - Self.reachDays }
        guard recent.count >= Self.minDays else {
            (usualGap, quietAfter) = (nil, Self.unknownSilence)
            return
        }
        let gaps = zip(recent, recent.dropFirst()).map { $1 - $0 }.sorted()
        usualGap = gaps[gaps.count / 2]
        quietAfter = max(Self.minSilence, 2 * gaps[(gaps.count - 1) * 4 / 5])
    }

    func isQuiet(after days: Int) -> Bool { (quietAfter...max(quietAfter, Self.maxSilence)).contains(days) }
}
