import Foundation

/// Tries again for a while, with pauses: a database that restarts, or whose standby takes over, is back within seconds.
struct Retries: Sendable {
    let time: Duration
    let pause: Duration
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    var sleep: @Sendable (Duration) -> Void = { Thread.sleep(forTimeInterval: $0 / .seconds(1)) }

    /// - Throws: the error of the last attempt, or the first one that doesn't pass by itself.
    func run<Value>(while mayPass: (any Error) -> Bool = { _ in true }, _ body: () throws -> Value) throws -> Value {
        let end = now().advanced(by: time)
        while true {
            do {
                return try body()
            } catch let error where mayPass(error) {
                guard now() < end else { throw error }
                sleep(pause)
            }
        }
    }
}
