package import AssistantTools
package import Domain
import Retrieval
import SpotterAPI
import TextReading
import TimeExpressions

extension ActionGrammar {
    /// "Tell Sara that I'm late", "send “See you at 9” to Mike", "let the Early Birds know we start at 7"
    package func message(_ clause: Clause, _ head: CommandVerb, _ context: RequestContext) -> [ActionRequest] {
        let verb = clause.words[head.words.lowerBound].folded
        guard var found = recipients(of: clause, after: head, verb: verb) else { return [] }
        if found.list.isEmpty {
            // "tell her", after somebody was spoken of.
            found.list = [Recipient(person: context.person)]
        }
        let rest = String(clause.text[found.textStart..<found.textEnd])
        var text: String?
        if let quote = clause.quotes.first {
            text = String(clause.text[quote]).trimmed
        } else {
            text = MessageComposer(verb: verb, rest: rest, isMarked: found.isMarked).text
            if found.list.count == 1 { text = text.map { addressed($0) } }
            // "Could you tell Lena that I'm off?" asks the assistant, not Lena.
            if isPoliteQuestion(clause, head, rest), let said = text, said.hasSuffix("?") {
                text = String(said.dropLast())
            }
        }
        let later = text == nil ? time(before: found, in: clause).map { cannotWait(until: $0) } : nil
        let question = question(about: clause, head, found, rest) ?? later
        return found.list.map { recipient in
            let action = ToolRequest(
                tool: .sendMessage,
                person: recipient.person,
                chatId: recipient.chatId,
                text: text
            )
            if let unclear = found.unclear { return .asking(action, "client", unclear) }
            var asked = ActionRequest(action)
            asked.question = question
            return asked
        }
    }

    /// A time that isn't what the message says: "send Tom a message on Friday saying …", "… saying that Friday is off".
    private func time(before found: Recipients, in clause: Clause) -> String? {
        let that = clause.words.first {
            $0.range.lowerBound >= found.textStart && RequestWords.that.contains($0.folded)
        }
        return clause.points.first { point in that.map { point.range.upperBound <= $0.range.lowerBound } ?? true }
            .map { String(clause.text[$0.range]) }
    }

    private func isPoliteQuestion(_ clause: Clause, _ head: CommandVerb, _ rest: String) -> Bool {
        let words = TextWord.words(of: rest).map(\.folded)
        let asks = RequestWords.whether.union(RequestWords.questionWords)
        return head.words.lowerBound > 0 && clause.text.trimmed.hasSuffix("?")
            && clause.words[head.words.lowerBound].folded != "ask" && !words.prefix(4).contains(where: asks.contains)
            && !rest.contains(where: { ".!:".contains($0) })
    }

    package struct Recipient {
        package var person: ToolRequest.Person?
        package var chatId: ChatID?
    }

    package struct Recipients {
        package var list: [Recipient] = []
        var textStart: String.Index
        var textEnd: String.Index
        /// Whether the text can only be one: not after "send Tom …".
        var isMarked = true
        var unclear: String?
    }

    private static let articles = GrammarWords.of("before recipient")

    private func recipients(of clause: Clause, after head: CommandVerb, verb: String) -> Recipients? {
        let words = clause.words
        if head.words.upperBound < words.count, head.hasOwnRecipient(before: clause.folded[head.words.upperBound]) {
            let start = words[head.words.upperBound - 1].range.upperBound
            return Recipients(textStart: start, textEnd: clause.text.endIndex)
        }
        let isSending = GrammarWords.of("sending verb").contains(verb)
        let isGreeting = GrammarWords.of("greeting verb").contains(verb)
        let mayBeLowerCase = !isSending && !isGreeting && verb != "ask" && verb != "let"
        if var found = list(at: head.words.upperBound, in: clause, mayBeLowerCase: mayBeLowerCase) {
            if verb == "let" {
                let next = words.first { $0.range.lowerBound >= found.textStart }
                guard next?.folded == "know" else { return nil }
            }
            found.isMarked = !isSending && !isGreeting && head.words.count < 4
            return found
        }
        guard isSending else { return nil }
        // "send a message to Sara saying …", "send good luck to Sara"
        for (index, word) in words.enumerated().dropFirst(head.words.upperBound)
        where GrammarWords.of("recipient to").contains(word.folded) {
            guard var found = list(at: index, in: clause, mayBeLowerCase: false) else { continue }
            let between = words[head.words.upperBound..<index]
            let isCarrier = between.allSatisfy { MessageComposer.carriers.contains($0.folded) }
            found.isMarked = false
            // "send the plan to Sara": what is to be sent isn't a text.
            if !isCarrier, TextWord.words(of: String(clause.text[found.textStart...])).isEmpty {
                found.textEnd = found.textStart
            }
            return found
        }
        return nil
    }

    /// One recipient, or several: "Tom, Grace and Hannah".
    private func list(at start: Int, in clause: Clause, mayBeLowerCase: Bool) -> Recipients? {
        let words = clause.words
        var position = start
        while position < words.count, Self.articles.contains(words[position].folded),
            RequestWords.length(of: RequestWords.everybody, in: clause.folded, at: position) == 0
        {
            position += 1
        }
        if let everybody = everybody(at: position, in: clause) { return everybody }
        guard let first = named(at: position, in: clause, mayBeLowerCase: mayBeLowerCase) else { return nil }
        var list = first.recipient.map { [$0] } ?? []
        var end = first.end
        var separators: [Int] = []
        while first.recipient != nil, end < words.count {
            var next = end
            let gap = clause.gap(before: next)
            let hasMark = gap.contains { ",&".contains($0) }
            let isJoined = RequestWords.and.contains(words[next].folded) || words[next].folded == "or"
            guard hasMark || isJoined else { break }
            if words[next].folded == "or" {
                var found = Recipients(list: list, textStart: clause.text.endIndex, textEnd: clause.text.endIndex)
                found.unclear = "Who should get the message?"
                return found
            }
            if isJoined { next += 1 }
            while next < words.count, GrammarWords.of("between recipients").contains(words[next].folded) { next += 1 }
            guard let other = named(at: next, in: clause, mayBeLowerCase: false, isKnown: !isJoined),
                let recipient = other.recipient
            else { break }
            list.append(recipient)
            end = other.end
            separators.append(isJoined || gap.contains("&") ? 1 : 0)
        }
        // "Tell Sara, Tom is ill": without an "and" at its end it isn't a list, but "Sara, Tom: we start at 7" is one.
        if !separators.isEmpty, separators.last != 1, !clause.gap(before: end).contains(":") {
            list = [list[0]]
            end = first.end
        }
        let textStart = words[end - 1].range.upperBound
        return Recipients(list: list, textStart: textStart, textEnd: clause.text.endIndex)
    }

    private func everybody(at position: Int, in clause: Clause) -> Recipients? {
        let length = RequestWords.length(of: RequestWords.everybody, in: clause.folded, at: position)
        guard length > 0 else { return nil }
        let end = position + length
        let start = clause.words[end - 1].range.upperBound
        let next = end < clause.words.count ? clause.words[end].folded : ""
        let rest = Array(clause.words[min(end + 1, clause.words.count)...])
        if GrammarWords.of("everybody in").contains(next), let group = directory.group(in: rest),
            group.words.lowerBound <= 1, let last = rest[group.words].last
        {
            return Recipients(
                list: [Recipient(chatId: group.group.chat)],
                textStart: last.range.upperBound,
                textEnd: clause.text.endIndex
            )
        }
        let own = directory.people.filter { $0.isOwn && $0.chat != nil }
        var found = Recipients(
            list: own.compactMap { $0.userId.map { Recipient(person: .id($0)) } },
            textStart: start,
            textEnd: clause.text.endIndex
        )
        // "everyone who trains on Saturday" is a choice that needs to be understood.
        if Qualifiers.read.goesOn(clause.folded, at: end) || RequestWords.choices.contains(next) {
            found.unclear = "Who of your clients should get the message? Name them, or a group."
            found.list = [Recipient()]
        }
        return found
    }

    /// The recipient at this position, and where the words after it begin. No recipient stands for a pronoun.
    private func named(
        at position: Int,
        in clause: Clause,
        mayBeLowerCase: Bool,
        isKnown: Bool = false
    ) -> (recipient: Recipient?, end: Int)? {
        let words = clause.words
        guard position < words.count, !clause.isQuoted(words[position]) else { return nil }
        if let group = directory.group(in: Array(words[position...])), group.words.lowerBound == 0 {
            var next = position + group.words.upperBound
            while next < words.count, GrammarWords.of("group noun").contains(words[next].folded) { next += 1 }
            return (Recipient(chatId: group.group.chat), next)
        }
        if let mention = clause.mentions.first(where: { $0.words.lowerBound == position }) {
            let end = mention.words.upperBound
            // "tell Sara's mother …" isn't for Sara.
            guard !words[end - 1].isPossessive else {
                guard end < words.count, clause.isPossessor(mention) else { return nil }
                return (Recipient(person: .named("\(mention.spelling)'s \(words[end].text)")), end + 1)
            }
            return (Recipient(person: named(mention)), end)
        }
        guard !isKnown else { return nil }
        let name = capitalized(from: position, in: clause)
        if !name.isEmpty {
            return (Recipient(person: .named(NameWords.joined(name))), position + name.count)
        }
        let word = words[position]
        if GrammarWords.of("him").contains(word.folded) { return (nil, position + 1) }
        // "send a message to grace": where only a name can stand.
        if directory.people.contains(where: { $0.words.first == word.folded }) {
            return (Recipient(person: .named(word.text)), position + 1)
        }
        guard mayBeLowerCase, !NameWords.never.contains(word.folded), ContentWords.isContent(word) else { return nil }
        return (Recipient(person: .named(word.text)), position + 1)
    }
}
