import Accounts
import Assistant
import Contacts
public import Domain
public import Logging
import MediaStore
import Messaging
import Notifications
import Retrieval
import Scheduling
public import Storage

/// The database of a server: the schemas of all modules, those of lower modules first.
public enum ServerSchema {
    public static let migrations: [Migration] =
        AccountsSchema.migrations + ContactsSchema.migrations + MediaStoreSchema.migrations
        + MessagingSchema.migrations + SchedulingSchema.migrations + RetrievalSchema.migrations
        + AssistantSchema.migrations + NotificationsSchema.migrations

    /// Opens or creates a server's database.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong with the file.
    public static func open(
        path: String,
        clock: any WallClock = SystemClock(),
        logger: Logger,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws -> SQLiteDatabase {
        try SQLiteDatabase(
            path: path,
            migrations: migrations,
            deferredWork: [FullTextIndexing()],
            clock: clock,
            logger: logger,
            committed: committed
        )
    }
}
