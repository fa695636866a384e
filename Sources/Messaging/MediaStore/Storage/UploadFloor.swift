import Domain
import Synchronization

/// Refuses uploads while the disk is nearly full, so that messages, which need little, can be stored for longer.
public final class UploadFloor: Sendable {
    /// How long an answer about the disk holds.
    private static let spacing = Duration.seconds(1)

    private struct Reading {
        var begun: ContinuousClock.Instant?
        var isTooLittle = false
    }

    private let floor: Int64
    private let free: @Sendable () -> Int64?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let reading = Mutex(Reading())

    /// - Parameters:
    ///   - floor: the bytes that must be free; 0 for no floor.
    ///   - free: reads the free bytes and may block; `nil` if they are unknown. Asked at most once a second.
    public init(
        bytes floor: Int64,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        free: @escaping @Sendable () -> Int64?
    ) {
        self.floor = floor
        self.now = now
        self.free = free
    }

    /// - Parameter refusal: what is said of what isn't taken.
    /// - Throws: `storage_full` if less than the floor is free.
    package func requireRoom(
        or refusal: String = "so it takes no files until its operator makes room. Messages still work."
    ) async throws {
        guard floor > 0 else { return }
        let now = now()
        let isDue = reading.withLock { reading in
            if let begun = reading.begun, now - begun < Self.spacing { return false }
            reading.begun = now
            return true
        }
        if isDue {
            let (floor, free) = (floor, free)
            let isTooLittle = try await BlockingIO.run { free().map { $0 < floor } ?? false }
            reading.withLock { $0.isTooLittle = isTooLittle }
        }
        guard reading.withLock({ $0.isTooLittle }) else { return }
        throw SpotterError(
            .storageFull,
            "The server's disk is nearly full, \(refusal)",
            retryable: true,
            retryAfterMs: 60_000
        )
    }
}
