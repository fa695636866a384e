public import Domain
public import Storage

/// What a backup is made of: a data folder, and what is known about it.
public struct BackupSource: Sendable {
    public let folder: String
    /// Whether the caller holds the folder and no server runs on it.
    public let isStopped: Bool
    /// The content of the server's configuration file, which is saved along.
    public let configuration: [UInt8]?
    public let serverVersion: String
    /// Why no backup can be made of it; `nil` if one can.
    public let refusal: SpotterError?
    public let counts: @Sendable (any SQLConnection) throws -> [String: Int64]

    /// - Parameter counts: asked of the copied database, for people.
    public init(
        folder: String,
        isStopped: Bool,
        configuration: [UInt8]? = nil,
        serverVersion: String,
        refusal: SpotterError? = nil,
        counts: @escaping @Sendable (any SQLConnection) throws -> [String: Int64] = { _ in [:] }
    ) {
        self.folder = folder
        self.isStopped = isStopped
        self.configuration = configuration
        self.serverVersion = serverVersion
        self.refusal = refusal
        self.counts = counts
    }

    var database: DatabaseSnapshot.Source {
        let path = DataFolder.databasePath(in: folder)
        return isStopped ? .stopped(path: path) : .inUse(path: path)
    }
}

/// How far a backup or a restore is.
public struct BackupProgress: Sendable, Equatable {
    public enum Step: String, Sendable {
        case database = "copying the database"
        case files = "copying files"
        case verifying = "checking"
        case restoring = "restoring"
    }

    public let step: Step
    /// From 0 to 1.
    public let share: Double
}
