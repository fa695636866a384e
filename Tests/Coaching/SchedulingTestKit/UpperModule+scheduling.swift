package import MessagingTestKit
import Scheduling

extension UpperModule {
    /// Calendars, reminders and scheduled messages.
    package static var scheduling: UpperModule {
        UpperModule(
            SchedulingSchema.migrations,
            messageObservers: { _ in [ScheduledMessageTexts()] },
            prospectObservers: { [EventCalendar(database: $0.database, clock: $0.clock, ids: $0.ids)] }
        )
    }
}
