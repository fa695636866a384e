import Domain
import Retrieval
import Scheduling

/// Parses requests for actions in the user's own words. Deterministic, and depends only on the message.
struct ActionGrammar: Sendable {
    /// The maximum number of actions in one message, so that users can check them all at a glance.
    static let maxActions = 3

    let directory: PeopleDirectory
    let times: TimeExpressionParser

    /// The action that one clause requests.
    struct ActionRequest: Sendable, Hashable {
        var toolRequest: ToolRequest
        /// For a change: the event's current time, if the text names it.
        var currentTime: ParsedTime?
        /// For a change: the shift in minutes, if the text gives no new time.
        var shiftMinutes: Int?

        static func == (a: Self, b: Self) -> Bool {
            a.toolRequest == b.toolRequest && a.currentTime == b.currentTime && a.shiftMinutes == b.shiftMinutes
        }
        func hash(into hasher: inout Hasher) { hasher.combine(toolRequest) }
    }

    func actions(in message: String) -> [ActionRequest] {
        clauses(of: message).prefix(Self.maxActions).compactMap { text -> ActionRequest? in
            let clause = Clause(text, directory: directory, times: times)
            guard let head = head(of: clause) else { return nil }
            switch head.kind {
            case .schedule: return schedule(clause, head)
            case .reschedule: return reschedule(clause, head)
            case .cancel: return cancel(clause, head)
            case .remind: return remind(clause, head)
            case .message: return self.message(clause, head)
            }
        }
    }

    /// The clause's verb, unless it is quoted. A clause without a verb ("Call with Sara tomorrow at 3pm") counts as
    /// scheduling.
    private func head(of clause: Clause) -> CommandVerb? {
        guard let head = CommandVerb.find(in: clause.folded) ?? verbless(clause) else { return nil }
        guard let word = clause.words[head.words].first ?? clause.words.first else { return nil }
        return clause.quotes.contains { $0.overlaps(word.range) } ? nil : head
    }

    private func verbless(_ clause: Clause) -> CommandVerb? {
        let words = clause.folded
        let start = words.first.map { ["a", "new", "another"].contains($0) } ?? false ? 1 : 0
        guard words.count > start + 2, EventWords.nouns.contains(words[start]), words[start + 1] == "with",
            !clause.points.isEmpty, !clause.text.contains("?")
        else { return nil }
        return CommandVerb(kind: .schedule, words: start..<start)
    }

    // MARK: Clauses

    /// Splits the message where a new action begins: after a sentence, or after "and" if the text before it is
    /// complete.
    private func clauses(of message: String) -> [String] {
        let words = TextWord.words(of: message)
        let folded = words.map(\.folded)
        let quotes = Quotation.ranges(in: message)
        var starts: [String.Index] = [message.startIndex]
        var kind = CommandVerb.find(in: folded)?.kind
        for position in words.indices.dropFirst() {
            let word = words[position]
            guard !quotes.contains(where: { $0.overlaps(word.range) }) else { continue }
            let gap = message[words[position - 1].range.upperBound..<word.range.lowerBound]
            let endsSentence =
                gap.contains { ".!?;\n".contains($0) } && gap.contains(where: \.isWhitespace)
                && !["p.m", "a.m", "m"].contains(folded[position - 1])
            let joins = ["and", "then"].contains(folded[position])
            guard endsSentence || joins, let head = CommandVerb.find(in: folded, from: position) else { continue }
            guard endsSentence || mayJoin(head, to: kind, words: words) else { continue }
            starts.append(word.range.lowerBound)
            kind = head.kind
        }
        return zip(starts, starts.dropFirst() + [message.endIndex]).map { String(message[$0..<$1]) }
    }

    private func mayJoin(_ head: CommandVerb, to kind: CommandVerb.Kind?, words: [TextWord]) -> Bool {
        guard let kind else { return false }
        if head.kind == .remind { return true }
        let namesSomebody = directory.mentions(in: words).contains { $0.words.lowerBound == head.words.upperBound }
        switch kind {
        case .schedule, .reschedule, .cancel: return head.kind != .message || namesSomebody
        // The text that follows may belong to the message. Only another message to a known person certainly doesn't.
        case .message: return head.kind == .message && namesSomebody
        case .remind: return false
        }
    }

    // MARK: People

    /// The person an event is with: a known name, or an unknown one after "with" or, if capitalised, after "for".
    func person(of clause: Clause) -> ToolRequest.Person? {
        if let mention = clause.mentions.first { return named(mention) }
        for (position, word) in clause.words.enumerated() where ["with", "for"].contains(word.folded) {
            let rest = clause.words[(position + 1)...].prefix { candidate in
                !clause.times.contains { $0.range.overlaps(candidate.range) }
            }
            var name = rest.prefix { $0.isCapitalized && !NameWords.never.contains($0.folded) }
            if name.isEmpty, word.folded == "with" {
                name = rest.prefix(2).prefix {
                    !NameWords.never.contains($0.folded) && !EventWords.nouns.contains($0.folded)
                        && ContentWords.isContent($0)
                }
            }
            if !name.isEmpty { return .named(NameWords.joined(Array(name))) }
        }
        return nil
    }

    /// An id if the name is the whole name of exactly one person; otherwise the text, so that the resolver can ask.
    func named(_ mention: PeopleDirectory.Mention) -> ToolRequest.Person { .named(mention.spelling) }
}

/// Words that are capitalised like names or appear in the place of names.
enum NameWords {
    static let never: Set<String> = [
        "i", "i'm", "i'll", "i've", "i'd", "me", "him", "her", "them", "us", "it", "my", "the", "a", "an", "our",
        "your",
        "client", "clients", "group", "everyone", "everybody", "all", "someone", "somebody", "that", "this", "no", "to",
        "coach", "trainer", "and", "or", "at", "on", "in", "about", "zoom", "monday", "tuesday", "wednesday",
        "thursday",
        "friday", "saturday", "sunday",
    ]

    static func joined(_ words: [TextWord]) -> String {
        words.map { $0.isPossessive ? String($0.text.dropLast(2)) : $0.text }.joined(separator: " ")
    }
}
