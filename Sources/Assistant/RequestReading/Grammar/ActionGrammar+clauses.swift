import Domain
import Retrieval
import Scheduling
import TextReading
import TimeExpressions

extension ActionGrammar {
    /// A part of the message that requests one thing.
    package struct Piece: Sendable {
        package let text: String
        /// Whether its verb is that of the part before it: "… and Hannah at 5pm".
        var isEllipsis = false
    }

    /// Splits the message where a new action begins: after a sentence, or after "and" or a comma if the text before it
    /// is complete.
    package func clauses(of message: String) -> [Piece] {
        let whole = Clause(message, directory: directory, times: times)
        let folded = whole.folded
        var starts: [(index: String.Index, prefix: String, end: String.Index)] = [
            (message.startIndex, "", message.startIndex)
        ]
        var first = 0
        var current = verb(in: whole, from: 0)
        for position in whole.words.indices.dropFirst() where !whole.isQuoted(whole.words[position]) {
            let gap = whole.gap(before: position)
            // The colon of "16:30" ends nothing.
            guard gap.contains(where: \.isWhitespace) || !whole.isInsideTime(position) else { continue }
            let endsSentence = gap.endsSentence(after: folded[position - 1])
            let isSign = gap.contains("&")
            let joins = isSign || RequestWords.and.contains(folded[position])
            let pauses = gap.contains { ",—–:".contains($0) } || gap.contains(" - ")
            guard endsSentence || joins || pauses else { continue }
            // "Sara: can you book me?" is what Sara wrote.
            if gap.contains(":"), first == 0, position <= 3, (0..<position).allSatisfy(whole.isTimeOrName),
                whole.times.isEmpty
                    || whole.points.first.map({ $0.range.lowerBound > whole.words[position].range.lowerBound }) == true
            {
                continue
            }
            let from = joins && !isSign ? position + 1 : position
            if let head = verb(in: whole, from: from) {
                // "Tomorrow at 1pm, book …" is one clause.
                if head == current, head.words.lowerBound >= from, current == verb(in: whole, from: first) { continue }
                guard endsSentence || mayJoin(head, to: current?.kind, from, whole, first) else { continue }
                let begin = whole.words[position].range.lowerBound
                starts.append((begin, "", begin))
                (first, current) = (position, head)
            } else if joins, let current, let verb = ellipsis(at: from, of: current, first, whole) {
                guard from < whole.words.count else { continue }
                let begin = whole.words[position].range.lowerBound
                starts.append((whole.words[from].range.lowerBound, verb + " ", begin))
                first = from
            }
        }
        return starts.enumerated().map { number, start in
            let end = number + 1 < starts.count ? starts[number + 1].end : message.endIndex
            let text = String(message[start.index..<end]).trimmed
            // What divides the pieces belongs to none.
            let isDivided = number + 1 < starts.count && (text.hasSuffix(";") || text.hasSuffix(","))
            return Piece(
                text: start.prefix + (isDivided ? String(text.dropLast()).trimmed : text),
                isEllipsis: !start.prefix.isEmpty
            )
        }
    }

    private func verb(in clause: Clause, from start: Int) -> CommandVerb? {
        CommandVerb.find(in: clause.folded, from: start) { clause.isTimeOrName($0) }
    }

    private func mayJoin(
        _ head: CommandVerb,
        to kind: RequestKind?,
        _ position: Int,
        _ clause: Clause,
        _ start: Int
    ) -> Bool {
        guard let kind else { return true }
        if head.kind == .remind { return true }
        let words = clause.words
        let object = head.words.upperBound
        let next = object < words.count ? words[object].folded : ""
        let namesSomebody =
            clause.mentions.contains { $0.words.lowerBound == object } || RequestWords.personPronouns.contains(next)
            || head.hasOwnRecipient(before: next)
            || directory.group(in: Array(words[min(object + (next == "the" ? 1 : 0), words.count)...]))?.words
                .lowerBound == 0
        let rest = clause.folded[object...].prefix(8)
        let end = words.indices.contains(object) ? words[object].range.lowerBound : clause.text.endIndex
        let hasTime = clause.points.contains { $0.range.lowerBound >= end }
        switch kind {
        case .schedule, .reschedule, .cancel:
            // "put it in the calendar", "book it"
            return head.kind != .message || namesSomebody
        case .message:
            // The text that follows may belong to the message. What is about the user or names nothing stays there.
            guard !rest.contains(where: { GrammarWords.of("me").contains($0) }) else { return false }
            if head.kind == .message { return namesSomebody }
            return rest.contains(where: EventWords.nouns.contains) || (namesSomebody && hasTime)
        case .remind:
            guard head.kind != .message, hasTime else { return false }
            return namesSomebody || clause.mentions.contains { $0.words.lowerBound > object }
        }
    }

    private static let leading = RequestVocabulary.read.set(.lead)

    /// "Book Tom at 3pm and Hannah at 5pm", "tell Mike to rest and Zoë to sleep": the verb counts again.
    private func ellipsis(at position: Int, of head: CommandVerb, _ start: Int, _ clause: Clause) -> String? {
        // "Agenda a Priya … y a Marcus …"
        let isLed = position < clause.words.count && Self.leading.contains(clause.folded[position])
        guard let mention = clause.mentions.first(where: { $0.words.lowerBound == (isLed ? position + 1 : position) }),
            let verb = clause.words[head.words].first, let last = clause.words[head.words].last,
            head.words.upperBound <= position
        else { return nil }
        let text = String(clause.text[verb.range.lowerBound..<last.range.upperBound])
        let after = mention.words.upperBound
        guard after < clause.words.count else { return nil }
        let said = clause.folded[head.words.upperBound..<position]
        switch head.kind {
        case .message:
            let connectors = GrammarWords.of("ellipsis joint")
            let word = clause.folded[after]
            // "Tell Tom the rack is fixed and Grace that …", but not "tell Tom and Grace that …".
            let hasText = (head.words.upperBound..<position).contains { position in
                !clause.isTimeOrName(position) && ContentWords.isContent(clause.words[position])
            }
            let isSaid = GrammarWords.of("said that").contains(word) && hasText
            return isSaid || connectors.contains(word) && said.contains(word) ? text : nil
        case .remind: return nil
        case .schedule, .reschedule, .cancel:
            let isTimed = clause.times.contains { match in
                match.range.lowerBound >= last.range.upperBound
                    && match.range.upperBound <= clause.words[position].range.lowerBound
            }
            let continues = clause.times.contains { $0.range.contains(clause.words[after].range.lowerBound) }
            return isTimed && continues ? text : nil
        }
    }
}
