import Domain
import Foundation
import SpotterAPI
import TimeExpressions

/// What a proposal says about time, and another time in words: "Friday at 4pm", "at 11:30", "45 minutes".
struct ProposedTime {
    private let proposal: Proposal
    private let time: LocalTime

    init(_ proposal: Proposal, _ time: LocalTime) {
        self.proposal = proposal
        self.time = time
    }

    /// When it is to be; `nil` if it has no time.
    private var start: Timestamp? {
        switch proposal.arguments {
        case .scheduleCall(let call): call.startsAt
        case .rescheduleEvent(let event): event.startsAt
        case .setReminder(let reminder): reminder.dueAt
        case .cancelEvent, .sendMessage: nil
        }
    }

    /// The start of an event as it can be edited; `nil` for everything else.
    var text: String? {
        switch proposal.arguments {
        case .scheduleCall, .rescheduleEvent: start.map(time.dateTime)
        case .setReminder, .cancelEvent, .sendMessage: nil
        }
    }

    /// What is left unsaid stays: the day if only a time is given, the time if only a day is.
    /// - Returns: `nil` if the words aren't one certain time.
    func change(_ words: String, now: Timestamp) -> EditProposalRequest? {
        guard let start else { return nil }
        var reading = read(words, now)
        if reading.statesClockTime, !reading.statesDay {
            reading = read(words, time.startOfDay(0, now: start))
        } else if reading.kind == .date {
            reading = read("\(words) at \(time.clock(start))", now)
        }
        guard !reading.ambiguous, reading.zoneOwner == nil, !reading.isWindow else { return nil }
        var request = EditProposalRequest(version: proposal.version)
        switch reading.kind {
        case .instant: set(&request, reading.startsAt)
        case .interval where proposal.isEvent:
            set(&request, reading.startsAt)
            request.durationMinutes = reading.durationMinutes
        case .duration where proposal.isEvent: request.durationMinutes = reading.minutes
        case .interval, .duration, .date, .recurrence, .none: return nil
        }
        return request
    }

    private func read(_ words: String, _ now: Timestamp) -> ParsedTime {
        TimeExpressionParser(now: now, timeZone: time.zone, locale: "en-US").parse(words)
    }

    private func set(_ request: inout EditProposalRequest, _ instant: Timestamp?) {
        if proposal.isEvent { request.startsAt = instant } else { request.dueAt = instant }
    }
}

extension Proposal {
    fileprivate var isEvent: Bool {
        switch arguments {
        case .scheduleCall, .rescheduleEvent: true
        case .cancelEvent, .setReminder, .sendMessage: false
        }
    }
}
