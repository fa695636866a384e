import HTTPTypes
import Testing

@testable import Gateway

@Suite struct UpgradeTrackerTests {
    private let plain = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    private let upgrade = HTTPRequest(
        method: .get,
        scheme: nil,
        authority: nil,
        path: "/",
        headerFields: [.connection: "keep-alive, Upgrade", .upgrade: "h2c"]
    )
    private let ok = HTTPResponse(status: .ok)
    private let switching = HTTPResponse(status: .switchingProtocols)

    @Test func plainAnswersPass() {
        var tracker = UpgradeTracker()
        for _ in 0..<2 {
            tracker.received(plain)
            #expect(tracker.answered(with: ok) == .pass)
            #expect(tracker.answerEnded() == .pass)
        }
    }

    @Test func refusedUpgradeEndsTheConnection() {
        var tracker = UpgradeTracker()
        tracker.received(upgrade)
        #expect(tracker.answered(with: HTTPResponse(status: .continue)) == .pass)
        #expect(tracker.answered(with: ok) == .end)
        #expect(!tracker.isSwitching)
        #expect(tracker.answerEnded() == .end)
    }

    /// Answers to requests before the upgrade are still on their way out when it was read already.
    @Test func pipelinedAnswersKeepTheConnection() {
        var tracker = UpgradeTracker()
        tracker.received(plain)
        tracker.received(upgrade)
        #expect(tracker.answered(with: ok) == .pass)
        #expect(tracker.answerEnded() == .pass)
        #expect(tracker.answered(with: switching) == .switchProtocols)
        #expect(tracker.isSwitching)
        #expect(tracker.answerEnded() == .switchProtocols)
    }

    /// A 101 that nobody asked for is a fault of a route, and changes nothing.
    @Test func unaskedSwitchPasses() {
        var tracker = UpgradeTracker()
        tracker.received(plain)
        #expect(tracker.answered(with: switching) == .pass)
    }
}
