import AssistantTools
import Domain
import Messaging
import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

/// Who has, is, or takes something, and how somebody's knee is: from profiles, each item with the client's own words.
extension DataQuestions {
    /// An injury that was last mentioned longer ago may have healed without a word.
    private static let doubtfulAfterDays: Int64 = 42
    private static let maxItems = 8
    private static let maxMentions = 200
    private static let minPeriodMs: Int64 = 20 * 3_600_000

    /// "Who is injured?", "which clients are vegetarian?", "how is Sara's knee?" `nil` if profiles know nothing of it, since
    /// they don't know everything that messages say.
    func known(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let facts = sources.facts, requester.user.role == .trainer, asked.words.count <= 20 else { return nil }
        let mentions = asked.mentions
        let people = asked.people
        guard mentions.count <= 1, people.count <= 1, people.allSatisfy({ $0.userId != nil }) else { return nil }
        let person = people.first
        guard person != nil || Topic.asksWho(asked.phrase) else { return nil }
        // "At night" says when it hurts, not when it's asked about.
        let named = (period(asked)?.0 ?? pastPeriod(asked)).flatMap { range in
            range.upperBound.milliseconds(since: range.lowerBound) >= Self.minPeriodMs ? range : nil
        }
        let isNow = named.map { $0.lowerBound <= now && now < $0.upperBound } ?? true
        guard
            let known = try await facts.facts(
                plain(asked, mentions),
                of: person?.userId,
                during: named,
                for: requester.user.id
            )
        else { return nil }
        if known.isAboutTravel, person == nil {
            return try await away(known, during: named ?? now..<now.adding(seconds: 86_400))
        }
        guard !known.lines.isEmpty else {
            guard known.isAboutInjuries, person == nil, isNow else { return nil }
            return try await pains(besides: [])?.answer
        }
        guard known.isAboutTravel || isNow || known.asksForPast else { return nil }
        let items = known.lines.flatMap { line in line.items.map { (line.client, $0) } }
            .filter { _, item in
                guard !isNow, known.asksForPast, let named else { return true }
                return item.validFrom.map(named.contains) ?? false
            }
        var lines = try await FactLines(items, of: self, usesFirst: known.asksForPast)
        if known.isAboutBody, !known.isAboutInjuries, !known.asksForPast {
            let clients = lines.facts.compactMap { directory.person(.user($0.client)) }
            let words = TextWord.words(of: plain(asked, mentions))
            lines = lines.updated(by: try await LaterWords(about: words, of: clients, since: lines.oldest, self))
        }
        if let person { return about(person, lines, known) }
        guard var roster = roster(lines, known) else { return nil }
        var told: Set<UserID> = []
        if known.isAboutInjuries, isNow, !known.asksForPast {
            let listed = Set(lines.with([.current, .resolved]).map(\.client))
            if let pains = try await pains(besides: listed) {
                roster = DataAnswer(joining: [roster, pains.answer])
                told = pains.clients
            }
        }
        if known.isAboutHealth { roster.text += try await unlisted(lines, known, besides: told) }
        return roster
    }

    /// The question without names and times.
    func plain(_ asked: AskedWords, _ mentions: [PeopleDirectory.Mention]) -> String {
        let times = asked.times.map(\.range)
        return asked.words.enumerated().compactMap { position, word -> String? in
            if let mention = mentions.first(where: { $0.words.contains(position) }) {
                return mention.words.upperBound == position + 1 && word.isPossessive ? "my" : nil
            }
            return times.contains { $0.overlaps(word.range) } ? nil : word.text
        }.joined(separator: " ")
    }

    // MARK: Rosters

    private func roster(_ lines: FactLines, _ known: KnownFacts) -> DataAnswer? {
        let (current, over) = (lines.with([.current]), lines.with([.resolved]))
        if known.asksForPast { return lines.answer("By what they said about themselves:", current + over) }
        if known.isAboutInjuries { return injured(lines, current, over) }
        if !current.isEmpty { return lines.answer("By what they said about themselves:", current) }
        guard known.isAboutBody, !over.isEmpty else { return nil }
        return lines.answer("Nobody that I know of now. It was so, and is over by their own words:", over)
    }

    private func injured(_ lines: FactLines, _ current: [FactLines.Fact], _ over: [FactLines.Fact]) -> DataAnswer? {
        let limit = now.adding(seconds: -Self.doubtfulAfterDays * 86_400)
        let (fresh, old) = (current.filter { $0.saidAt >= limit }, current.filter { $0.saidAt < limit })
        let weeks = Self.doubtfulAfterDays / 7
        guard fresh.isEmpty else {
            return lines.answer(
                "By what they said last about it:",
                fresh,
                "Said more than \(weeks) weeks ago; I don't know whether it still holds:",
                old
            )
        }
        let none = "I know of no injury that was mentioned in the last \(weeks) weeks and isn't over."
        guard !old.isEmpty else {
            guard !over.isEmpty else { return nil }
            return lines.answer("\(none) Over, by their own words:", Array(over.prefix(5)), kind: .related)
        }
        return lines.answer("\(none) Mentioned before that; I don't know whether it still holds:", old, kind: .related)
    }

    /// What is to be said of those whom a roster about health doesn't list: nobody is left out in silence.
    private func unlisted(
        _ lines: FactLines,
        _ known: KnownFacts,
        besides told: Set<UserID>
    ) async throws -> String {
        let isListed = Set(lines.with(known.asksForPast ? [.current, .resolved] : [.current]).map(\.client)).union(told)
        let others = ownClients.filter { client in client.userId.map { !isListed.contains($0) } ?? false }
        let isOver = Set(lines.with([.resolved]).map(\.client)).subtracting(isListed)
        let unsure = try await unsure(among: others, about: known.foods).filter { !isOver.contains($0) }
        var text = ""
        if !isOver.isEmpty, !known.isAboutInjuries, !isListed.isEmpty {
            text += "\nOver, by their own words: \(names(of: isOver, among: others)). Ask them whether it is."
        }
        if !unsure.isEmpty {
            text += "\nAlso wrote of it, and I can't tell: \(names(of: unsure, among: others)). Ask them."
        }
        let silent = others.count { client in
            client.userId.map { !isOver.contains($0) && !unsure.contains($0) } ?? false
        }
        if silent > 0 {
            let whom = silent == 1 ? "your other client" : "your other \(silent) clients"
            text += "\nI know nothing about it of \(whom): ask before it matters."
        }
        return text
    }

    /// The clients who wrote of these foods, whatever they said.
    private func unsure(among clients: [KnownPerson], about foods: Set<String>) async throws -> Set<UserID> {
        guard !foods.isEmpty else { return [] }
        let stems = Set(foods.map(TextWord.stem))
        let found = try await search.messages(
            withAnyOf: foods.sorted(),
            in: (clients + directory.groups).compactMap(\.chat),
            since: .earliest,
            limit: Self.maxMentions,
            for: requester.actor
        )
        let users = Set(clients.compactMap(\.userId))
        let senders = found.filter { !ContentWords.stems(of: $0.text).isDisjoint(with: stems) }.map(\.senderId)
        return users.intersection(senders)
    }

    private func names(of users: Set<UserID>, among clients: [KnownPerson]) -> String {
        clients.filter { client in client.userId.map(users.contains) ?? false }.map(\.name).joined(separator: ", ")
    }

    // MARK: One person

    private func about(_ person: KnownPerson, _ lines: FactLines, _ known: KnownFacts) -> DataAnswer? {
        if known.asksForPast { return lines.answer(nil, lines.with([.current, .resolved])) }
        let current = lines.with([.current])
        guard known.isAboutBody else { return lines.answer(nil, Array(current.prefix(5))) }
        let all = lines.with([.current, .resolved])
        guard let newest = all.first else { return nil }
        // What was said last about it holds; what it ended isn't told again.
        if newest.item.status == .current {
            let limit = now.adding(seconds: -Self.doubtfulAfterDays * 86_400)
            guard newest.saidAt < limit, known.mayHealUnseen else { return lines.answer(nil, Array(current.prefix(2))) }
            return lines.answer("Said last about it, and nothing newer that I know of:", [newest], kind: .related)
        }
        let since = newest.item.validTo.map { " since \(local.date($0))" } ?? ""
        return lines.answer("Over\(since), by what \(person.name) said last:", [newest])
    }

    /// "What do I need to know before Grace at 10:30?": their next event, what holds, and what they said last.
    func brief(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let facts = sources.facts, requester.user.role == .trainer,
            asked.says("briefing") || asked.says("know about") && asked.says("before")
        else { return nil }
        let people = asked.people
        guard people.count == 1, let person = people.first, let client = person.userId, let chat = person.chat else {
            return nil
        }
        let items = try await facts.all(of: client, for: requester.user.id)
            .filter { $0.status == .current && $0.category != .stressFactors }
            .filter { $0.category != .travel || $0.validTo != nil }
        let lines = try await FactLines(items.map { (client, $0) }, of: self)
        let known = Array(lines.with([.current]).prefix(Self.maxItems))
        let since = now.adding(seconds: -14 * 86_400)
        let shown = Set(known.compactMap(\.message?.id))
        let last = try await search.messages(of: chat, since: since, until: .latest, limit: 30, for: requester.actor)
            .filter { $0.senderId == client && !shown.contains($0.id) }.suffix(4).reversed()
        let next = try await sources.calendar?.events(
            of: requester.actor,
            since: now,
            until: now.adding(seconds: 60 * 86_400)
        ).first { $0.isWith(person) }
        let head = next.map { ["Next: \($0.title), \(local.dateTime($0.startsAt))."] } ?? []
        let said = QuoteLines(requester: requester, now: now, stems: []).lines(of: last.map { [$0] })
        guard !known.isEmpty || !said.citations.isEmpty else { return nil }
        return DataAnswer(
            joining: [
                DataAnswer(text: head.joined()),
                lines.answer("From the profile:", known),
                said.citations.isEmpty
                    ? nil
                    : DataAnswer(
                        text: (["Said last:"] + said.lines).joined(separator: "\n"),
                        citations: said.citations
                    ),
            ].compactMap { $0 }.filter { !$0.text.isEmpty }
        )
    }
}
