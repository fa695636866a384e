import Domain
import Scheduling
import SpotterAPI

/// What a trainer and a client have agreed, as it is at one instant.
struct AutomaticTerms: Sendable, Hashable {
    /// How long the trainer can stop a reply, at least.
    static let undoSeconds: Int64 = 30
    /// A reply that couldn't be sent for so long isn't sent any more.
    static let maxLateSeconds: Int64 = 600
    static let acknowledgementPause: Int64 = 12 * 3600

    var isEnabled: Bool
    /// Those that both want.
    var kinds: Set<AutomaticKind>
    var afterMinutes: Int
    var perClientPerDay: Int
    var perDay: Int
    var perWeek: Int
    var quiet: QuietSpan
    var trainerClock: LocalClock
    var clientClock: LocalClock

    func isQuiet(_ instant: Timestamp) -> Bool {
        quiet.end(around: instant, on: trainerClock) != nil || quiet.end(around: instant, on: clientClock) != nil
    }

    /// When a message is answered that was written and noticed at these times.
    func dueAt(_ writtenAt: Timestamp, noticedAt: Timestamp) -> Timestamp {
        max(writtenAt.adding(minutes: Int64(afterMinutes)), noticedAt.adding(seconds: Self.undoSeconds))
    }
}
