/// Words that tell a request from a question, and the user's own request from one that they report.
package enum RequestMood {
    /// How a sentence or a clause begins.
    package enum Opening: Sendable, Hashable {
        /// "can you", "I'd like to", "please".
        case polite
        /// "what", "did", "is": asks for an answer.
        case question
        /// "show me", "let me know", "summarise": asks for something to read.
        case reading
        case plain
    }

    /// - Parameter start: a clause's first word.
    /// - Returns: how the clause opens, the first word after the opening's filler, and the length of a phrase that asks
    ///   for something to read.
    package static func opening(of words: [String], from start: Int) -> (opening: Opening, head: Int, reading: Int) {
        var position = start
        var isPolite = false
        while true {
            if let length = length(of: fillers, in: words, at: position) {
                position += length
            } else if let length = length(of: polite, in: words, at: position) {
                position += length
                isPolite = true
            } else {
                break
            }
        }
        if let length = length(of: reading, in: words, at: position) { return (.reading, position, length) }
        if isPolite { return (.polite, position, 0) }
        guard position < words.count else { return (.plain, position, 0) }
        return (questions.contains(words[position]) ? .question : .plain, position, 0)
    }

    /// Whether the words neither ask for an answer nor for something to read.
    package static func isStatement(_ words: [String]) -> Bool {
        let (opening, _, _) = opening(of: words, from: 0)
        return opening != .reading && !RequestWords.questionWords.contains(words.first ?? "")
    }

    /// Whether the verb at `position` is negated: "don't tell", "no need to cancel".
    static func isNegated(_ words: [String], at position: Int, from start: Int) -> Bool {
        let before = words[max(start, position - 4)..<position]
        guard let last = before.lastIndex(where: negations.contains) else { return false }
        // "Instead of moving it", not "instead, move it".
        if words[last] == "instead", last + 1 < words.count, words[last + 1] != "of" { return false }
        // "don't forget to tell", "why don't you tell", "not only".
        let next = words[last + 1..<position]
        return !next.contains { ["forget", "hesitate", "mind", "you", "we", "worry", "only", "but"].contains($0) }
    }

    /// Whether somebody else's words come before the verb: "Devon asked me to tell".
    static func isReported(_ words: [String], at position: Int, from start: Int) -> Bool {
        guard let report = words[start..<position].lastIndex(where: reports.contains) else { return false }
        let subject = report > start ? words[report - 1] : ""
        // "I said tell Sara": the user repeats their own request.
        return !["i", "i've", "please"].contains(subject) || ["asked", "told", "promised"].contains(words[report])
    }

    static let afterWhichNoVerb: Set<String> = [
        "a", "an", "the", "my", "your", "his", "her", "their", "our", "this", "that", "these", "those", "any", "some",
        "no", "every", "each", "last", "first", "next", "latest", "new", "old", "he", "she", "they", "who", "what",
        "did",
        "didn't", "does", "doesn't", "has", "had", "one", "many", "much", "few", "of", "about", "it",
    ]

    /// Besides the beginning of a clause, a verb may follow these.
    static let beforeVerb: Set<String> = [
        "to", "please", "just", "also", "then", "and", "you", "we", "let's", "lets", "quickly", "now", "kindly",
        "better",
        "rather", "instead", "maybe", "should", "must", "gotta", "i", "can", "could", "would", "will", "so", "or",
        "not",
        "ahead", "por", "bitte", "i'll", "me", "still", "simply", "actually", "already", "i'd", "politely", "gently",
    ]

    package static let wishes: Set<String> = [
        "want", "need", "needs", "like", "get", "have", "can", "could", "should", "must", "please", "prefer", "love",
        "be",
        "needed", "wants", "make", "see", "be",
    ]

    private static let negations: Set<String> = [
        "don't", "dont", "not", "never", "no", "without", "stop", "avoid", "won't", "shouldn't", "instead", "neither",
        "nobody", "can't", "didn't", "doesn't", "haven't", "hasn't",
    ]

    private static let reports: Set<String> = [
        "said", "says", "asked", "asks", "told", "tells", "wrote", "writes", "mentioned", "promised", "decided",
        "tried",
        "managed", "forgot", "suggested", "suggests", "claimed", "claims", "offered", "agreed", "refused", "replied",
        "thinks", "thought", "wondered", "wonders", "heard", "texted", "messaged", "instructed", "demanded", "insists",
        "insisted", "ordered",
    ]

    private static let questions: Set<String> = [
        "what", "what's", "whats", "who", "who's", "whose", "whom", "when", "when's", "where", "where's", "why", "how",
        "how's", "which", "did", "do", "does", "has", "have", "had", "is", "isn't", "are", "aren't", "was", "wasn't",
        "were", "am", "any", "anything", "anyone", "anybody", "should", "shall", "whether", "may", "might", "if", "que",
        "quien", "cuando", "donde", "como", "cual", "wer", "wann", "wo", "wie", "warum", "welche", "quem", "quando",
        "onde",
        "qui", "quoi", "quand", "comment", "vad", "vem", "nar", "hur", "wieviel", "cuanto", "hat", "ist", "hay", "o",
    ]

    private static let fillers = phrases(
        """
        hey, hi, hello, ok, okay, so, also, and, then, now, spotter, just, quickly, yes, yep, yeah, yup, sure, no, nope, \
        actually, well, oh, right, great, good, cool, perfect, thanks, thank you, alright, but, sorry, wait, instead, \
        after that, plus, maybe, again, first, next, finally, oder, und, y, e, et, och, sim, si, ja, oui, entonces, hola, \
        um, er, hmm, afterwards, anyway, by the way, btw
        """
    )

    private static let polite = phrases(
        """
        please, kindly, pls, plz, can you, could you, would you, will you, can't you, won't you, can we, could we, can i, \
        could i, may i, might you, would you mind, do you mind, would you be able to, are you able to, would you be so kind, \
        would you kindly, is it possible to, would it be possible to, is there a way to, is there any way to, any chance, \
        any chance you could, any chance we could, is there any chance you could, any chance of, do you think you could, \
        do you think we could, could you please, can you please, how about, what about, why don't you, why don't we, \
        why not, i want to, i want you to, i want, i wanna, i'd like to, i'd like you to, i'd like, i would like to, \
        i would like you to, i would like, i'd love to, i'd love, i'd love you to, i need to, i need you to, i need, \
        i have to, i've got to, i must, i gotta, i should, we should, we need to, we have to, you should, let's, lets, \
        let us, go ahead and, go and, help me, help me to, try to, make sure, make sure to, make sure that, be sure to, \
        see to it that, see that, see if you can, it's time to, time to, i'm going to, i was hoping you could, \
        i was wondering if you could, i wonder if you could, would be great if you could, it would be great if you could, \
        if you could, if possible, mind, do me a favor and, do me a favour and, be so kind and, you can, you could, \
        feel free to, might as well, i'll need to, i think we should, i guess we should, could somebody, have spotter, \
        let me, what if we, shall we, should we, would it be ok to, is it ok to, is it okay to, ich mochte, ich will, \
        kannst du, konntest du, bitte, puedes, podrias, puede, por favor, quiero, quisiera, me gustaria, pode, podes, \
        poderia, quero, gostaria de, peux-tu, pouvez-vous, pourrais-tu, pourriez-vous, je veux, je voudrais, \
        s'il te plait, s'il vous plait, kan du, skulle du kunna, jag vill, snalla
        """
    )

    private static let reading = phrases(
        """
        tell me, tell us, show me, show, give me, send me, let me know, let us know, let me see, let me hear, find out, \
        find me the, find the, find all, find any, find messages, find what, list, summarise, summarize, sum up, check what, check if, \
        check whether, check for, check my, check the, check, look, look at, look up, look into, look for, search, \
        read, read me, explain what, explain why, explain how, explain the, explain, remind me what, remind me who, remind me how, remind me when, \
        remind me where, remind me why, remind me which, remind me whether, remind me if, remind me of what, know, \
        to know, hear, find anything, see what, see if, see who, see whether, see when, see how, see why, see where, see the, \
        get me the, catch me up, catch up, brief me, fill me in, walk me, recap, describe, compare, count, \
        analyse, analyze, pull up, bring up, bring me up, translate, understand, remember what, remember when, remember if, \
        remember who, recall, wonder, wondering, curious, open, go through, review, scan, think, figure out, identify, \
        ask you, ask what, ask you what, talk about, talk me, help, quote, say what, repeat, detail, outline, report, \
        zeig, zeige, muestra, muestrame, resume, resumen, mostra, montre, visa, sammanfatta, zusammenfassen, fasse
        """
    )

    private static func phrases(_ list: String) -> [[String]] {
        list.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
            .sorted { $0.count > $1.count }
    }

    private static func length(of phrases: [[String]], in words: [String], at position: Int) -> Int? {
        phrases.first { phrase in
            position + phrase.count <= words.count && zip(phrase, words[position...]).allSatisfy(==)
        }?.count
    }
}
