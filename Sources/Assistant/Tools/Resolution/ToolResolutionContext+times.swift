import Domain
import Scheduling
import SpotterAPI

extension ToolResolutionContext {
    var moment: RequestedMoment {
        RequestedMoment(request.time, clock: clock, locale: requester.locale, now: now)
    }

    /// The requested time.
    /// - Throws: `Open` with `question` if there is none.
    func futureMoment(_ question: String) throws -> (at: Timestamp, minutes: Int?, recurrence: String?) {
        switch moment {
        case .at(let instant, let minutes, let recurrence): return (instant, minutes, recurrence)
        case .missing: throw Open.missing(["time"], question)
        case .onlyDay(let day): throw Open.missing(["time"], "At what time on \(wording.day(day))?")
        case .unclear(let words):
            throw Open.missing(["time"], "I don't understand \"\(words.prefix(100))\" as a time. \(question)")
        case .past(let instant):
            throw Open.missing(["time"], "\(wording.moment(instant)) has already passed. \(question)")
        }
    }

    func checkedDuration(_ minutes: Int) throws -> Int {
        guard SchedulingPreferences.minutes.contains(minutes) else {
            throw Open.missing(["duration"], "An event lasts 5 minutes to 8 hours. How long should this one be?")
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
