import Domain
import NIOHTTP1
import OpenAIClient
import Testing

@Suite struct RetryTests {
    @Test func waitsDoubleUpToTheirLimitAndStop() {
        let policy = RetryPolicy(
            retries: 5,
            backoff: ExponentialBackoff(firstDelay: .seconds(1), maxDelay: .seconds(6)),
            random: { 1 }
        )
        let delays = (0...5).map { policy.delay(beforeRetry: $0, retryAfter: nil) }
        #expect(delays == [.seconds(1), .seconds(2), .seconds(4), .seconds(6), .seconds(6), nil])
        #expect(RetryPolicy(retries: .max).delay(beforeRetry: .max - 1, retryAfter: nil) != nil)
    }

    @Test(arguments: [(0.0, 500), (0.5, 750), (-3, 500), (9, 1000)])
    func jitterTakesUpToHalfOfAWait(random: Double, milliseconds: Int) {
        let policy = RetryPolicy(
            backoff: ExponentialBackoff(firstDelay: .seconds(1), maxDelay: .seconds(8)),
            random: { random }
        )
        #expect(policy.delay(beforeRetry: 0, retryAfter: nil) == .milliseconds(milliseconds))
    }

    @Test func theServersWishCountsUnlessItsTooLong() {
        let policy = RetryPolicy(retries: 1, maxRetryAfter: .seconds(20))
        #expect(policy.delay(beforeRetry: 0, retryAfter: .seconds(20)) == .seconds(20))
        #expect(policy.delay(beforeRetry: 0, retryAfter: .seconds(21)) == nil)
        #expect(policy.delay(beforeRetry: 1, retryAfter: .seconds(1)) == nil)
    }

    @Test(
        arguments: [
            ([("Retry-After", "3")], .seconds(3)),
            ([("Retry-After", "0.5")], .milliseconds(500)),
            ([("Retry-After", "3"), ("retry-after-ms", "250")], .milliseconds(250)),
            ([("Retry-After", "-1")], .zero),
            ([("Retry-After", "1e300")], .seconds(86_400)),
            ([("Retry-After", "nan")], nil),
            ([("Retry-After", "soon")], nil),
            ([("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT")], nil),
            (
                [
                    ("Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Date", "Sun, 06 Nov 1994 08:49:30 GMT"),
                ], .seconds(7)
            ),
            ([], nil),
        ] as [([(String, String)], Duration?)]
    )
    func retryAfterComesInSeveralForms(headers: [(String, String)], expected: Duration?) {
        #expect(RetryAdvice(headers: HTTPHeaders(headers)).after == expected)
    }

    @Test(arguments: [("true", true), ("False", false), ("perhaps", nil)] as [(String, Bool?)])
    func aServerMaySayOutrightWhetherToRetry(value: String, expected: Bool?) {
        #expect(RetryAdvice(headers: ["x-should-retry": value]).shouldRetry == expected)
    }
}
