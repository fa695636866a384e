import Accounts
import Assistant
import AutomaticReplies
import ClientProfiles
import Coaching
import Contacts
public import Domain
public import Logging
import MediaStore
import Messaging
import ModelProxy
import Notifications
import Retrieval
import Scheduling
import SportsData
public import Storage
import Transcription

/// The database of a server: the schemas of all modules, those of lower modules first.
public enum ServerSchema {
    public static let migrations: [Migration] =
        AccountsSchema.migrations + ContactsSchema.migrations + MediaStoreSchema.migrations
        + MessagingSchema.migrations + SchedulingSchema.migrations + CoachingSchema.migrations
        + RetrievalSchema.migrations + ProfilesSchema.migrations
        + AssistantSchema.migrations + AutomaticSchema.migrations + NotificationsSchema.migrations
        + TranscriptionSchema.migrations + ModelProxySchema.migrations + SportsDataSchema.migrations

    /// Opens or creates the database of a data folder.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong with the file; `.missingDatabase` if the folder was in
    ///   use and the database has lost everything.
    public static func open(
        _ folder: DataFolder,
        clock: any WallClock = SystemClock(),
        logger: Logger,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws -> SQLiteDatabase {
        let database = try open(
            path: folder.databasePath,
            mayBegin: folder.mayBegin,
            clock: clock,
            logger: logger,
            committed: committed
        )
        try folder.markUsed()
        return database
    }

    /// Opens or creates a database at any path.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong with the file.
    public static func open(
        path: String,
        mayBegin: Bool = true,
        clock: any WallClock = SystemClock(),
        logger: Logger,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws -> SQLiteDatabase {
        try SQLiteDatabase(
            path: path,
            migrations: migrations,
            deferredWork: [FullTextIndexing()],
            mayBegin: mayBegin,
            pageCacheBytes: SystemMemory.pageCacheBytes(),
            clock: clock,
            logger: logger,
            committed: committed
        )
    }
}
