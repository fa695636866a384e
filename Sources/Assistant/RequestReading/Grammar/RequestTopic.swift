package import AssistantTools
import Domain
package import Retrieval
import Scheduling
import SpotterAPI
package import TimeExpressions

/// The person and the event of the turns before, to which "him" and "it" refer.
package struct RequestTopic: Sendable {
    package var person: ToolRequest.Person?
    package var event: EventReference?

    package init() {}

    /// - Parameter history: the conversation's turns before the message.
    package init(_ history: [HistoryTurn], directory: PeopleDirectory, times: TimeExpressionParser) {
        guard let last = history.last, last.role == .assistant else { return }
        if let proposal = last.proposals.last {
            take(proposal, directory)
            return
        }
        guard let question = history.last(where: { $0.role == .user })?.text else { return }
        let clause = Clause(String(question.prefix(500)), directory: directory, times: times)
        let people = Set(clause.mentions.map(\.spelling))
        guard people.count <= 1 else { return }
        if let mention = clause.mentions.first { person = .named(mention.spelling) }
        var reference = EventReference(person: person)
        reference.time = clause.points.first?.reading
        reference.type = EventWords.type(of: clause.folded)
        reference.place = clause.folded.contains("last") ? .last : .next
        guard person != nil || reference.type != nil else { return }
        event = reference
    }

    private mutating func take(_ proposal: Proposal, _ directory: PeopleDirectory) {
        var reference = EventReference()
        switch proposal.arguments {
        case .scheduleCall(let call):
            person = call.clientId.map { .id($0) } ?? call.prospectId.map { .prospect($0) }
            reference.time = ParsedTime(kind: .instant, startsAt: call.startsAt, statesClockTime: true)
        case .rescheduleEvent(let move): reference.id = move.eventId
        case .cancelEvent(let cancel): reference.id = cancel.eventId
        case .setReminder(let reminder):
            person = reminder.clientId.map { .id($0) }
            return
        case .sendMessage(let message):
            person = directory.people.first { $0.chat == message.chatId }?.userId.map { .id($0) }
            return
        }
        reference.person = person
        event = reference
    }
}
