import ArgumentParser
import Domain
import Foundation

/// The time of a command: the system's, or one that starts at `SPOTTER_NOW`, as on a server with `--now`.
enum CommandClock {
    static let clock: any WallClock =
        chosen.flatMap(Timestamp.init(rfc3339:)).map { ShiftedClock(startingAt: $0) } ?? SystemClock()

    static func now() -> Timestamp { clock.now() }

    /// - Throws: `ValidationError` if `SPOTTER_NOW` is set and no time.
    static func check() throws { _ = try chosen.map { try time($0, of: "SPOTTER_NOW") } }

    /// - Throws: `ValidationError` if the value of an option or a variable is no time.
    static func time(_ text: String, of name: String) throws -> Timestamp {
        guard let time = Timestamp(rfc3339: text) else {
            throw ValidationError("\(name) takes an RFC 3339 time like 2026-03-11T13:15:00Z")
        }
        return time
    }

    private static let chosen = ProcessInfo.processInfo.environment["SPOTTER_NOW"].flatMap { $0.isEmpty ? nil : $0 }
}
