public import Domain
import Foundation

/// Makes backups of one data folder, one at a time.
public actor Backups {
    public let source: BackupSource
    private let clock: any WallClock
    private var isBusy = false

    public init(_ source: BackupSource, clock: any WallClock = SystemClock()) {
        self.source = source
        self.clock = clock
    }

    /// Makes a backup. Readers and writers of the folder aren't held up.
    ///
    /// - Throws: `BackupError` or `StorageError`; `conflict` if one is being made; the source's refusal. No file is left behind then.
    public func make(
        _ destination: PartialFile,
        progress: @escaping @Sendable (BackupProgress) throws -> Void = { _ in }
    ) async throws -> Manifest {
        try await make(destination, publishes: true, progress)
    }

    /// Makes a backup to be sent away. Its file has no name any more, and is gone when the object is released.
    ///
    /// - Parameter folder: where there is room for it.
    /// - Throws: as `make`.
    public func makeContent(in folder: String) async throws -> BackupContent {
        let folder = BackupFolder(folder)
        try folder.create()
        let name = name()
        let destination = try PartialFile("\(folder.path)/spotter-\(UUID().uuidString).tar")
        defer { destination.discard() }
        _ = try await make(destination, publishes: false) { _ in }
        return BackupContent(file: destination.file, name: name, size: try destination.file.size())
    }

    private func make(
        _ destination: PartialFile,
        publishes: Bool,
        _ progress: @escaping @Sendable (BackupProgress) throws -> Void
    ) async throws -> Manifest {
        if let refusal = source.refusal { throw refusal }
        guard !isBusy else {
            throw SpotterError(.conflict, "A backup is being made; try again in a minute.", retryable: true)
        }
        isBusy = true
        defer { isBusy = false }
        let maker = BackupMaker(source: source, clock: clock, progress: progress)
        return try await BackgroundThread.run { try maker.make(destination, publishes: publishes) }
    }

    /// The name of a backup that is made now.
    public nonisolated func name() -> String { BackupFolder.name(at: clock.now()) }
}

/// A verified backup, to be read once.
public struct BackupContent: Sendable {
    let file: RawFile
    public let name: String
    public let size: Int64

    /// Reads `count` bytes. Blocks.
    public func read(at offset: Int64, count: Int) throws -> [UInt8] { try file.read(at: offset, count: count) }
}
