package import ClientProfiles
import Logging
package import MessagingTestKit

extension UpperModule {
    /// Profiles, read from messages when a test says so.
    package static var profiles: UpperModule {
        UpperModule(
            ProfilesSchema.migrations,
            messageObservers: { parts in
                let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                return [ProfileFollower(database: parts.database, logger: logger)]
            }
        )
    }
}

extension MessagingFixture {
    /// Reads what clients say of themselves when it's told to.
    package var profiles: ProfileFollower { observer(ProfileFollower.self) }
}
