package import AssistantTools
package import Domain
import Foundation
import Messaging
import RequestReading
package import Retrieval
import Scheduling
package import SpotterAPI
import TextReading

/// An answer quoted verbatim from messages, worded as surely as its evidence allows.
package struct ChatAnswer: Sendable {
    static let maxQuotes = 3
    /// The maximum number of quotes when no topic is asked for, only what a group or a period has.
    static let maxNews = 8
    /// The maximum distance of a quote's score from the best one in an answer.
    static let maxSpread = 0.2

    package let kind: AnswerKind
    package let text: String
    package let citations: [Citation]
    /// `nil` if the question has no topic, or only words were searched.
    let signals: AnswerSignals?
    /// The client ids of the best evidence, whether cited or not.
    let shortlist: [String]

    /// - Parameter isAside: the user didn't ask for messages, so only messages that are certainly about the topic are
    ///   quoted.
    package init(
        to question: String,
        _ understanding: QueryUnderstanding,
        found: FoundContext,
        requester: Requester,
        now: Timestamp,
        isAside: Bool = false
    ) {
        let topic = Topic(question, understanding)
        let selection = EvidenceSelection(
            topic: topic,
            asker: requester.user.id,
            now: now,
            times: requester.times(at: now),
            asksForKin: OtherPeople.areAsked(question)
        )
        let evidence = selection.ordered(found)
        let quotes = QuoteLines(requester: requester, now: now, stems: topic.stems)
        shortlist = evidence.prefix(Self.maxQuotes).flatMap(\.messages).map(\.clientMessageId)
        let says = requester.says
        let place = Self.place(understanding, found, requester)
        let nothing = says(.nothingFound, ["where": place])
        if let name = UnknownName.find(in: question, understanding, found: found) {
            (kind, signals, citations) = (.nothing, nil, [])
            text = says(.unknownName, ["name": name])
            return
        }
        var grade: AnswerKind
        if topic.stems.isEmpty {
            // "What did Sara say last week?" has no topic: every message found by person and time answers it.
            (grade, signals) = (evidence.isEmpty || found.isPeriodEmpty ? .nothing : .answer, nil)
        } else if found.degraded != nil {
            (grade, signals) = (Self.gradeByWords(evidence), nil)
        } else {
            let known = AnswerSignals(of: evidence, in: found, for: topic)
            (grade, signals) = (evidence.isEmpty ? .nothing : AnswerGrade(known).kind, known)
        }
        let speakers = Speakers(understanding, requester: requester)
        var said: [Evidence] = []
        if topic.asksForWords, grade != .nothing {
            said = speakers.words(in: evidence, about: topic.stems)
            if !said.isEmpty { grade = .answer }
        }
        if grade == .answer, !selection.asksForKin, let best = evidence.first,
            OtherPeople.own(best.statement.text, about: topic.stems)
        {
            grade = .related
        }
        var chosen: [Evidence] = []
        let isHealth = understanding.people.isEmpty && HealthRoster.isAsked(question)
        let isRoster = isHealth || topic.asksWho && understanding.people.isEmpty
        if isHealth || topic.compares && topic.asksWho, grade == .answer { grade = .related }
        if isRoster, grade == .answer {
            let roster = Roster(
                topic: topic,
                asker: requester.user.id,
                now: now,
                asksForKin: selection.asksForKin
            )
            chosen = roster.choose(from: evidence)
            if chosen.isEmpty { grade = .related }
        }
        switch grade {
        case .related where topic.asksForMention && found.knownShare == 0: chosen = []
        case .answer where isRoster: break
        case .related where isRoster:
            // Whoever wrote of it in so many words comes alone.
            let literal = evidence.filter { item in
                item.statement.senderId != requester.user.id && speakers.isAbout(topic.stems, item.statement.text)
                    && (selection.asksForKin || !OtherPeople.own(item.statement.text, about: topic.stems))
            }
            let near = isHealth && !literal.isEmpty ? literal : evidence
            chosen = isAside ? [] : Roster.onePerPerson(near, max: isHealth ? Roster.maxPeople : Self.maxQuotes)
        case .answer where topic.stems.isEmpty && (understanding.group != nil || understanding.period != nil):
            chosen = evidence.prefix(Self.maxNews).sorted { $0.statement.sentAt < $1.statement.sentAt }
        case .answer where !said.isEmpty: chosen = Array(said.prefix(Self.maxQuotes))
        case .answer: chosen = Self.best(evidence, for: topic, asker: requester.user.id)
        case .related where isAside: chosen = []
        case .related where topic.asksForState:
            let near = Array(evidence.prefix(2 * Self.maxQuotes))
            let left = Self.withoutSuperseded(near, topic.stems, asker: requester.user.id)
            chosen = Array(left.prefix(Self.maxQuotes))
        case .related: chosen = Array(evidence.prefix(Self.maxQuotes))
        default: chosen = []
        }
        let listed = quotes.lines(for: chosen)
        citations = listed.citations
        let lines = listed.lines.joined(separator: "\n")
        let note = found.degraded.map { " (\($0))" } ?? ""
        if chosen.isEmpty {
            kind = .nothing
            text = nothing + note + (isHealth ? " \(says(.askThem))" : "")
        } else if isHealth {
            kind = .related
            text = "\(says(chosen.count == 1 ? .mayHelpOne : .mayHelp))\n\(lines)"
        } else if found.isPeriodEmpty {
            kind = .related
            text = "\(nothing) \(says(.otherTimes))\n\(lines)"
        } else if grade == .related || topic.asksWhoNot {
            kind = .related
            let head = says(.closestFirst, ["where": place.capitalizedFirst])
            text = "\(topic.asksWhoNot ? says(.cantSayWhoNot) + " " : "")\(head)\n\(lines)"
        } else {
            kind = .answer
            text = isRoster ? "\(says(.fromChats))\n\(lines)" : lines
        }
    }

    /// What was searched: "in your chats with Sara Chen on Mon 9 Mar 2026".
    private static func place(
        _ understanding: QueryUnderstanding,
        _ found: FoundContext,
        _ requester: Requester
    ) -> String {
        let names = understanding.people.filter { $0.userId != requester.user.id }.prefix(3).map(\.name)
        let says = requester.says
        let whom =
            names.isEmpty
            ? says(.inChats) : says(.inChatsWith, ["names": names.joined(separator: " \(says(.or)) ")])
        guard found.isPeriodEmpty, let period = understanding.period else { return whom }
        let words = LocalizedText(timezone: requester.timezone, in: says)
        let last = period.until.adding(seconds: -1)
        let (first, final) = (words.date(period.since), words.date(last))
        let when = first == final ? says(.onDay, ["day": first]) : says(.fromDayToDay, ["first": first, "last": final])
        return "\(whom) \(when)"
    }

    /// Without vectors, a message must have all the words to be an answer.
    private static func gradeByWords(_ evidence: [Evidence]) -> AnswerKind {
        let share = evidence.map(\.hit.evidence).max() ?? 0
        return share >= 0.99 ? .answer : share >= 0.34 ? .related : .nothing
    }

    /// What is quoted in an answer. Of a state that changed, the newest statements: what they supersede isn't true any
    /// more.
    private static func best(_ evidence: [Evidence], for topic: Topic, asker: UserID) -> [Evidence] {
        guard let first = evidence.first else { return [] }
        var near = evidence.prefix(2 * maxQuotes).filter { $0.score >= first.score - maxSpread }
        if topic.tense == .present {
            // What was said last counts, but only of what is asked about.
            let literal = near.filter { item in
                item.messages.contains { !ContentWords.stems(of: $0.text).isDisjoint(with: topic.stems) }
            }
            if !literal.isEmpty { near = literal }
        }
        if topic.asksForState { near = withoutSuperseded(near, topic.stems, asker: asker) }
        switch topic.tense {
        case .any: return Array(near.prefix(maxQuotes))
        case .current:
            let since = first.statement.sentAt.adding(seconds: -10 * 86_400)
            return Array(near.filter { $0.statement.sentAt >= since }.prefix(maxQuotes))
        case .present:
            return Array(near.sorted { $0.statement.sentAt > $1.statement.sentAt }.prefix(maxQuotes))
        }
    }
}

extension ChatAnswer {
    /// What is this much older isn't said in one breath with the newer: two days.
    private static let breathMs: Int64 = 2 * 86_400_000

    /// Without statements about the same of which a later one says how it is now: "stopped the melatonin" makes "taking
    /// melatonin" untrue.
    fileprivate static func withoutSuperseded(_ evidence: [Evidence], _ stems: Set<String>, asker: UserID) -> [Evidence]
    {
        let said = evidence.map { item in
            (item: item, about: ContentWords.stems(of: item.statement.text).intersection(stems))
        }
        return said.filter { older in
            !said.contains { newer in
                // A comment of the asker's supersedes nothing that others said.
                (newer.item.statement.senderId != asker || older.item.statement.senderId == asker)
                    && newer.item.statement.chatId == older.item.statement.chatId
                    && newer.item.statement.sentAt.milliseconds(since: older.item.statement.sentAt) > breathMs
                    && 2 * newer.about.intersection(older.about).count >= max(1, older.about.count)
            }
        }.map(\.item)
    }
}

/// Words evidence as numbered quotes.
struct QuoteLines: Sendable {
    let requester: Requester
    let now: Timestamp
    let stems: Set<String>

    /// One line for each piece of evidence; a question stands before its reply.
    func lines(for evidence: [Evidence]) -> (lines: [String], citations: [Citation]) {
        lines(of: evidence.map(\.messages))
    }

    /// One line for each group of messages, those of a group below each other.
    func lines(of groups: [[VisibleMessage]]) -> (lines: [String], citations: [Citation]) {
        var citations: [Citation] = []
        let lines = groups.map { messages in
            messages.map { message in
                citations.append(message.citation(quoting: Quote.best(of: message.text, for: stems)))
                return line(for: message, quote: citations[citations.count - 1].quote, number: citations.count)
            }.joined(separator: "\n  ")
        }
        return (groups.count > 1 ? lines.map { "- \($0)" } : lines, citations)
    }

    private func line(for message: VisibleMessage, quote: String, number: Int) -> String {
        let says = requester.says
        let words = LocalizedText(timezone: requester.timezone, in: says)
        let place = message.groupName.map { ", " + says(.inGroup, ["group": $0]) } ?? ""
        let when = words.moment(message.sentAt, from: now)
        let name = message.senderId == requester.user.id ? says(.you) : message.senderName
        return "\(name), \(when)\(place): “\(quote)” [\(number)]"
    }
}
