package import Domain
import TextReading

/// The verb with which a clause asks for an action, and its position.
///
/// Only polite phrases, times and names may precede it. "don't schedule", "did I schedule", "Mike asked me to schedule"
/// and "“schedule a call”, she wrote" therefore request nothing.
package struct CommandVerb: Sendable, Hashable {
    package let kind: RequestKind
    /// The words of the verb; empty if the clause does without one.
    package let words: Range<Int>
    /// "Tom's session has to be cancelled": what is to be done it to stands before the verb.
    var isPassive = false
    /// "dile", "avísale": the verb says that it is told to somebody.
    var isDative = false

    /// - Parameter skippable: whether the word belongs to a time or a name, which may precede the verb.
    package static func find(
        in words: [String],
        from start: Int = 0,
        skipping skippable: (Int) -> Bool = { _ in false }
    ) -> CommandVerb? {
        var position = start
        var isWish = false
        while position < words.count {
            let length = RequestWords.length(of: RequestWords.politeness, in: words, at: position)
            if let head = verb(in: words, at: position, isWish: isWish, naming: skippable) { return head }
            if length > 0 {
                isWish = isWish || RequestWords.length(of: RequestWords.wishes, in: words, at: position) > 0
                position += length
            } else if skippable(position) || (leading.contains(words[position]) && skippable(position + 1)) {
                position += 1
            } else {
                return nil
            }
        }
        return nil
    }

    /// Before a time or a name at the beginning: "for Sarah, book …".
    private static let leading = GrammarWords.of("before a time")

    private static func verb(
        in words: [String],
        at position: Int,
        isWish: Bool,
        naming isNamed: (Int) -> Bool
    ) -> CommandVerb? {
        for phrase in phrases[words[position]] ?? [] where RequestWords.matches(phrase.words, words, at: position) {
            var head = CommandVerb(kind: phrase.kind, words: position..<position + phrase.words.count)
            head.isDative = RequestVocabulary.spanish[.message].contains(words[position]) && datives(words[position])
            let isMeant =
                phrase.isWeak ? head.hasObject(in: words, naming: isNamed) : head.isMeant(in: words, isWish: isWish)
            if isMeant { return head }
        }
        return nil
    }

    /// "dile que …": whom it tells was spoken of before.
    func hasOwnRecipient(before next: String) -> Bool {
        kind == .message && isDative && RequestWords.that.union(RequestWords.whether).contains(next)
    }

    /// Whether an event, a person or a time follows, and for a reminder both a time and what to do then.
    private func hasObject(in words: [String], naming isNamed: (Int) -> Bool) -> Bool {
        let rest = self.words.upperBound..<min(words.count, self.words.upperBound + 8)
        guard let first = rest.first, !RequestWords.questionWords.contains(words[first]) else { return false }
        if kind == .remind { return words[first...].contains("to") && rest.contains(where: isNamed) }
        return rest.contains { isNamed($0) || EventWords.nouns.contains(words[$0]) }
    }

    /// Verbs that are also other words require an object.
    private func isMeant(in words: [String], isWish: Bool) -> Bool {
        let rest = words[self.words.upperBound...]
        let next = rest.first ?? ""
        let namesEvent = rest.prefix(6).contains { EventWords.nouns.contains($0) }
        let verb = words[self.words.lowerBound]
        let isPhrase = self.words.count > 1
        switch Self.objects[kind]?[verb] ?? Self.objects[kind]?["*"] {
        case nil: return true
        case .event: return namesEvent
        case .eventOrIt: return namesEvent || GrammarWords.of("it").contains(next)
        case .eventOrAll: return namesEvent || RequestWords.everything.contains(next)
        case .eventOrCalendar: return namesEvent || rest.contains { EventWords.calendars.contains($0) }
        case .eventOrDown:
            return isPhrase || namesEvent || rest.prefix(4).contains { GrammarWords.of("down").contains($0) }
                || rest.contains { EventWords.calendars.contains($0) }
        case .eventOrForward: return namesEvent || rest.contains { GrammarWords.of("forward").contains($0) }
        case .eventOrPhrase:
            return isPhrase || namesEvent
                || verb == "set" && GrammarWords.of("set something up").begin(rest.joined(separator: " "))
        case .eventForUser:
            guard GrammarWords.of("me").contains(next) else { return true }
            return rest.count > 2 && namesEvent
                && !GrammarWords.of("before a place").contains(rest.dropFirst().first ?? "")
        case .eventForOthers: return namesEvent && !GrammarWords.of("me").contains(next)
        case .oneEvent: return isPhrase || namesEvent && GrammarWords.of("one more").contains(next)
        case .otherTime:
            return isPhrase
                ? !rest.isEmpty : namesEvent && rest.count > 2 && !GrammarWords.of("make not").contains(next)
        case .notATime: return !GrammarWords.of("schedule not").contains(next) || namesEvent
        case .callee: return !GrammarWords.of("call not").contains(next) && !rest.isEmpty
        // "I want to see what Sara wrote" asks for something to read.
        case .wish:
            return isWish && !next.isEmpty && !RequestWords.questionWords.union(RequestWords.whether).contains(next)
        case .wishForEvent: return isWish && rest.prefix(10).contains { EventWords.nouns.contains($0) }
        case .afterWish: return isWish && self.words.lowerBound > 0
        case .opening: return self.words.lowerBound == 0 || isWish
        case .off:
            return rest.prefix(4).contains { GrammarWords.of("off").contains($0) }
                || rest.prefix(3).contains { GrammarWords.of("out").contains($0) }
        case .span: return GrammarWords.of("clear all").contains(next) || isPhrase
        case .toKnow:
            // "Let's" is "let", too.
            return rest.prefix(8).contains { GrammarWords.of("know").contains($0) }
                && !GrammarWords.of("me").contains(next)
        case .somebody: return !GrammarWords.of("myself").contains(next) && !next.isEmpty
        case .recipient: return !GrammarWords.of("message not").contains(next) && !next.isEmpty
        // "Remind me what Tom said" asks for a message.
        case .noQuestion: return !GrammarWords.of("reminder asked").contains(next)
        }
    }

    /// What must follow a verb, or stand before it, so that it asks for an action.
    enum Object: String {
        case event, eventOrIt, eventOrAll, eventOrCalendar, eventOrDown, eventOrForward, eventOrPhrase
        case eventForUser, eventForOthers, oneEvent, otherTime, notATime, callee
        case wish, wishForEvent, afterWish, opening, off, span
        case toKnow, somebody, recipient, noQuestion
    }

    /// By verb, as "object <kind> <what>" says; of any other verb, what messages and reminders need.
    static let objects: [RequestKind: [String: Object]] = {
        var objects: [RequestKind: [String: Object]] = [:]
        for kind in RequestKind.allCases {
            objects[kind] = GrammarWords.meanings("object \(kind.rawValue)").compactMapValues(Object.init(rawValue:))
        }
        objects[.message]?["*"] = .recipient
        objects[.remind]?["*"] = .noQuestion
        return objects
    }()

    private static func datives(_ verb: String) -> Bool { verb.hasSuffix("le") || verb.hasSuffix("les") }

    private struct Phrase {
        let words: [String]
        let kind: RequestKind
        let isWeak: Bool
    }

    /// By their first word, the longest first, and those that need no object before those that do. A verb of two kinds, such as
    /// "drop", is first that of an event.
    private static let phrases: [String: [Phrase]] = {
        let vocabulary = RequestVocabulary.read
        let kinds: [RequestKind] = [.schedule, .reschedule, .cancel, .remind, .message]
        let plain = kinds.flatMap { kind in
            vocabulary.phrases(kind.role).map { Phrase(words: $0, kind: kind, isWeak: false) }
        }
        let weak = kinds.flatMap { kind in
            (kind.weakRole.map { vocabulary.phrases($0) } ?? []).map { Phrase(words: $0, kind: kind, isWeak: true) }
        }
        let sorted = (plain + weak).sorted { $0.words.count > $1.words.count }
        return Dictionary(grouping: sorted) { $0.words.first ?? "" }
    }()
}

/// Words for the entries of a calendar.
package enum EventWords {
    package static let training = RequestVocabulary.read.set(.training)
    package static let call = RequestVocabulary.read.set(.call)
    package static let other = RequestVocabulary.read.set(.appointment)
    static let calendars = RequestVocabulary.read.set(.calendar)
    package static let nouns = training.union(call).union(other)
    static let plurals = RequestVocabulary.read.set(.events)

    package static func type(of words: [String]) -> EventType? {
        if words.contains(where: training.contains) { return .training }
        return words.contains(where: call.contains) ? .call : nil
    }
}
