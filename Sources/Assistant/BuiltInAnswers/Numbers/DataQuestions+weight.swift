import AssistantTools
import Domain
import Foundation
import Messaging
package import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

/// What somebody weighs, and how much they have lost or gained, by what they wrote themselves.
extension DataQuestions {
    /// How many of a chat's newest messages are read.
    static let maxChatMessages = 3000

    /// `nil` if the question is about something else, or if they never wrote a weight.
    package func weight(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let question = WeightQuestion(asked), let (person, user, chat) = subject(asked) else { return nil }
        let plain = question.words.filter { word in !isName(word, asked) }
        guard plain.allSatisfy({ WeightQuestion.known.contains($0.folded) }) else { return nil }
        let messages = try await search.messages(
            of: chat,
            since: .earliest,
            until: .latest,
            limit: Self.maxChatMessages,
            for: requester.actor
        )
        var all = WeighingReader.read(messages, of: user)
        guard !all.isEmpty else { return nil }
        if let named = pastPeriod(asked), !named.contains(now) || asked.says("weight period") {
            all = all.filter { named.contains($0.message.sentAt) }
        }
        guard let last = all.last else { return nil }
        let name = user == requester.user.id ? "You" : person.name
        guard question.isChange else { return told(question.isPast ? all.suffix(3) : [last], nil) }
        guard let first = all.first, first.message.id != last.message.id else {
            let who = user == requester.user.id ? "you" : person.name
            return told([last], "I know only one weight that \(who) wrote, so no difference:", .related)
        }
        return difference(first, last, name, unit: question.unit ?? WeighingReader.unit(in: messages))
    }

    /// The person whose words count, and the direct chat with them; a client who names nobody asks about themselves.
    func subject(_ asked: AskedWords) -> (person: KnownPerson, user: UserID, chat: ChatID)? {
        let people = asked.people
        if people.count == 1, let person = people.first, let user = person.userId, let chat = person.chat,
            requester.user.role == .trainer
        {
            return (person, user, chat)
        }
        let direct = directory.people.filter { $0.chat != nil && $0.userId != nil }
        guard people.isEmpty, requester.user.role == .client, asked.says("asker"), direct.count == 1,
            let other = direct.first, let chat = other.chat
        else { return nil }
        return (other, requester.user.id, chat)
    }

    private func isName(_ word: TextWord, _ asked: AskedWords) -> Bool {
        let times = asked.times.map(\.range)
        return times.contains { $0.overlaps(word.range) }
            || asked.mentions.contains { asked.words[$0.words].contains(word) }
    }

    private func difference(_ first: Weighing, _ last: Weighing, _ name: String, unit said: String?)
        -> DataAnswer
    {
        guard first.unit == last.unit || first.unit == nil || last.unit == nil else {
            return told([first, last], "In different units, so no difference:", .related)
        }
        let unit = (first.unit ?? last.unit ?? said).map { " \($0)" } ?? ""
        let change = last.value - first.value
        let amount = NumberText.of(abs(change))
        let has = name == "You" ? "have" : "has"
        let verb = change < 0 ? "lost" : "gained"
        let days = "\(local.date(first.message.sentAt)) to \(local.date(last.message.sentAt))"
        let values = "from \(NumberText.of(first.value)) to \(NumberText.of(last.value))"
        let words =
            change == 0
            ? "\(name) \(has) neither lost nor gained, \(values), \(days):"
            : "\(name) \(has) \(verb) \(amount)\(unit), \(values), \(days):"
        return told([first, last], words)
    }

    private func told(_ weighings: some Collection<Weighing>, _ head: String?, _ kind: AnswerKind = .answer)
        -> DataAnswer
    {
        let quotes = QuoteLines(requester: requester, now: now, stems: [])
        let said = quotes.lines(of: weighings.map { [$0.message] })
        let text = ([head].compactMap { $0 } + said.lines).joined(separator: "\n")
        return DataAnswer(text: text, citations: said.citations, kind: kind)
    }
}

/// A question about a weight, or about its change.
private struct WeightQuestion {
    let words: [TextWord]
    /// "How many kilos has she lost?"
    let isChange: Bool
    /// "What did she weigh?": several values may answer.
    let isPast: Bool
    /// The unit that the question names: `kg` or `lb`.
    let unit: String?

    init?(_ asked: AskedWords) {
        let isWeight = asked.says("weight")
        let isMass = asked.says("mass")
        let asksAmount = asked.says("amount")
        let isPutOn = asked.says("put on") && isMass
        isChange = asked.says("weight change") || isPutOn
        // "How much has Khalid lost?"
        let isPlainLoss = asked.says("how much") && asked.says("plain loss")
        guard isWeight || isMass || isPlainLoss else { return nil }
        guard isChange ? asksAmount && (isMass || isWeight || isPlainLoss) : isWeight else { return nil }
        isPast = asked.says("weighed then") && !asked.says("weighed now")
        unit = asked.says("in pounds") ? "lb" : asked.says("in kilos") ? "kg" : nil
        words = asked.words
    }

    /// The only words that such a question has, beside names and times.
    static let known = AnswerWords.of("weight known")
}

/// Numbers as people write them: `4.1`, `8`.
enum NumberText {
    static func of(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
