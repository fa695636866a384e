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
    private static let idle = AnswerWords.of("event idle")
    private static let verbs = AnswerWords.of("event verbs")
    private static let others = AnswerWords.of("event others")

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
                || Self.others.contains(word.folded)
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
