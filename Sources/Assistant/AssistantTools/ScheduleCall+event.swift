import Domain
package import Scheduling
import SpotterAPI

extension ToolArguments.ScheduleCall {
    /// What it puts into the calendar; of a series, the first event.
    package var event: NewEvent {
        NewEvent(
            eventType: eventType,
            title: title,
            clientId: clientId,
            prospectId: prospectId,
            startsAt: startsAt,
            endsAt: startsAt.adding(minutes: Int64(durationMinutes)),
            createdBy: .ai
        )
    }
}
