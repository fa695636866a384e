import Domain
import Retrieval
import TextReading
import TimeExpressions

extension OrderMeaning {
    /// More is a story.
    static let maxWords = 30

    /// A clause in the words of the examples, so that neither whom nor when it is about counts, but whether it names somebody and a
    /// time, and whether that has passed.
    package struct Clause: Sendable, Hashable {
        package let text: String
        /// The first person whom it names.
        let name: String?
        /// Its own words from the first name or time on.
        let object: String

        init(_ clause: RequestReading.Clause, times: TimeExpressionParser) {
            let today = times.parse("today").startsAt ?? .earliest
            let names = clause.mentions.map { mention in
                let isOwner = clause.words[mention.words].last?.isPossessive ?? false
                return (mention.range, isOwner ? "Alex's" : "Alex")
            }
            let points = clause.points.map { ($0.range, Self.point($0.reading, today: today)) }
            var text = ""
            var end = clause.text.startIndex
            for (range, word) in (names + points).sorted(by: { $0.0.lowerBound < $1.0.lowerBound })
            where range.lowerBound >= end {
                text += clause.text[end..<range.lowerBound] + word
                end = range.upperBound
            }
            self.text = text + clause.text[end...]
            name = clause.mentions.first?.spelling
            let first = (names + points).map(\.0.lowerBound).min()
            object = first.map { String(clause.text[$0...]) } ?? ""
        }

        private static func point(_ time: ParsedTime, today: Timestamp) -> String {
            if time.kind == .recurrence { return "every Friday" }
            if let start = time.startsAt, start < today { return "last Friday" }
            return !time.statesClockTime ? "on Friday" : time.statesDay ? "on Friday at 3" : "at 3"
        }
    }
}
