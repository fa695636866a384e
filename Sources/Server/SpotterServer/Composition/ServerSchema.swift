import Accounts
import Assistant
import AutomaticReplies
import CalendarPush
import CheckIns
import ClientProfiles
import Cluster
import Coaching
import Contacts
public import Domain
import Foundation
public import Logging
import Measures
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
        + RetrievalSchema.migrations + ProfilesSchema.migrations + MeasuresSchema.migrations
        + AssistantSchema.migrations + AutomaticSchema.migrations + NotificationsSchema.migrations
        + TranscriptionSchema.migrations + ModelProxySchema.migrations + SportsDataSchema.migrations
        + ClusterSchema.migrations + CheckInsSchema.migrations + CalendarPushSchema.migrations

    static let deferredWork: [any DeferredWork] = [FullTextIndexing()]

    /// Opens or creates the database of a data folder.
    ///
    /// - Parameters:
    ///   - upgrades: whether a database of an older version is brought up to date. Only a server's start does so: there is
    ///     no way back.
    ///   - followsCommits: whether what follows the commits is done, such as the index of words.
    /// - Throws: `StorageError` with one line that says what's wrong with the file; `.missingDatabase` if the folder was in
    ///   use and the database has lost everything; `.olderSchema` if it had to be upgraded and must not be.
    public static func open(
        _ folder: DataFolder,
        upgrades: Bool = true,
        followsCommits: Bool = true,
        clock: any WallClock = SystemClock(),
        logger: Logger,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws -> SQLiteDatabase {
        if !upgrades, let pending = try Self.pending(in: folder.databasePath), pending > 0 {
            throw StorageError.olderSchema(folder: folder.path, pending: pending)
        }
        let database = try open(
            path: folder.databasePath,
            mayBegin: folder.mayBegin,
            followsCommits: followsCommits,
            clock: clock,
            logger: logger,
            committed: committed
        )
        try folder.markUsed()
        return database
    }

    /// How many migrations the next start of a server runs on a database. Only looks.
    ///
    /// - Returns: `nil` if there is no file, or one without a server's tables.
    /// - Throws: `StorageError` with one line that says what's wrong with the file.
    static func pending(in path: String) throws -> Int? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try SQLiteDatabase.inspect(path: path, known: migrations).pending
    }

    /// Opens or creates a database at any path.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong with the file.
    public static func open(
        path: String,
        mayBegin: Bool = true,
        followsCommits: Bool = true,
        clock: any WallClock = SystemClock(),
        logger: Logger,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws -> SQLiteDatabase {
        try SQLiteDatabase(
            path: path,
            migrations: migrations,
            deferredWork: followsCommits ? deferredWork : [],
            mayBegin: mayBegin,
            pageCacheBytes: SystemMemory.pageCacheBytes(),
            clock: clock,
            logger: logger,
            committed: committed
        )
    }
}
