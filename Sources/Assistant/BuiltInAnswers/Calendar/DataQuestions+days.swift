import AssistantTools
import Domain
import Messaging
package import RequestReading
import Retrieval
import Scheduling
import SpotterAPI
import TextReading

/// The first and last thing of a day, when something named is, and what time it is for somebody.
extension DataQuestions {
    /// "What's the first thing on Friday?", "who's my last client tomorrow?", with the client's zone if it is asked for.
    func dayEnd(_ asked: AskedWords) async throws -> DataAnswer? {
        let isLast = asked.says("last")
        guard isLast || asked.says("first"), !asked.says("day end other"), asked.says("day end"),
            asked.mentions.isEmpty, let (range, _) = period(asked),
            range.upperBound.milliseconds(since: range.lowerBound) <= 26 * 3_600_000
        else { return nil }
        let idle = AnswerWords.of("day end idle")
        guard withoutTimes(asked).allSatisfy({ idle.contains($0.folded) }) else { return nil }
        let type = asked.says("any event") ? nil : EventWords.type(of: asked.folded)
        let all = try await events(from: range.lowerBound, to: range.upperBound).filter { event in
            event.dayZone == nil && (type == nil || event.eventType == type)
                && (!asked.says("somebody") || event.clientId != nil || event.prospectId != nil)
        }
        let day = local.date(range.lowerBound)
        guard let event = isLast ? all.last : all.first else {
            return DataAnswer(text: "You have nothing like that on \(day).")
        }
        let words = "\(local.time(event.startsAt)) to \(local.time(event.endsAt))"
        var text = "\(isLast ? "Last" : "First") on \(day): \(words), \(event.title)."
        if asked.says("zone"), let person = directory.people.first(where: event.isWith) {
            text += " " + zoneLine(person, at: event.startsAt)
        }
        return DataAnswer(text: text)
    }

    /// What is in the calendar on a day for which something is to be prepared; `nil` for any other request.
    package func planned(_ asked: AskedWords) async throws -> String? {
        guard asked.says("preparing"), let calendar = sources.calendar,
            let (range, said) = period(asked), range.upperBound > now
        else { return nil }
        let all = try await calendar.events(of: requester.actor, since: range.lowerBound, until: range.upperBound)
        guard !all.isEmpty else { return "Your calendar has nothing \(said)." }
        let lines = all.prefix(CalendarAnswer.maxEvents).map { "- \(local.dateTime($0.startsAt)): \($0.title)" }
        return "In your calendar \(said):\n\(lines.joined(separator: "\n"))"
    }

    /// "What time zone is Sara in?", "what time is it for Sara when we train today?"
    package func zone(_ asked: AskedWords) async throws -> DataAnswer? {
        let asksZone = asked.says("time zone")
        guard asksZone || asked.says("time there"),
            asked.words.count <= 14
        else { return nil }
        let people = asked.people.filter {
            $0.userId != requester.user.id
        }
        guard people.count == 1, let person = people.first, person.timezone != nil else { return nil }
        guard asked.says("zone when"), asked.says("zone event") else {
            return DataAnswer(text: zoneLine(person, at: now))
        }
        let range = period(asked)?.0 ?? now..<now.adding(seconds: 60 * 86_400)
        let event = try await events(from: max(range.lowerBound, local.day(of: now).start), to: range.upperBound)
            .first { $0.isWith(person) }
        guard let event else { return DataAnswer(text: zoneLine(person, at: now)) }
        return DataAnswer(
            text: "\(event.title), \(local.dateTime(event.startsAt)) for you. \(zoneLine(person, at: event.startsAt))"
        )
    }

    private func zoneLine(_ person: KnownPerson, at instant: Timestamp) -> String {
        guard let zone = person.timezone else { return "I don't know the time zone of \(person.name)." }
        let theirs = LocalizedText(timezone: zone)
        let isSame = theirs.dateTime(instant) == local.dateTime(instant)
        let when = local.date(instant) == theirs.date(instant) ? theirs.time(instant) : theirs.dateTime(instant)
        return isSame
            ? "\(person.name) is in the time of \(theirs.city), the same as yours."
            : "For \(person.name), in the time of \(theirs.city), that's \(when)."
    }

    /// "Anything tomorrow morning?", "what's next week": a day or an hour ahead, and no topic.
    func agenda(_ asked: AskedWords) async throws -> DataAnswer? {
        guard let calendar = sources.calendar, asked.mentions.isEmpty, asked.words.count <= 12,
            let (range, _) = period(asked), range.upperBound > now,
            withoutTimes(asked).allSatisfy({ AnswerWords.agenda.contains($0.folded) })
        else { return nil }
        let answer = CalendarAnswer(calendar: calendar, directory: directory, requester: requester, now: now)
        return DataAnswer(text: try await answer.text(for: asked.text))
    }

    /// "When's the deadlift test?", "when is the Boston course?": the next event with these words in its title.
    func titled(_ asked: AskedWords) async throws -> DataAnswer? {
        guard asked.folded.first == "when" || asked.says("when is"), sources.calendar != nil,
            !asked.says("when was"), asked.words.count <= 14
        else { return nil }
        let phrase = EventPhrase(withoutTimes(asked), directory: directory)
        guard !phrase.title.isEmpty, phrase.people.count <= 1 else { return nil }
        let ahead = try await events(from: now, to: calendarReach.upperBound)
        guard let event = phrase.matching(ahead).first else { return nil }
        return DataAnswer(text: "\(event.title): \(moment(event.startsAt)), as your calendar has it.")
    }
}
