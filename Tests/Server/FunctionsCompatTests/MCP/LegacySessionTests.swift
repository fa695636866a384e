import Accounts
import Domain
import TestSupport
import Testing

@testable import FunctionsCompat

/// Sessions in memory: bound to their owner, bounded in number and time.
@Suite struct LegacySessionTests {
    private static let start = Timestamp(milliseconds: 1_770_000_000_000)

    private static func principal(_ number: Int) -> Principal {
        let ids = UUIDv7Source(clock: ManualClock(start))
        let user = User(
            id: ids.next(),
            email: "u\(number)@example.com",
            displayName: "U",
            role: .trainer,
            timezone: "UTC"
        )
        return Principal(user: user, sessionId: ids.next())
    }

    @Test func idleSessionsEnd() throws {
        let clock = ManualClock(Self.start)
        let sessions = LegacySessions(clock: clock)
        let owner = Self.principal(1)
        let session = sessions.begin(.november2025, hasElicitation: true, by: owner)
        clock.advance(milliseconds: 1000 * (LegacySessions.idleSeconds - 1))
        #expect(try sessions.session(session.id, of: owner) === session)
        clock.advance(milliseconds: 1000 * (LegacySessions.idleSeconds - 1))
        #expect(try sessions.session(session.id, of: owner) === session)
        clock.advance(milliseconds: 1000 * (LegacySessions.idleSeconds))
        #expect(throws: JSONRPCError.unknownSession) { try sessions.session(session.id, of: owner) }
        #expect(sessions.count == 0)
    }

    @Test func oneUserHoldsOnlySoMany() throws {
        let clock = ManualClock(Self.start)
        let sessions = LegacySessions(clock: clock)
        let (owner, other) = (Self.principal(1), Self.principal(2))
        let kept = sessions.begin(.november2025, hasElicitation: false, by: other)
        let first = sessions.begin(.november2025, hasElicitation: false, by: owner)
        for _ in 0..<100 {
            clock.advance(milliseconds: 1000 * (1))
            _ = sessions.begin(.november2025, hasElicitation: false, by: owner)
        }
        #expect(sessions.count == LegacySessions.maxPerUser + 1)
        #expect(throws: JSONRPCError.unknownSession) { try sessions.session(first.id, of: owner) }
        #expect(try sessions.session(kept.id, of: other) === kept)
        #expect(throws: JSONRPCError.unknownSession) { try sessions.session(kept.id, of: owner) }
    }

    @Test func questionsAreBounded() throws {
        let sessions = LegacySessions(clock: ManualClock(Self.start))
        let session = sessions.begin(.november2025, hasElicitation: true, by: Self.principal(1))
        for number in 0..<16 { _ = try session.ask(for: .number(number)) }
        #expect(throws: SpotterError.self) { try session.ask(for: .number(16)) }
        session.end()
        _ = try session.ask(for: .number(17))
    }
}
