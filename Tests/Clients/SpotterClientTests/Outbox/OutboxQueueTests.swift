import Domain
import Testing

@testable import SpotterClient

@Suite struct OutboxQueueTests {
    private func entry(_ id: String, _ chat: UInt64, _ state: OutboxEntry.State) -> OutboxEntry {
        OutboxEntry(id: id, chatId: Fixture.id(chat), text: id, writtenAt: Fixture.time, state: state)
    }

    @Test func oneMessageOfAChatIsUnderWayAtATime() {
        let entries = [
            entry("a1", 1, .staged), entry("b1", 2, .sending), entry("a2", 1, .staged), entry("b2", 2, .staged),
        ]
        #expect(OutboxQueue.ready(entries).map(\.id) == ["a1"])
    }

    @Test func whatFailedOrIsStoredLetsTheNextGo() {
        let entries = [
            entry("a1", 1, .failed(reason: "no", retryable: true)), entry("a2", 1, .sent(seq: 4)),
            entry("a3", 1, .staged), entry("b1", 2, .staged),
        ]
        #expect(OutboxQueue.ready(entries).map(\.id) == ["a3", "b1"])
    }

    @Test(arguments: [ErrorCode.notAMember, .invalidRequest, .forbidden]) func finalErrorsFail(code: ErrorCode) {
        let state = OutboxQueue.failure(after: .refused(SpotterError(code, "said no"), requestId: nil))
        #expect(state == .failed(reason: "said no", retryable: code != .invalidRequest))
    }

    @Test func transientErrorsAreTriedAgain() {
        let busy = SpotterError(.rateLimited, "slow down", retryable: true, retryAfterMs: 100)
        #expect(OutboxQueue.failure(after: .refused(busy, requestId: nil)) == nil)
        #expect(OutboxQueue.failure(after: .disconnected("gone")) == nil)
        #expect(OutboxQueue.failure(after: .sessionEnded) == nil)
    }

    @Test func aDraftGoesWhenAllOfItsFilesAreThere() {
        let there = FileAttachment(clientMediaId: "m1", path: "/a", fileName: "a", mediaId: Fixture.id(1))
        let missing = FileAttachment(clientMediaId: "m2", path: "/b", fileName: "b")
        func entry(_ attachments: [FileAttachment]) -> OutboxEntry {
            OutboxEntry(
                id: "x",
                chatId: Fixture.id(1),
                text: "",
                attachments: attachments,
                writtenAt: Fixture.time
            )
        }
        #expect(entry([there, missing]).outgoing == nil)
        #expect(entry([there]).outgoing?.mediaIds == [Fixture.id(1)])
    }
}
