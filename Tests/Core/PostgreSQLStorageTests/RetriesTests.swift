import Synchronization
import Testing

@testable import PostgreSQLStorage

@Suite struct RetriesTests {
    private struct Failure: Error, Equatable {
        let attempt: Int
    }

    /// A second with pauses of 300 ms, on a clock that only pauses move.
    private static func run(until last: Int, mayPass: (any Error) -> Bool = { _ in true }) -> Result<Int, Failure> {
        let passed = Mutex(Duration.zero)
        let begin = ContinuousClock.now
        let retries = Retries(
            time: .seconds(1),
            pause: .milliseconds(300),
            now: { begin + passed.withLock { $0 } },
            sleep: { pause in passed.withLock { $0 += pause } }
        )
        var attempt = 0
        return Result {
            try retries.run(while: mayPass) {
                attempt += 1
                guard attempt >= last else { throw Failure(attempt: attempt) }
                return attempt
            }
        }.mapError { $0 as? Failure ?? Failure(attempt: 0) }
    }

    @Test(arguments: 1...5) func succeedsAtLast(attempt: Int) {
        #expect(Self.run(until: attempt) == .success(attempt))
    }

    /// The last attempt is the first one after a second.
    @Test func givesUp() { #expect(Self.run(until: 6) == .failure(Failure(attempt: 5))) }

    @Test func doesNotRepeatWhatDoesNotPass() {
        #expect(Self.run(until: 3) { _ in false } == .failure(Failure(attempt: 1)))
    }
}
