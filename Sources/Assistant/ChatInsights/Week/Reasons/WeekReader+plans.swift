package import AssistantTools
import Domain
import Foundation
package import Messaging
import SpotterAPI
package import TextReading

/// The words by which people say when a plan or package begins or ends.
package enum PlanDateWords {
    package static let search = InsightWords.spellings("plan things")
    static let things = InsightWords.phrases("plan things")
    package static let turns = InsightWords.phrases("plan turns")
}

/// A day on which a plan or package begins or ends, by what somebody said.
package struct PlanDate: Sendable {
    package let message: VisibleMessage
    package let day: String
    package let quote: String

    /// The nearest one within the next fourteen days; of what was said twice about one day, the last.
    package static func nearest(
        in messages: [VisibleMessage],
        of client: WeekClient,
        for requester: Requester,
        in window: WeekWindow
    ) async -> PlanDate? {
        var dates: [PlanDate] = []
        for message in messages {
            if let date = PlanDate(in: message, of: client, for: requester, in: window) { dates.append(date) }
            await Task.yield()
        }
        return dates.min { ($0.day, $1.message.sentAt) < ($1.day, $0.message.sentAt) }
    }

    private init?(in message: VisibleMessage, of client: WeekClient, for requester: Requester, in window: WeekWindow) {
        guard !InstructionText.isInstruction(message.text) else { return nil }
        let zone = message.senderId == client.id ? client.zone : TimeZone(identifier: requester.user.timezone) ?? .gmt
        let spoken = SpokenText(message.text)
        let said = spoken.sentences.filter { sentence in
            !sentence.isQuestion && PlanDateWords.things.isIn(sentence, of: spoken)
                && PlanDateWords.turns.isIn(sentence, of: spoken, isAffirmed: true)
        }
        guard !said.isEmpty else { return nil }
        let times = SpokenTimes(spoken, sentAt: message.sentAt, timeZone: zone)
        for sentence in said {
            guard let due = times.due(in: sentence.words), due.endsAt > window.now, due.endsAt <= window.horizon else {
                continue
            }
            (self.message, day, quote) = (message, due.day, spoken.text(of: sentence))
            return
        }
        return nil
    }
}

extension WeekReader {
    /// The nearest date of a plan or package that somebody said.
    func planDate(_ client: WeekClient) throws -> WeekReason? {
        guard let chat = client.chat, let found = material.plans[chat] else { return nil }
        let said = window.date(found.message.sentAt)
        return WeekReason(
            id: WeekReasonID("plan", found.message.id.bytes),
            kind: .planDate,
            text: "A date of a plan or package is \(found.day), by what was said on \(said)",
            since: found.message.sentAt,
            citations: [found.message.citation(quoting: found.quote)],
            drafts: [.message, .reminder]
        )
    }
}
