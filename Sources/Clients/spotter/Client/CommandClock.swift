import ArgumentParser
import Domain
import Foundation

/// The time of a command: the system's, or one that starts at `SPOTTER_NOW`, as on a server with `--now`.
enum CommandClock {
    static func now() -> Timestamp { chosen?.now() ?? SystemClock().now() }

    /// - Throws: `ValidationError` if `SPOTTER_NOW` is set and no time.
    static func check() throws {
        guard set != nil, chosen == nil else { return }
        throw ValidationError("SPOTTER_NOW takes an RFC 3339 time like 2026-03-11T13:15:00Z")
    }

    private static let set = ProcessInfo.processInfo.environment["SPOTTER_NOW"].flatMap { $0.isEmpty ? nil : $0 }
    private static let chosen = set.flatMap(Timestamp.init(rfc3339:)).map { ShiftedClock(startingAt: $0) }
}
