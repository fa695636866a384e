package import Domain
import Foundation
import SpotterAPI
package import TextReading
package import TimeExpressions

/// The words of a query, and the filters it implies: names, groups and times.
package struct QueryUnderstanding: Sendable {
    /// The text to embed and search for: the query without the names and the time that were understood.
    package private(set) var text: String
    /// Stems of the words of `text` that carry a topic.
    package private(set) var stems: Set<String>
    /// Stems of the words that are neither a name nor a time; empty for "what did Sara say last week?".
    package private(set) var topicStems: Set<String>
    /// The language of the whole query, names and times included.
    package private(set) var language = TextLanguage.english
    /// The stems of its topic, and those that mean the same in other languages.
    package var topicInAllLanguages: Set<String> {
        topicStems.union(Glossary.alternatives(to: topicStems, in: language).keys)
    }
    package private(set) var period: PastPeriod?
    /// Where the query names times.
    private var timeRanges: [Range<String.Index>] = []
    /// The people to whom names in the query can refer; only people with an account.
    package internal(set) var people: [KnownPerson] = []
    /// The person, if the query names exactly one, unambiguously.
    package private(set) var onlyPerson: KnownPerson?
    package private(set) var group: KnownPerson?
    /// Whether the people are named only for what is theirs: "Sarah's parkrun".
    private(set) var namesOwnersOnly = false
    /// The direct chats with those people, and the named group.
    package private(set) var namedChats: Set<ChatID> = []
    /// Whether the query asks for the user's own words: "what did I tell Sara".
    package private(set) var asksForOwnWords = false

    /// A query whose text is taken literally.
    package init(plain text: String) { self.init(text, words: TextWord.words(of: text)) }

    private init(_ text: String, words: [TextWord]) {
        self.text = text
        language = TextLanguage.of(words)
        stems = ContentWords.stems(of: words, in: language)
        topicStems = stems
    }

    /// - Parameters:
    ///   - people: the people whose names are recognised; `nil` to ignore names.
    ///   - times: parses in the user's zone and language, at `now`; `nil` to ignore times.
    ///   - isOfThePast: whether every named time is in the past, as in a search; `nil` decides by the verbs.
    package init(
        _ text: String,
        people directory: PeopleDirectory?,
        times: TimeExpressionParser?,
        now: Timestamp,
        isOfThePast: Bool? = true
    ) {
        let words = TextWord.words(of: text)
        self.init(text, words: words)
        let mentions = directory?.mentions(in: words) ?? []
        let matches = times?.find(in: text) ?? []
        timeRanges = matches.map(\.range)
        var understood: [Range<String.Index>] = []
        if let directory {
            understood += readNames(mentions, words, of: directory)
        }
        if let times {
            period = PastPeriod.find(in: text, matches, times: times, now: now, speaksOfThePast: isOfThePast)
            if let range = period?.range { understood.append(range) }
        }
        // "What did people say in the run club?", but not "why was there no run club?"
        let asksWhatWasSaid = words.contains { Self.speaking.contains($0.folded) }
        let groupWords = group == nil || !asksWhatWasSaid ? nil : directory?.group(in: words)?.words
        let topical = words.enumerated().filter { position, word in
            !mentions.contains { $0.words.contains(position) } && !matches.contains { $0.range.overlaps(word.range) }
                && !(groupWords?.contains(position) ?? false)
        }
        // "What did he report yesterday?" has no topic.
        let reported = topical.map(\.element).filter { !Self.reporting.contains($0.folded) }
        topicStems = ContentWords.stems(of: reported, in: language)
        let rest = Self.without(understood, text)
        // If a query consists only of names and times, they are its topic.
        let restStems = ContentWords.stems(of: TextWord.words(of: rest), in: language)
        guard !restStems.isEmpty else { return }
        self.text = rest
        stems = restStems
    }

    /// - Returns: the positions of the names.
    private mutating func readNames(
        _ mentions: [PeopleDirectory.Mention],
        _ words: [TextWord],
        of directory: PeopleDirectory
    ) -> [Range<String.Index>] {
        let known = mentions.filter { $0.people.contains { $0.userId != nil } }
        people = Array(Set(known.flatMap(\.people))).filter { $0.userId != nil }
            .sorted { ($0.name, $0.idText) < ($1.name, $1.idText) }
        namedChats = Set(people.compactMap(\.chat))
        namesOwnersOnly = !known.isEmpty && known.allSatisfy { words[$0.words].last?.isPossessive ?? false }
        if mentions.count == 1, people.count == 1, mentions[0].people.count == 1 { onlyPerson = people.first }
        if let found = directory.group(in: words)?.group, let chat = found.chat {
            group = found
            namedChats.insert(chat)
        }
        asksForOwnWords = Self.asksForOwnWords(words)
        return known.map(\.range)
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

    private static let speaking: Set<String> = [
        "say", "said", "says", "post", "posted", "posts", "write", "wrote", "written", "talk", "talked", "discuss",
        "discussed", "happen", "happened", "happening", "report", "reported", "announced", "new", "news", "going",
    ]

    private static let reporting: Set<String> = [
        "report", "reported", "reports", "written", "share", "shared", "announce", "announced", "update", "updates",
        "news", "new", "lately", "latest", "nowadays", "currently",
    ]

    /// "What did I tell Sara", "have I asked Sara".
    private static func asksForOwnWords(_ words: [TextWord]) -> Bool {
        let verbs: Set<String> = [
            "say", "said", "tell", "told", "write", "wrote", "written", "send", "sent", "ask", "asked", "promise",
            "promised",
        ]
        let folded = words.map(\.folded)
        // "What did he say when I asked?" wants his words.
        guard let me = folded.firstIndex(of: "i"),
            me == 0 || !["when", "after", "once", "before"].contains(folded[me - 1])
        else { return false }
        return folded[me...].prefix(3).contains(where: verbs.contains)
    }

    /// Whether a word of the query belongs to a time that it names.
    package func isTime(_ word: TextWord) -> Bool { timeRanges.contains { $0.overlaps(word.range) } }

    func reading(note: String?, isPeriodUsed: Bool) -> SearchReading {
        SearchReading(
            text: text,
            since: isPeriodUsed ? period?.since : nil,
            until: isPeriodUsed ? period?.until : nil,
            people: people.compactMap { person in person.userId.map { .init(userId: $0, name: person.name) } },
            groups: group.flatMap { group in group.chat.map { [.init(chatId: $0, name: group.name)] } } ?? [],
            note: note
        )
    }
}
