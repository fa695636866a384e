import Testing

@testable import Storage

@Suite struct WriterLoadTests {
    private static let start = ContinuousClock.now

    private static func at(_ milliseconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    @Test func largeGroupsMeanBusy() {
        let load = WriterLoad()
        #expect(!load.isBusy(at: Self.at(0)))
        for group in 0..<100 { load.note(group: 2, at: Self.at(group)) }
        #expect(!load.isBusy(at: Self.at(100)))
        for group in 0..<30 { load.note(group: 25, at: Self.at(100 + group)) }
        #expect(load.isBusy(at: Self.at(130)))
        #expect(!load.isBusy(at: Self.at(180)), "after a pause")
        load.note(group: 1, at: Self.at(181))
        #expect(!load.isBusy(at: Self.at(181)), "what was before the pause doesn't count")
    }

    @Test func aBusyWriterDoesDeferredWorkInTurns() {
        let pace = DeferredWorkPace()
        #expect(pace.turn(after: 1000, isBusy: true, at: Self.at(0)) == .share(62))
        #expect(pace.turn(after: 1000, isBusy: true, at: Self.at(4)) == .later(.milliseconds(6)))
        #expect(pace.turn(after: 600, isBusy: true, at: Self.at(10)) == .share(100))
        #expect(pace.turn(after: 3, isBusy: true, at: Self.at(20)) == .share(DeferredWorkPace.minShare))
        #expect(pace.turn(after: 1, isBusy: false, at: Self.at(21)) == .everything)
        #expect(pace.turn(after: 1, isBusy: false, at: Self.at(21)) == .everything)
    }

    @Test func oneTurnIsScheduledAtATime() {
        let pace = DeferredWorkPace()
        var turns = 0
        #expect(pace.schedule())
        #expect(!pace.schedule())
        pace.begin { turns += 1 }
        #expect(pace.schedule())
        pace.close()
        pace.begin { turns += 1 }
        #expect(!pace.schedule())
        #expect(turns == 1)
    }
}
