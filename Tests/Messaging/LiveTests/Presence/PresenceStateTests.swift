import Domain
import Messaging
import NIOEmbedded
import Testing

@testable import Live

@Suite struct PresenceStateTests {
    private static let second: Int64 = 1_000_000_000
    private let user = UserID(high: 1, low: 1)
    private let seen = Timestamp(milliseconds: 5)

    private let loop = EmbeddedEventLoop()

    private func connection(_ value: UInt64) -> ConnectionID {
        ConnectionID(value: value, loop: ObjectIdentifier(loop))
    }

    private func told(_ board: inout PresenceState, at seconds: Int64) -> [PresenceStatus] {
        board.changes(at: seconds * Self.second, limit: 100).map(\.presence.status)
    }

    private func expect(
        _ board: inout PresenceState,
        at seconds: Int64,
        _ statuses: [PresenceStatus],
        _ comment: Comment? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        let changes = told(&board, at: seconds)
        #expect(changes == statuses, comment, sourceLocation: location)
    }

    @Test func aChatIsInViewWhileADeviceInUseShowsIt() {
        var board = PresenceState(PresenceSettings())
        let (chat, other) = (ChatID(high: 2, low: 1), ChatID(high: 2, low: 2))
        func isLooking(at chat: ChatID, _ seconds: Int64) -> Bool {
            board.isLooking(user, at: chat, now: seconds * Self.second)
        }
        board.set(.online, viewing: chat, user, connection(1), at: 0)
        #expect(!isLooking(at: chat, 0), "a device that isn't there shows nothing")
        board.connected(user, connection(1), at: 0, seen: seen)
        board.connected(user, connection(2), at: 0, seen: seen)
        board.set(.online, viewing: chat, user, connection(1), at: 0)
        #expect(isLooking(at: chat, 1) && !isLooking(at: other, 1))
        #expect(!isLooking(at: chat, 301), "an idle device is nobody looking")
        board.active(user, connection(1), at: 300 * Self.second, seen: seen)
        #expect(isLooking(at: chat, 301), "doing something doesn't change what is shown")
        board.set(.online, viewing: other, user, connection(2), at: 301 * Self.second)
        #expect(isLooking(at: chat, 302) && isLooking(at: other, 302))
        board.set(.away, viewing: other, user, connection(2), at: 303 * Self.second)
        #expect(!isLooking(at: other, 304))
        board.set(.online, user, connection(1), at: 304 * Self.second)
        #expect(!isLooking(at: chat, 305), "no chat named is none shown")
        board.set(.online, viewing: chat, user, connection(1), at: 305 * Self.second)
        board.disconnected(user, connection(1), saidGoodbye: false, at: 306 * Self.second, seen: seen)
        #expect(!isLooking(at: chat, 306))
    }

    @Test func devicesAreTakenTogether() {
        var board = PresenceState(PresenceSettings())
        board.connected(user, connection(1), at: 0, seen: seen)
        expect(&board, at: 0, [.online])
        board.connected(user, connection(2), at: 0, seen: seen)
        board.set(.away, user, connection(1), at: 0)
        expect(&board, at: 5, [], "the other one is still there")
        board.set(.away, user, connection(2), at: 5 * Self.second)
        expect(&board, at: 5, [.away])
        board.set(.online, user, connection(1), at: 6 * Self.second)
        expect(&board, at: 6, [.online])
        board.disconnected(user, connection(1), saidGoodbye: true, at: 7 * Self.second, seen: seen)
        expect(&board, at: 7, [.away])
        board.disconnected(user, connection(2), saidGoodbye: true, at: 8 * Self.second, seen: seen)
        expect(&board, at: 8, [.offline])
        #expect(board.connectionCount { _ in true } == 0)
    }

    @Test func whoComesBackInTimeWasNeverGone() {
        var board = PresenceState(PresenceSettings())
        board.connected(user, connection(1), at: 0, seen: seen)
        _ = told(&board, at: 0)
        board.disconnected(user, connection(1), saidGoodbye: false, at: 10 * Self.second, seen: seen)
        expect(&board, at: 13, [])
        #expect(board.current(user, at: 13 * Self.second)?.status == .online)
        board.connected(user, connection(2), at: 13 * Self.second, seen: seen)
        expect(&board, at: 60, [])
        board.disconnected(user, connection(2), saidGoodbye: false, at: 60 * Self.second, seen: seen)
        expect(&board, at: 64, [.offline])
    }

    /// The socket notices a device that vanished after at most 50 s; with the grace that's below a minute.
    @Test func theGraceFitsIntoAMinute() {
        #expect(PresenceSettings().leaveGrace + PresenceSettings().batchInterval < 9 * Self.second)
    }

    @Test func changesAreAtLeastASecondApartAndTheLastOneHolds() {
        var board = PresenceState(PresenceSettings())
        board.connected(user, connection(1), at: 0, seen: seen)
        expect(&board, at: 0, [.online])
        for _ in 0..<10 {
            board.set(.away, user, connection(1), at: 1000)
            board.set(.online, user, connection(1), at: 2000)
        }
        board.set(.away, user, connection(1), at: 3000)
        let early = board.changes(at: Self.second - 1, limit: 10)
        #expect(early.isEmpty)
        expect(&board, at: 1, [.away])
    }

    @Test func idleDevicesAreAwayUntilSomethingIsDone() {
        var board = PresenceState(PresenceSettings())
        board.connected(user, connection(1), at: 0, seen: seen)
        _ = told(&board, at: 0)
        board.sweep(at: 299 * Self.second)
        expect(&board, at: 299, [])
        board.sweep(at: 300 * Self.second)
        expect(&board, at: 300, [.away])
        board.active(user, connection(1), at: 310 * Self.second, seen: seen)
        expect(&board, at: 310, [.online])
        board.set(.away, user, connection(1), at: 320 * Self.second)
        _ = told(&board, at: 320)
        board.active(user, connection(1), at: 330 * Self.second, seen: seen)
        expect(&board, at: 330, [], "the device said so itself")
    }

    @Test func sightingsAreRareAndComplete() {
        var board = PresenceState(PresenceSettings())
        board.connected(user, connection(1), at: 0, seen: seen)
        _ = told(&board, at: 0)
        var lastSeenUpdates = board.lastSeenUpdates(at: 0)
        #expect(lastSeenUpdates == [user: seen])
        board.active(user, connection(1), at: 1, seen: Timestamp(milliseconds: 9))
        lastSeenUpdates = board.lastSeenUpdates(at: 59 * Self.second)
        #expect(lastSeenUpdates == [:])
        lastSeenUpdates = board.lastSeenUpdates(at: 60 * Self.second)
        #expect(lastSeenUpdates == [user: Timestamp(milliseconds: 9)])
        lastSeenUpdates = board.lastSeenUpdates(at: 600 * Self.second)
        #expect(lastSeenUpdates == [:], "nothing new")
        board.disconnected(
            user,
            connection(1),
            saidGoodbye: true,
            at: 601 * Self.second,
            seen: Timestamp(milliseconds: 10)
        )
        _ = told(&board, at: 601)
        lastSeenUpdates = board.lastSeenUpdates(at: 601 * Self.second)
        #expect(lastSeenUpdates == [user: Timestamp(milliseconds: 10)])
        board.sweep(at: 603 * Self.second)
        #expect(board.isEmpty, "nobody is kept for ever")
    }
}
