import Domain
import Retrieval
import SpotterAPI

extension ActionGrammar {
    /// "Tell Sara that I'm late", "send “See you at 9” to Mike", "let the Early Birds know we start at 7"
    func message(_ clause: Clause, _ head: CommandVerb) -> ActionRequest? {
        let verb = clause.words[head.words.lowerBound].folded
        guard let recipient = recipient(of: clause, after: head, verb: verb) else { return nil }
        var request = ToolRequest(tool: .sendMessage, person: recipient.person, chatId: recipient.chatId)
        if let quote = clause.quotes.first {
            request.text = String(clause.text[quote]).trimmed
        } else {
            request.text =
                MessageComposer(
                    verb: verb,
                    rest: String(clause.text[recipient.textStart..<recipient.textEnd])
                ).text
        }
        return ActionRequest(toolRequest: request)
    }

    private struct Recipient {
        var person: ToolRequest.Person?
        var chatId: ChatID?
        var textStart: String.Index
        var textEnd: String.Index
    }

    private func recipient(of clause: Clause, after head: CommandVerb, verb: String) -> Recipient? {
        var position = head.words.upperBound
        let words = clause.words
        let skipped: Set<String> = ["to", "my", "client", "the", "our"]
        let isSending = ["send", "write", "drop", "shoot"].contains(verb)
        while position < words.count, skipped.contains(words[position].folded) { position += 1 }
        if let found = named(at: position, in: clause, mayBeLowerCase: !isSending && verb != "ask" && verb != "let") {
            if verb == "let" {
                let next = clause.words.first { $0.range.lowerBound >= found.textStart }
                guard next?.folded == "know" else { return nil }
            }
            return found
        }
        guard isSending else { return nil }
        // "send a message to Sara saying …", "send good luck to Sara"
        for (index, word) in words.enumerated().dropFirst(head.words.upperBound) where word.folded == "to" {
            var target = index + 1
            while target < words.count, skipped.contains(words[target].folded) { target += 1 }
            guard var found = named(at: target, in: clause, mayBeLowerCase: false) else { continue }
            let between = words[head.words.upperBound..<index]
            let isNoun = between.allSatisfy { MessageComposer.carriers.contains($0.folded) }
            if !isNoun, let first = between.first, let last = between.last {
                found.textStart = first.range.lowerBound
                found.textEnd = last.range.upperBound
            }
            return found
        }
        return nil
    }

    private func named(at position: Int, in clause: Clause, mayBeLowerCase: Bool) -> Recipient? {
        let words = clause.words
        guard position < words.count else { return nil }
        func isQuoted(_ word: TextWord) -> Bool { clause.quotes.contains { $0.overlaps(word.range) } }
        guard !isQuoted(words[position]) else { return nil }
        func recipient(_ person: ToolRequest.Person?, _ chat: ChatID?, endingBefore next: Int) -> Recipient {
            let end = words[next - 1].range.upperBound
            return Recipient(person: person, chatId: chat, textStart: end, textEnd: clause.text.endIndex)
        }
        if let group = directory.group(in: Array(words[position...])), group.words.lowerBound == 0 {
            var next = position + group.words.upperBound
            while next < words.count, ["group", "chat"].contains(words[next].folded) { next += 1 }
            return recipient(nil, group.group.chat, endingBefore: next)
        }
        if let mention = clause.mentions.first(where: { $0.words.lowerBound == position }) {
            // "tell Sara's mother …" isn't for Sara.
            guard !words[mention.words.upperBound - 1].isPossessive else { return nil }
            return recipient(named(mention), nil, endingBefore: mention.words.upperBound)
        }
        var next = position
        while next < words.count, words[next].isCapitalized, !isQuoted(words[next]),
            !NameWords.never.contains(words[next].folded)
        {
            next += 1
        }
        if next > position {
            return recipient(.named(NameWords.joined(Array(words[position..<next]))), nil, endingBefore: next)
        }
        let word = words[position]
        if ["him", "her", "them", "everyone", "everybody"].contains(word.folded) {
            return recipient(nil, nil, endingBefore: position + 1)
        }
        guard mayBeLowerCase, !NameWords.never.contains(word.folded), ContentWords.isContent(word) else { return nil }
        return recipient(.named(word.text), nil, endingBefore: position + 1)
    }
}
