import Domain
import Messaging
import Retrieval
import TextReading

/// Chooses who belongs in the answer to "who has …": people whose own newest words about it say so.
struct Roster: Sendable {
    static let maxPeople = 8
    /// The minimum evidence of a person's message. Measured on the questions in `fixtures/`: of those whom it lists, 56 %
    /// belong there, and it lists 40 % of those who do; at 0.3, 42 % and 58 %.
    static let minEvidence = 0.42

    let topic: Topic
    let asker: UserID
    let now: Timestamp
    /// Whether the question names relatives, so that what is said of them answers it.
    var asksForKin = false

    /// The best piece of each person.
    static func onePerPerson(_ evidence: [Evidence], max: Int) -> [Evidence] {
        var seen: Set<UserID> = []
        return Array(evidence.filter { seen.insert($0.hit.message.senderId).inserted }.prefix(max))
    }

    /// - Parameter evidence: best first.
    func choose(from evidence: [Evidence]) -> [Evidence] {
        let certain = evidence.filter { item in
            let message = item.hit.message
            guard message.senderId != asker, !message.text.isOnlyQuestion || topic.asksForQuestions else {
                return false
            }
            return item.hit.evidence >= Self.minEvidence
                && (asksForKin || !OtherPeople.own(message.text, about: topic.stems))
        }
        // What a person said last about it counts, whatever matches best.
        var newest: [UserID: Evidence] = [:]
        for item in certain {
            let sender = item.hit.message.senderId
            if let known = newest[sender], known.hit.message.sentAt >= item.hit.message.sentAt { continue }
            newest[sender] = item
        }
        var seen: Set<UserID> = []
        return certain.filter { item in
            let sender = item.hit.message.senderId
            let isOver = newest[sender].map { Recovery.says($0.hit.message.text, about: topic.stems) } ?? false
            return !isOver && seen.insert(sender).inserted
        }.prefix(Self.maxPeople).map { $0 }
    }
}

/// Statements that something isn't so, or is over: "no knee pain", "zero for ten days", "all clear".
enum Recovery {
    /// - Parameter stems: the topic's; a negation counts only shortly before one of them.
    static func says(_ text: String, about stems: Set<String>) -> Bool {
        let words = TextWord.words(of: text)
        if AnswerWords.over.isIn(words.map(\.folded)) { return true }
        for (position, word) in words.enumerated() where AnswerWords.negation.contains(word.folded) {
            if words[position...].dropFirst().prefix(3).contains(where: { stems.contains($0.stem) }) { return true }
        }
        return false
    }
}
