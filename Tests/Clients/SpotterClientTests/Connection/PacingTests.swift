import Domain
import SpotterAPI
import Testing

@testable import SpotterClient

@Suite struct PacingTests {
    @Test func backoffDoublesUpToItsLimitAndJitters() {
        var backoff = Backoff()
        let ceilings = (0..<10).map { _ in backoff.next(random: 1) }
        #expect(
            ceilings.prefix(4) == [.milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1600)]
        )
        #expect(ceilings.suffix(2) == [.seconds(30), .seconds(30)])
        #expect(backoff.next(random: 0.5) == .seconds(15))
        #expect(backoff.next(random: 0) == .zero)
        backoff.reset()
        #expect(backoff.next(random: 1) == .milliseconds(200))
    }

    @Test func backoffNeverOverflows() {
        var backoff = Backoff()
        for _ in 0..<10_000 { #expect(backoff.next(random: 7) <= .seconds(30)) }
    }

    @Test func heartbeatPingsASilentPeerAndThenGivesItUp() {
        var heartbeat = Heartbeat(interval: .seconds(25))
        #expect(heartbeat.step(at: .seconds(0)) == .wait(.seconds(25)))
        heartbeat.heard(at: .seconds(20))
        #expect(heartbeat.step(at: .seconds(25)) == .wait(.seconds(20)))
        #expect(heartbeat.step(at: .seconds(45)) == .ping)
        #expect(heartbeat.step(at: .seconds(45)) == .wait(.seconds(10)))
        #expect(heartbeat.step(at: .seconds(54)) == .wait(.seconds(1)))
        #expect(heartbeat.step(at: .seconds(55)) == .dead)
    }

    @Test func anyFrameSavesThePeer() {
        var heartbeat = Heartbeat(interval: .seconds(25))
        #expect(heartbeat.step(at: .seconds(25)) == .ping)
        heartbeat.heard(at: .seconds(34))
        #expect(heartbeat.step(at: .seconds(35)) == .wait(.seconds(24)))
    }

    @Test func aServerCannotMakeTheClientSpin() {
        var heartbeat = Heartbeat(interval: .zero)
        #expect(heartbeat.step(at: .zero) == .wait(.seconds(1)))
    }

    @Test func cursorsGoForwardOnlyAndAreRepeated() {
        let chat: ChatID = Fixture.id(10)
        var receipts = SentReceipts()
        #expect(receipts.record(.read(chat, seq: 5)) == true)
        #expect(receipts.record(.read(chat, seq: 5)) == false)
        #expect(receipts.record(.read(chat, seq: 4)) == false)
        #expect(receipts.record(.delivered(chat, seq: 4)) == true)
        #expect(receipts.frames == [.read(chat, seq: 5)], "what's read is delivered")
        #expect(receipts.record(.delivered(chat, seq: 9)) == true)
        #expect(receipts.frames == [.delivered(chat, seq: 9), .read(chat, seq: 5)])
        #expect(receipts.record(.ping(id: "x")) == true)
    }

    @Test func divergenceIsAskedAgainThenResumedThenGivenUp() {
        var detector = DigestMonitor()
        #expect(detector.compare("a", with: "a") == .agrees)
        #expect((0..<3).map { _ in detector.compare("a", with: "b") } == [.pingAgain, .pingAgain, .resume])
        #expect((0..<3).map { _ in detector.compare("a", with: "b") } == [.pingAgain, .pingAgain, .refetch])
        #expect(detector.compare("a", with: "b") == .agrees, "once is enough")
        #expect(detector.compare("b", with: "b") == .agrees)
        #expect(detector.compare("a", with: "b") == .pingAgain)
        #expect(detector.compare(nil, with: "b") == .agrees)
    }
}
