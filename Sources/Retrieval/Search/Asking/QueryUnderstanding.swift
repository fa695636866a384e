import Domain
import Foundation
import Scheduling
import SpotterAPI
import Storage

/// A query's words, and what they say of where to look.
struct QueryUnderstanding: Sendable {
    /// To embed and to look for: without the names and the time that were understood.
    var text: String
    /// Stems of the words that carry a topic.
    var stems: Set<String>
    var period: PastPeriod?
    var people: [Roster.Person] = []
    var group: Roster.Group?
    /// Chats of those people with the asker, and the group.
    var namedChats: Set<ChatID> = []

    /// A query that is taken literally.
    init(plain text: String) {
        self.text = text
        stems = ContentWords.stems(of: text)
    }

    /// - Parameters:
    ///   - zone: the asker's.
    ///   - locale: for numeric dates, and the language of times.
    init(_ text: String, roster: Roster?, zone: TimeZone?, locale: String, now: Timestamp) {
        self.init(plain: text)
        let words = TextWord.words(of: text)
        var cut: [Range<String.Index>] = []
        if let roster {
            let mentions = roster.mentions(among: words)
            let known = mentions.filter { $0.people.contains { $0.userId != nil } }
            people = Array(Set(known.flatMap(\.people))).filter { $0.userId != nil }
                .sorted { ($0.name, $0.userId?.description ?? "") < ($1.name, $1.userId?.description ?? "") }
            namedChats = Set(people.compactMap { $0.userId.flatMap { roster.directChats[$0] } })
            cut += known.map(\.range)
            if let found = roster.group(among: words) {
                group = found.group
                namedChats.insert(found.group.id)
            }
        }
        if let zone {
            let times = TimeExpressionParser(now: now, timeZone: zone, locale: locale)
            period = PastPeriod.find(in: text, times: times, now: now, speaksOfThePast: true)
            if let range = period?.range { cut.append(range) }
        }
        let rest = Self.without(cut, text)
        // Nothing but names and times: they're the topic.
        guard !ContentWords.stems(of: rest).isEmpty else { return }
        self.text = rest
        stems = ContentWords.stems(of: rest)
    }

    private static func without(_ ranges: [Range<String.Index>], _ text: String) -> String {
        var rest = ""
        var position = text.startIndex
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= position {
            rest += text[position..<range.lowerBound]
            rest += " "
            position = range.upperBound
        }
        rest += text[position...]
        return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func reading(note: String?, isPeriodUsed: Bool) -> SearchReading {
        SearchReading(
            text: text,
            since: isPeriodUsed ? period?.since : nil,
            until: isPeriodUsed ? period?.until : nil,
            people: people.compactMap { person in person.userId.map { .init(userId: $0, name: person.name) } },
            groups: group.map { [.init(chatId: $0.id, name: $0.name)] } ?? [],
            note: note
        )
    }
}
