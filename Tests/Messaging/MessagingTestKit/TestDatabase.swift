import Accounts
import Contacts
package import Domain
package import Logging
import MediaStore
import Messaging
package import Storage

/// Databases with the tables of Messaging and of what stands below it, as a server has them before those of modules above.
package enum TestDatabase {
    /// - Parameters:
    ///   - migrations: those of modules above Messaging, in the server's order.
    ///   - logger: nothing is logged if left out.
    package static func open(
        path: String,
        adding migrations: [Migration] = [],
        clock: any WallClock = SystemClock(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) throws -> SQLiteDatabase {
        try SQLiteDatabase(
            path: path,
            migrations: AccountsSchema.migrations + ContactsSchema.migrations + MediaStoreSchema.migrations
                + MessagingSchema.migrations + migrations,
            deferredWork: [FullTextIndexing()],
            clock: clock,
            logger: logger
        )
    }
}
