import Domain
import Testing

@testable import Notifications

@Suite struct TrialQuotaTests {
    @Test func aFewAtATimeForEachUser() throws {
        let quota = TrialQuota()
        let (one, other) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))
        let begin = Timestamp(milliseconds: 1_000_000_000)
        for _ in 0..<TrialQuota.most { try quota.take(by: one, at: begin) }
        let refused = #expect(throws: SpotterError.self) { try quota.take(by: one, at: begin.adding(seconds: 60)) }
        #expect(refused?.code == .rateLimited)
        #expect(refused?.retryAfterMs == Int(TrialQuota.seconds - 60) * 1000)
        try quota.take(by: other, at: begin)
        try quota.take(by: one, at: begin.adding(seconds: TrialQuota.seconds))
    }
}
