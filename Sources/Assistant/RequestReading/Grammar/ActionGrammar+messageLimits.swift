import Domain
import Retrieval
package import SpotterAPI
import TextReading
import TimeExpressions

/// What of a request for a message is neither its recipient nor its text.
extension ActionGrammar {
    /// What must be asked before the message can be shown: when it should go, who else should get it.
    package func question(about clause: Clause, _ head: CommandVerb, _ found: Recipients, _ rest: String) -> Needs? {
        if let time = timeOfSending(clause, head, found) { return cannotWait(until: time) }
        guard let unused = besidesText(clause, found, rest) else { return nil }
        return .clarification(
            missing: ["client", "text"],
            prompt: Self.prompt(unused, "Who should get the message, and what should it say, word for word?")
        )
    }

    func cannotWait(until time: String) -> Needs {
        .refusal(
            reason:
                "I can only send a message at once, not “\(time.trimmed.prefix(80))”. Ask for it without a time, or "
                + "schedule it in the chat."
        )
    }

    /// A time that says when to send: before the verb, between recipient and text, or beside a quoted text.
    private func timeOfSending(_ clause: Clause, _ head: CommandVerb, _ found: Recipients) -> String? {
        let start =
            clause.words.indices.contains(head.words.lowerBound)
            ? clause.words[head.words.lowerBound].range.lowerBound : clause.text.startIndex
        return clause.points.first { match in
            if match.range.upperBound <= start || !clause.quotes.isEmpty { return true }
            guard match.range.lowerBound >= found.textStart else { return false }
            let before = TextWord.words(of: String(clause.text[found.textStart..<match.range.lowerBound]))
            guard before.isEmpty,
                let next = clause.words.first(where: { $0.range.lowerBound >= match.range.upperBound })
            else { return false }
            if RequestWords.that.contains(next.folded) || next.folded == "to" { return true }
            let between = clause.text[match.range.upperBound..<next.range.lowerBound]
            if match.reading.statesClockTime, between.contains(":") { return true }
            // "Text Tom tomorrow at 9 good luck", but not "Tell Tom: tomorrow at 9 is fine", "Tell Tom 9, not 8".
            return match.reading.statesClockTime && !GrammarWords.of("finite").contains(next.folded)
                && !clause.text[found.textStart..<match.range.lowerBound].contains(":")
                && between.allSatisfy(\.isWhitespace)
        }.map { String(clause.text[$0.range]) }
    }

    /// Words that can't belong to the text: "and everyone in Early Birds that …", "… and Gavin too", or any beside a quotation.
    private func besidesText(_ clause: Clause, _ found: Recipients, _ rest: String) -> String? {
        guard clause.quotes.isEmpty else { return besideQuote(clause, found) }
        let words = TextWord.words(of: rest)
        let folded = words.map(\.folded)
        // "Text Jordan and ask if …" goes on with the same message.
        let asks = folded.count > 1 && GrammarWords.of("says").contains(folded[1])
        if Qualifiers.read.goesOn(folded, at: 0) && !asks || rest.trimmed.hasPrefix("(") { return rest.trimmed }
        if let other = otherText(clause, found) ?? way(of: words, in: rest) { return other }
        // "Remind Grace as well, that …": beside whom isn't said.
        let added = RequestWords.length(of: Qualifiers.read.additions, in: folded, at: 0)
        if added > 0, added < words.count,
            rest[words[added - 1].range.upperBound..<words[added].range.lowerBound].contains(",")
        {
            return rest.trimmed
        }
        // "Tell Sara, not Tom, that …"
        if let first = folded.first, Qualifiers.read.negations.contains(first), words.count > 1,
            clause.mentions.contains(where: {
                $0.range.lowerBound >= found.textStart && $0.spelling.hasPrefix(words[1].text)
            })
        {
            return rest.trimmed
        }
        if let added = addition(in: rest) { return added }
        // "… and offer her Friday", "… and cancel Friday": another order.
        let order = folded.indices.dropFirst().first { position in
            words.indices.contains(position + 1) && Qualifiers.read.and.contains(folded[position - 1])
                && (Self.orders.contains(folded[position]) && Self.objects.contains(folded[position + 1])
                    || isOwnOrder(at: position, in: folded))
        }
        if let order { return String(rest[words[order - 1].range.lowerBound...]).trimmed }
        // "Let all my clients know I'm away, bar Lena"
        if found.list.count > 1 || found.list.contains(where: { $0.chatId != nil }) {
            let exception = folded.indices.first { position in
                let length = Qualifiers.read.exception(folded, at: position)
                return length > 0 && words.indices.contains(position + length) && isName(words[position + length])
            }
            if let exception { return String(rest[words[exception].range.lowerBound...]).trimmed }
        }
        return Retraction.ends(rest) ? rest.trimmed : nil
    }

    /// "… and cancel it", "… and ask if she can come". "Tell Tom to …" is about what he does, "text Tom and ask" has no text yet.
    private func isOwnOrder(at position: Int, in folded: [String]) -> Bool {
        guard position > 1,
            !GrammarWords.of("text turn").contains(folded[0]) || GrammarWords.of("said that").contains(folded[0])
        else {
            return false
        }
        let next = folded[position + 1]
        if GrammarWords.of("joined question").contains(folded[position]) { return RequestWords.whether.contains(next) }
        return GrammarWords.of("joined order").contains(folded[position])
            && (GrammarWords.of("it").contains(next) || SaidTimes.isTimeWord(next))
    }

    /// "Tell Tom in the group that …", "tell Tom privately that …": how he should be told.
    private func way(of words: [TextWord], in rest: String) -> String? {
        let folded = words.map(\.folded)
        guard let first = folded.first, let that = folded.prefix(6).firstIndex(where: RequestWords.that.contains),
            GrammarWords.of("way of telling").contains(first)
                || that > 1 && GrammarWords.of("before a way of telling").contains(first),
            !folded[..<that].contains(where: GrammarWords.of("finite").contains)
        else { return nil }
        return String(rest[..<words[that].range.lowerBound]).trimmed
    }

    /// "Tell Tom it's at 5 and Grace it's at 6": a text for somebody else.
    private func otherText(_ clause: Clause, _ found: Recipients) -> String? {
        let start = clause.mentions.lazy.filter { $0.range.lowerBound > found.textStart }.compactMap {
            mention -> Int? in
            let (joint, next) = (mention.words.lowerBound - 1, mention.words.upperBound)
            guard joint >= 0, Qualifiers.read.and.contains(clause.folded[joint]), clause.words.indices.contains(next),
                clause.words[joint].range.lowerBound > found.textStart,
                GrammarWords.of("it").contains(clause.folded[next]) || Self.firstPerson.contains(clause.folded[next])
            else { return nil }
            return joint
        }.first
        return start.map { String(clause.text[clause.words[$0].range.lowerBound...]) }
    }

    private func besideQuote(_ clause: Clause, _ found: Recipients) -> String? {
        let quoted = clause.quotes.first
        let left = clause.words.first { word in
            guard word.range.lowerBound >= found.textStart, !(quoted?.overlaps(word.range) ?? false) else {
                return false
            }
            return !MessageComposer.carriers.contains(word.folded) && !RequestWords.fillers.contains(word.folded)
                && !RequestWords.that.contains(word.folded) && !RequestWords.to.contains(word.folded)
        }
        return left.map { String(clause.text[$0.range.lowerBound...]).trimmed }
    }

    /// "I'll call her at five" said of the only recipient: "I'll call you at five". Where somebody or something else was named
    /// before the pronoun, it may mean them, and stays.
    func addressed(_ text: String) -> String {
        let words = TextWord.words(of: text)
        guard let first = words.first, Self.firstPerson.contains(first.folded),
            let pronoun = words.firstIndex(where: { Self.thirdPerson.contains($0.folded) })
        else { return text }
        let before = words[..<pronoun]
        let namesOthers = words.dropFirst().contains { word in
            word.isCapitalized && !NameWords.never.contains(word.folded) && !EventWords.nouns.contains(word.folded)
        }
        guard !namesOthers,
            !before.contains(where: {
                RequestWords.determiners.contains($0.folded) || Qualifiers.read.relatives.contains($0.folded)
            })
        else { return text }
        return PronounRewriter(text, scope: .everywhere).text
    }

    private static let orders = RequestVocabulary.read.verbs
    private static let objects = RequestVocabulary.read.set(.object)
    private static let firstPerson = GrammarWords.of("first person")
    private static let thirdPerson = GrammarWords.of("third person")
}
