import AssistantTools
package import Domain
import Messaging
package import RequestReading
import Retrieval
import Scheduling
package import SpotterAPI
import TextReading
import TimeExpressions

/// Who waits, who is quiet, who there is.
extension DataQuestions {
    // MARK: Waiting

    /// "Who's waiting for a reply from me?", "whom do I still have to answer?"
    func waiting(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let inbox = sources.inbox else { return nil }
        let isWaiting =
            asked.says("waiting") && !asked.says("waiting list") || asked.says("replies") && asked.says("owed replies")
            || asked.says("own unanswered") || asked.says("unanswered") && asked.says("i")
        let people = asked.people
        guard isWaiting, asked.folded.first.map({ !AnswerWords.of("no person").contains($0) }) ?? false,
            people.count <= 1
        else { return nil }
        let items = try await inbox.items(for: requester.actor)
        if let person = people.first { return waiting(person, items) }
        guard !items.isEmpty else { return DataAnswer(text: "Nobody: every message to you has an answer.") }
        var answer = DataAnswer(text: "")
        let lines = items.prefix(CalendarAnswer.maxEvents).map { item -> String in
            let name = name(of: item.chatId) ?? "Somebody"
            let message = item.lastMessage
            var line = "- \(name) has waited since \(moment(item.waitingSince))"
            if !message.text.trimmed.isEmpty {
                answer.citations.append(citation(message))
                line += ": “\(Quote.best(of: message.text, for: []))” [\(answer.citations.count)]"
            }
            return line
        }
        let more = items.count > lines.count ? "\nand \(items.count - lines.count) more." : ""
        let count = items.count == 1 ? "1 chat waits" : "\(items.count) chats wait"
        answer.text = "\(count) for your answer, longest first:\n\(lines.joined(separator: "\n"))\(more)"
        return answer
    }

    /// "Did Liam ask something that I forgot to answer?"
    private func waiting(_ person: KnownPerson, _ items: [InboxItem]) -> DataAnswer {
        guard let item = items.first(where: { $0.chatId == person.chat }) else {
            return DataAnswer(text: "No: nothing of \(person.name) waits for your answer.")
        }
        let message = item.lastMessage
        let asks = message.text.isOnlyQuestion ? "asks" : "is no question"
        return DataAnswer(
            text: "The last message of \(person.name) has no answer yet; it \(asks). \(moment(message.createdAt)): "
                + "“\(Quote.best(of: message.text, for: []))” [1]",
            citations: [citation(message)]
        )
    }

    // MARK: Quiet

    /// "Who has gone quiet?", "who haven't I heard from in a week?", "who hasn't answered for three days?"
    func quiet(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let chats = sources.chats, requester.user.role == .trainer else { return nil }
        let isSilence = asked.says("silence")
        let isUnanswered = asked.says("theirs unanswered") && !asked.says("i")
        if let last = try await lastWritten(asked, chats) { return last }
        guard isSilence || isUnanswered, asked.mentions.isEmpty else { return nil }
        let days = silenceDays(asked)
        let limit = now.adding(seconds: -Int64(days) * 86_400)
        var silent: [(person: KnownPerson, last: Timestamp?)] = []
        let byChat = try await newestMessages(chats)
        for client in ownClients {
            guard let chat = client.chat, let user = client.userId else { continue }
            let theirs = try await newest(in: chat, by: user, chats)
            guard theirs.map({ $0.createdAt < limit }) ?? true else { continue }
            // To be unanswered, there must be something to answer.
            if isUnanswered, byChat[chat]?.senderId != requester.user.id { continue }
            silent.append((client, theirs?.createdAt))
        }
        let span = days == 1 ? "a day" : days % 7 == 0 ? (days == 7 ? "a week" : "\(days / 7) weeks") : "\(days) days"
        let what = isUnanswered ? "left your last message unanswered" : "been silent"
        guard !silent.isEmpty else { return DataAnswer(text: "Nobody has \(what) for \(span).") }
        silent.sort { ($0.last?.milliseconds ?? 0) < ($1.last?.milliseconds ?? 0) }
        let lines = silent.map { "- \($0.person.name): \($0.last.map { "last wrote \(moment($0))" } ?? "never wrote")" }
        return DataAnswer(
            text: "\(silent.count == 1 ? "One client has" : "\(silent.count) clients have") \(what) for \(span):\n"
                + lines.joined(separator: "\n")
        )
    }

    /// "When did Hannah last write?"
    private func lastWritten(_ asked: AskedWords, _ chats: Chats) async throws -> DataAnswer? {
        guard asked.folded.first == "when", asked.says("last"), asked.says("written")
        else { return nil }
        let people = asked.mentions.flatMap(\.people)
        guard people.count == 1, let person = people.first, let chat = person.chat, let user = person.userId else {
            return nil
        }
        guard let message = try await newest(in: chat, by: user, chats) else {
            return DataAnswer(text: "\(person.name) hasn't written to you yet.")
        }
        return DataAnswer(
            text: "\(person.name) last wrote \(moment(message.createdAt)): "
                + "“\(Quote.best(of: message.text, for: []))” [1]",
            citations: [citation(message)]
        )
    }

    /// The number of days that the question names; a week if none.
    private func silenceDays(_ asked: AskedWords) -> Int {
        for match in asked.times {
            if match.reading.kind == .duration, let minutes = match.reading.minutes, minutes >= 1440 {
                return minutes / 1440
            }
            if let start = match.reading.startsAt, start < now {
                return max(1, Int(now.milliseconds(since: start) / 86_400_000))
            }
        }
        return asked.says("two weeks") ? 14 : asked.says("a month") ? 30 : 7
    }

    // MARK: Who there is

    /// "How many clients do I have?", "who are my prospects?"
    package func clients(_ asked: AskedWords) -> DataAnswer? {
        let isCount = asked.says("count")
        let isList = asked.says("people listed")
        guard isCount || isList, requester.user.role == .trainer else { return nil }
        let idle = AnswerWords.of("people idle")
        guard asked.folded.allSatisfy(idle.contains) else { return nil }
        let (clients, prospects) = (ownClients, directory.people.filter { $0.isOwn && $0.userId == nil })
        let wantsProspects = asked.says("prospects")
        guard wantsProspects || asked.says("clients") else { return nil }
        func list(_ people: [KnownPerson], _ one: String, _ many: String) -> String {
            let count = people.isEmpty ? "no \(many)" : people.count == 1 ? "1 \(one)" : "\(people.count) \(many)"
            return "You have \(count)\(people.isEmpty ? "." : ": \(people.map(\.name).joined(separator: ", ")).")"
        }
        let lines = [
            asked.says("clients") ? list(clients, "client", "clients") : nil,
            wantsProspects ? list(prospects, "prospect", "prospects") : nil,
        ]
        return DataAnswer(text: lines.compactMap { $0 }.joined(separator: "\n"))
    }

    // MARK: What came

    /// "What did I miss?", "anything new?"
    func missed(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let chats = sources.chats else { return nil }
        guard asked.says("missed"), asked.mentions.isEmpty else { return nil }
        let all = try await chats.list(for: requester.actor)
        if let since = period(asked)?.0.lowerBound, since < now { return said(since: since, in: all) }
        let unread = all.filter { $0.unread > 0 }
        guard !unread.isEmpty else { return DataAnswer(text: "Nothing: you have read everything.") }
        var answer = DataAnswer(text: "")
        let lines = unread.prefix(CalendarAnswer.maxEvents).map { chat -> String in
            let count = chat.unread == 1 ? "1 new message" : "\(chat.unread) new messages"
            var line = "- \(name(of: chat.id) ?? chat.name): \(count)"
            if let last = chat.lastMessage, !last.text.trimmed.isEmpty, last.senderId != requester.user.id {
                answer.citations.append(citation(last))
                line +=
                    ", the last \(moment(last.createdAt)): “\(Quote.best(of: last.text, for: []))” "
                    + "[\(answer.citations.count)]"
            }
            return line
        }
        answer.text = "New for you:\n\(lines.joined(separator: "\n"))"
        return answer
    }

    /// What others said last in each chat since an instant, read or not.
    private func said(since: Timestamp, in chats: [Chat]) -> DataAnswer {
        var answer = DataAnswer(text: "")
        let lines = chats.compactMap { chat -> String? in
            guard let last = chat.lastMessage, last.createdAt >= since, last.senderId != requester.user.id,
                !last.text.trimmed.isEmpty
            else { return nil }
            answer.citations.append(citation(last))
            let quote = Quote.best(of: last.text, for: [])
            return
                "- \(name(of: chat.id) ?? chat.name), \(moment(last.createdAt)): “\(quote)” [\(answer.citations.count)]"
        }
        let start = moment(since)
        answer.text =
            lines.isEmpty
            ? "Nobody has written to you since \(start)."
            : "The last words in each chat since \(start):\n\(lines.joined(separator: "\n"))"
        return answer
    }

    // MARK: Reading

    package func moment(_ instant: Timestamp) -> String { local.moment(instant, from: now) }

    package func name(of chat: ChatID) -> String? {
        (directory.people + directory.groups).first { $0.chat == chat }?.name
    }

    package func citation(_ message: Message) -> Citation {
        Citation(
            messageId: message.id,
            chatId: message.chatId,
            clientMessageId: message.clientMessageId,
            senderName: directory.person(.user(message.senderId))?.name ?? requester.user.displayName,
            sentAt: message.createdAt,
            quote: Quote.best(of: message.text, for: [])
        )
    }

    private func newestMessages(_ chats: Chats) async throws -> [ChatID: Message] {
        let all = try await chats.list(for: requester.actor)
        return Dictionary(all.compactMap { chat in chat.lastMessage.map { (chat.id, $0) } }) { first, _ in first }
    }

    /// The newest message of one sender among the last 200 of a chat.
    private func newest(in chat: ChatID, by user: UserID, _ chats: Chats) async throws -> Message? {
        let page = try await chats.history(of: chat, limit: 200, for: requester.actor)
        return page.messages.last { $0.senderId == user && !$0.text.isEmpty }
    }
}
