import AssistantTools
import Domain
import Messaging
import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading

/// Which events some words of a question mean: somebody's, or those with these words in their titles.
struct EventPhrase: Sendable {
    let people: [KnownPerson]
    /// Stems that must be in the title.
    let title: Set<String>
    let type: EventType?
    /// Whether it says "session", "see" or the like, or names somebody.
    let isAboutEvents: Bool

    /// Words that say nothing about which event.
    private static let idle: Set<String> = [
        "how", "long", "many", "much", "time", "days", "day", "weeks", "week", "months", "hours", "minutes", "is", "it",
        "has", "been", "since", "ago", "was", "were", "did", "do", "does", "i", "we", "my", "our", "the", "a", "an",
        "last", "latest", "previous", "next", "first", "two", "of", "and", "or", "in", "on", "at", "with", "to", "from",
        "for", "until", "till", "til", "between", "there", "are", "have", "got", "left", "he", "she", "they", "his",
        "her", "their", "him", "them", "when", "what", "am", "gap", "break", "pause", "apart", "clash", "clashes",
        "overlap",
        "overlaps", "conflict", "conflicts", "collide", "collides", "back", "before", "after", "man", "be", "will",
        "go", "this", "that", "till", "any", "again", "far", "off", "away", "passed", "days'", "upcoming", "both", "me",
        "now", "already", "just", "then", "appointment", "appointments", "meeting", "meetings", "event", "events",
        "booking", "bookings",
    ]
    private static let verbs: Set<String> = [
        "see", "saw", "seen", "meet", "met", "train", "trained", "trains", "come", "came", "work", "worked", "had",
    ]

    /// - Parameters:
    ///   - words: of the part of the question that means them, without times.
    ///   - directory: who can be named.
    init(_ words: [TextWord], directory: PeopleDirectory) {
        let mentions = directory.mentions(in: words)
        people = Array(Set(mentions.flatMap(\.people)))
        let rest = words.indices.filter { index in !mentions.contains { $0.words.contains(index) } }.map { words[$0] }
        type = EventWords.type(of: rest.map(\.folded))
        let nouns = EventWords.nouns
        title = Set(
            rest.filter { word in
                !Self.idle.contains(word.folded) && !Self.verbs.contains(word.folded) && !nouns.contains(word.folded)
                    && word.folded.count > 1
            }.map(\.stem)
        )
        isAboutEvents = rest.contains { word in
            Self.verbs.contains(word.folded) || nouns.contains(word.folded)
                || ["appointment", "meeting", "event", "booking"].contains(word.folded)
        }
    }

    var isEmpty: Bool { people.isEmpty && title.isEmpty }

    /// The matching ones of `events`. A title's words decide; without them whom it is with.
    func matching(_ events: [CalendarEvent]) -> [CalendarEvent] {
        let found = events.filter { event in
            guard people.isEmpty || people.contains(where: event.isWith) else { return false }
            return title.isSubset(of: Set(TextWord.words(of: event.title).map(\.stem)))
        }
        // "Session" may mean a call, if there is nothing else.
        let typed = found.filter { type == nil || $0.eventType == type }
        return typed.isEmpty ? found : typed
    }
}
