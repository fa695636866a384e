import AssistantTools
import Domain
import Messaging
import SpotterAPI

extension WeekReader {
    /// How long what is open counts.
    static let paymentDays: Int64 = 45

    /// What was said last about paying, in so many words.
    func payment(_ client: WeekClient) throws -> WeekReason? {
        guard let chat = client.chat, let last = material.payments[chat] else { return nil }
        let said = last.message.sentAt
        let isTheirs = last.message.senderId == client.id
        switch last.state {
        case .open where said >= window.now.adding(seconds: -Self.paymentDays * 86_400):
            return WeekReason(
                id: WeekReasonID("payment", last.message.id.bytes),
                kind: .paymentOpen,
                text: "A payment is open, by what was said last about it on \(window.moment(said))",
                since: said,
                citations: [last.message.citation],
                drafts: [.reminder]
            )
        case .paid where isTheirs && window.holdsLastWeek(said):
            return WeekReason(
                id: WeekReasonID("paid", last.message.id.bytes),
                kind: .paid,
                text: "Said on \(window.moment(said)) that they have paid",
                since: said,
                citations: [last.message.citation]
            )
        case .open, .paid, .due: return nil
        }
    }
}
