import AssistantTools
import ChatInsights
import Domain
import Foundation
import Messaging
package import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

/// Who has paid and who owes, by what was said in so many words: what was said last counts, and who said nothing is
/// neither.
extension DataQuestions {
    /// How far back open sums are looked for.
    private static let reachDays: Int64 = 200
    private static let maxFound = 400

    package func payments(_ asked: AskedWords) async throws -> DataAnswer? {
        let mentions = asked.mentions
        let plain = withoutTimes(asked).filter { word in
            !mentions.contains { asked.words[$0.words].contains(word) }
        }
        // A month is a time, but also what was paid.
        let months = asked.folded.filter { PaymentWords.months[$0] != nil }
        guard asked.words.count <= 16, let question = PaymentQuestion(asked, plain.map(\.folded) + months) else {
            return nil
        }
        if requester.user.role == .client {
            guard mentions.flatMap(\.people).allSatisfy({ $0.chat != nil }), asked.says("asker"),
                !asked.says("who")
            else { return nil }
            let direct = directory.people.filter { $0.chat != nil && $0.userId != nil }
            guard direct.count == 1, let trainer = direct.first, mentions.allSatisfy({ $0.people == [trainer] }) else {
                return nil
            }
            return try await payment(of: nil, requester.user.id, trainer.chat, question)
        }
        let people = asked.people
        if people.count == 1, let person = people.first, let user = person.userId, person.isOwn {
            return try await payment(of: person, user, person.chat, question)
        }
        guard people.isEmpty, mentions.isEmpty, Topic.asksWho(asked.phrase) || asked.says("who paid") else {
            return nil
        }
        return try await roster(question, asked)
    }

    // MARK: One person

    private func payment(
        of person: KnownPerson?,
        _ user: UserID,
        _ chat: ChatID?,
        _ question: PaymentQuestion
    ) async throws -> DataAnswer? {
        guard let chat else { return nil }
        let messages = try await search.messages(
            of: chat,
            since: now.adding(seconds: -2 * Self.reachDays * 86_400),
            until: .latest,
            limit: Self.maxChatMessages,
            for: requester.actor
        )
        let statements = PaymentReader.read(messages, payer: user).filter { concerns($0, question.months) }
        let name = person?.name ?? "you"
        guard let last = statements.last else {
            let have = person == nil ? "have" : "has"
            return DataAnswer(text: "I found no message that says whether \(name) \(have) paid.", kind: .nothing)
        }
        switch last.state {
        case .paid:
            // Both halves, and the receipt.
            let near = statements.suffix(3).filter { $0.state == .paid }
            return told([(nil, near)], nil)
        case .open:
            let tail = statements.suffix(2).filter { $0.state == .open }
            return told([("Still open, by what was said last:", tail)], nil)
        case .due: return told([("No message says that it was paid. Said last about it:", [last])], nil, .related)
        }
    }

    /// Whether a statement is about one of the months: it names one, or names none and was made about then.
    private func concerns(_ statement: PaymentStatement, _ months: Set<Int>) -> Bool {
        guard !months.isEmpty, statement.months.isDisjoint(with: months) else { return true }
        guard statement.months.isEmpty else { return false }
        let parts = local.iso(statement.message.sentAt).split(separator: "-")
        guard parts.count >= 2, let month = Int(parts[1]) else { return false }
        return months.contains(month)
    }

    // MARK: Everybody

    private func roster(_ question: PaymentQuestion, _ asked: AskedWords) async throws -> DataAnswer? {
        let clients = ownClients.filter { $0.chat != nil }
        let start = now.adding(seconds: -Self.reachDays * 86_400)
        let messages = try await search.messages(
            withAnyOf: PaymentWords.search,
            in: clients.compactMap(\.chat),
            since: start,
            limit: Self.maxFound,
            for: requester.actor
        )
        let byChat = Dictionary(grouping: messages, by: \.chatId)
        var (paid, open, due): ([PaymentStatement], [PaymentStatement], [PaymentStatement]) = ([], [], [])
        let period = question.months.isEmpty ? paidPeriod(asked) : nil
        for client in clients {
            guard let chat = client.chat, let user = client.userId, let own = byChat[chat] else { continue }
            let statements = PaymentReader.read(own, payer: user).filter { concerns($0, question.months) }
            guard let last = statements.last else { continue }
            let said = statements.filter { statement in
                statement.state == .paid && statement.message.senderId == user
                    && (period?.contains(statement.message.sentAt) ?? true)
            }
            if question.months.isEmpty || last.state == .paid { paid += said }
            if last.state == .open { open.append(last) }
            if last.state == .due { due.append(last) }
        }
        let note = "Only what chats say counts here; who said nothing isn't listed."
        guard question.asksForOpen else {
            guard !paid.isEmpty else { return nil }
            let sums = asked.says("sum") ? messages : []
            return told([("Said that they paid:", paid.newestLast)], note, sums: sums)
        }
        guard !open.isEmpty || !due.isEmpty else {
            return DataAnswer(text: "No message says that something is still open. \(note)", kind: .related)
        }
        let isSure = !open.isEmpty
        return told(
            [
                ("Still open, by what was said last:", open.newestLast),
                ("A sum was named, and nothing was said about it since:", due.newestLast),
            ],
            note,
            isSure ? .answer : .related
        )
    }

    /// "Since new year", "in February", "this month".
    private func paidPeriod(_ asked: AskedWords) -> Range<Timestamp>? {
        if let named = pastPeriod(asked) { return named }
        guard asked.says("new year") else { return nil }
        let year = local.iso(now).prefix(4)
        return requester.times(at: now).parse("\(year)-01-01").startsAt.map { $0..<now.adding(seconds: 60) }
    }

    private func told(
        _ groups: [(head: String?, statements: [PaymentStatement])],
        _ note: String?,
        _ kind: AnswerKind = .answer,
        sums: [VisibleMessage] = []
    ) -> DataAnswer? {
        let quotes = QuoteLines(requester: requester, now: now, stems: [])
        let all = groups.flatMap(\.statements).map(\.message)
        var lines = quotes.lines(of: all.map { [$0] + PaymentSum.naming($0, among: sums) })
        var text: [String] = []
        for group in groups where !group.statements.isEmpty {
            if let head = group.head { text.append(head) }
            text += lines.lines.prefix(group.statements.count)
            lines.lines.removeFirst(group.statements.count)
        }
        guard !all.isEmpty else { return nil }
        return DataAnswer(
            text: (text + [note].compactMap { $0 }).joined(separator: "\n"),
            citations: lines.citations,
            kind: kind
        )
    }
}

extension [PaymentStatement] {
    fileprivate var newestLast: [PaymentStatement] { sorted { $0.message.sentAt < $1.message.sentAt } }
}
