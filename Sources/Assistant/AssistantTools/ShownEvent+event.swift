import Domain
import SpotterAPI

extension ToolArguments.ShownEvent {
    init(_ event: CalendarEvent) {
        self.init(
            title: event.title,
            startsAt: event.startsAt,
            endsAt: event.endsAt,
            clientId: event.clientId,
            prospectId: event.prospectId
        )
    }

    /// - Throws: `conflict` if the event isn't any more what was shown, with what has changed about it.
    func requireUnchanged(_ event: CalendarEvent) throws {
        let now = Self(event)
        guard now != self else { return }
        var changes: [String] = []
        if now.title != title { changes.append("it is called \"\(now.title)\" now") }
        if (now.clientId, now.prospectId) != (clientId, prospectId) { changes.append("it is with somebody else now") }
        if now.startsAt != startsAt {
            changes.append("it was moved")
        } else if now.endsAt != endsAt {
            changes.append("its length has changed")
        }
        throw SpotterError(
            .conflict,
            "\"\(title)\" isn't any more what you were shown: \(changes.joined(separator: ", ")). Ask again."
        )
    }
}
