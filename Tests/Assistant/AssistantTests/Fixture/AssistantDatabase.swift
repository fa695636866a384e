import Assistant
import AutomaticReplies
import ClientProfiles
import Domain
import Measures
import MessagingTestKit
import Retrieval
import Scheduling
import Storage

/// Databases with the tables of the assistant and of all modules below it.
enum AssistantDatabase {
    static func open(path: String, clock: any WallClock = SystemClock()) throws -> any Database {
        try TestDatabase.open(
            path: path,
            adding: SchedulingSchema.migrations + RetrievalSchema.migrations + ProfilesSchema.migrations
                + MeasuresSchema.migrations + AssistantSchema.migrations + AutomaticSchema.migrations,
            clock: clock
        )
    }
}
