import Domain
import Retrieval
import Scheduling
import SpotterAPI
package import TimeExpressions

extension ToolResolutionContext {
    var moment: RequestedMoment { moment(with: nil) }

    /// - Parameter person: whose zone "his time" means.
    func moment(with person: KnownPerson?) -> RequestedMoment {
        let first = moment(request.time, person)
        if let rule = request.recurrence, case .at(let start, let minutes, _, let doubts) = first {
            return .at(start, minutes: minutes, recurrence: rule, doubts: doubts)
        }
        guard let repeats = request.repeats else { return first }
        return .recurring(repeats, from: first, on: clock) { moment(.expression($0), person) }
    }

    private func moment(_ time: ToolRequest.Time?, _ person: KnownPerson?) -> RequestedMoment {
        RequestedMoment(time, clock: clock, locale: requester.locale, now: now, ownerZone: person?.timezone)
    }

    /// The requested time.
    /// - Throws: `Open` with `question` if there is none.
    func futureMoment(_ question: String, with person: KnownPerson? = nil) throws -> FutureMoment {
        switch moment(with: person) {
        case .at(let instant, let minutes, let recurrence, let doubts):
            return FutureMoment(
                at: instant,
                minutes: minutes,
                recurrence: recurrence,
                doubts: doubts.map(ProposalDoubt.init)
            )
        case .window(let words):
            throw Open.missing(["time"], says(.leavesOpen, ["words": String(words.prefix(100)), "question": question]))
        case .unknownZone(let whose):
            let prompt =
                person.map { says(.unknownZoneOf, ["name": $0.name]) } ?? says(.unknownZone, ["whose": whose])
            throw Open.missing(["time"], prompt)
        case .missing: throw Open.missing(["time"], question)
        case .onlyDay(let day): throw Open.missing(["time"], says(.whatTimeOn, ["day": told.day(day)]))
        case .unclear(let words):
            let said = String(words.prefix(100))
            throw Open.missing(["time"], says(.unclearTime, ["words": said, "question": question]))
        case .past(let instant):
            throw Open.missing(["time"], says(.passed, ["moment": told.moment(instant), "question": question]))
        }
    }

    /// What of an event's time the trainer should look at: that it is outside the working hours.
    func outsideHours(_ start: Timestamp, minutes: Int) throws -> [ProposalDoubt] {
        let settings = try SchedulingPreferences.settings(of: actor.userId, on: connection)
        guard let hours = try? WorkingHours(settings.workingHours),
            let clock = LocalClock(identifier: requester.user.timezone)
        else { return [] }
        let local = clock.local(start)
        let from = local.second / 60
        let isInside = hours.spans(onWeekday: local.day.weekday).contains { span in
            span.lowerBound <= from && from + minutes <= span.upperBound
        }
        guard !isInside else { return [] }
        let there = MomentFormatter(clock: clock, now: now)
        return [ProposalDoubt(.outsideHours, "\(there.moment(start)) is outside your working hours")]
    }

    func checkedDuration(_ minutes: Int) throws -> Int {
        guard SchedulingPreferences.minutes.contains(minutes) else {
            throw Open.missing(["duration"], says(.eventLength))
        }
        return minutes
    }

    /// Throws `Open` with the conflict and free times if the trainer isn't free.
    func requireFree(
        _ arguments: ToolArguments,
        at start: Timestamp,
        minutes: Int,
        excluding event: EventID? = nil
    ) throws {
        let taken = try EventCalendar.conflicts(
            of: actor.userId,
            from: start,
            to: start.adding(minutes: Int64(minutes)),
            excluding: event,
            on: connection
        )
        guard !taken.isEmpty else { return }
        let suggestions = try EventCalendar.freeStarts(
            of: actor.userId,
            near: start,
            minutes: minutes,
            excluding: event,
            at: now,
            on: connection
        )
        throw Open(
            .conflict(
                Needs.Conflict(
                    conflictsWith: taken.map {
                        .init(eventId: $0.id, title: $0.title, startsAt: $0.startsAt, endsAt: $0.endsAt)
                    },
                    suggestions: suggestions,
                    proposed: .init(arguments: arguments)
                )
            )
        )
    }
}

/// A requested time that is ahead.
struct FutureMoment {
    let at: Timestamp
    let minutes: Int?
    let recurrence: String?
    let doubts: [ProposalDoubt]
}

extension ProposalDoubt {
    package init(_ doubt: TimeDoubt) {
        let kind: Kind =
            switch doubt.kind {
            case .gap: .gap
            case .fold: .fold
            case .weekday, .dayMonth: .weekday
            case .halfDay: .halfDay
            }
        self.init(kind, doubt.text)
    }
}
