import Domain
import Testing

@testable import Notifications

@Suite struct TestSendLimitTests {
    @Test func aFewAtATimeForEachUser() throws {
        let limit = TestSendLimit()
        let (one, other) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))
        let begin = Timestamp(milliseconds: 1_000_000_000)
        for _ in 0..<TestSendLimit.maxSends { try limit.consume(by: one, at: begin) }
        let refused = #expect(throws: SpotterError.self) { try limit.consume(by: one, at: begin.adding(seconds: 60)) }
        #expect(refused?.code == .rateLimited)
        #expect(refused?.retryAfterMs == Int(TestSendLimit.windowSeconds - 60) * 1000)
        try limit.consume(by: other, at: begin)
        try limit.consume(by: one, at: begin.adding(seconds: TestSendLimit.windowSeconds))
    }
}
