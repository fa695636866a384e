import Accounts
package import Domain
import Messaging
import NIOCore
import Synchronization

/// What a node finds out by itself.
extension NodeLink {
    func scheduleTick() {
        hub.anyEventLoop?.scheduleTask(in: Self.tick) { [weak self] in self?.tick() }
    }

    private func tick() {
        let now = now
        let (isClosed, isCutOff, gone, live) = state.withLock { state -> (Bool, Bool, [String], LiveServices?) in
            let isCutOff = state.echo.isCutOff(at: now)
            if isCutOff { state.gapReads += 1 }
            return (state.isClosed, isCutOff, state.peers.expire(at: now), state.sources?.live)
        }
        guard !isClosed else { return }
        for node in gone { live?.presence.nodeDidEnd(connection(of: node)) }
        say { _ in }
        sweep(everything: isCutOff)
        scheduleTick()
    }

    /// Follows the chats of a user whose connection doesn't say which.
    func follow(_ user: UserID) async {
        guard let sync = state.withLock({ $0.sources })?.sync else { return }
        let positions = await withCheckedContinuation { continuation in
            sync.positions(reading: user) { continuation.resume(returning: try? $0.get()) }
        }
        // What has passed by is in what the client reads next.
        if let positions { _ = state.withLock { $0.sequence.admit(positions) } }
        readChanges()
    }

    /// Follows the chats of a new connection; see `ChangeSequence.admit(_:)`.
    package func admit(_ positions: [ChatID: Int64]) -> [ChatID: Int64]? {
        let ahead = state.withLock { $0.sequence.admit(positions) }
        readChanges()
        return ahead
    }

    /// Compares what this node's connections were told with the tables, a part at a time: whatever was lost is found within
    /// some seconds, and at once if it's known that something was.
    func sweep(everything: Bool) {
        let begun = state.withLock { state -> (Sources, Part)? in
            if everything { state.mustSweep = true }
            guard !state.isSweeping, let sources = state.sources else { return nil }
            let part = state.mustSweep ? Part.all : state.part.next(of: state.connections, Self.maxSwept)
            (state.isSweeping, state.mustSweep) = (true, false)
            return (sources, part)
        }
        guard let (sources, part) = begun else { return }
        guard let following = hub.following(where: { part.includes($0.low) }) else { return sweepEnded(part, false) }
        following.whenComplete { result in
            guard case .success(let loops) = result else { return self.sweepEnded(part, false) }
            self.state.withLock { $0.connections = loops.reduce(0) { $0 + $1.all } }
            self.sweep(part, loops.flatMap(\.asked), sources)
        }
    }

    private func sweep(_ part: Part, _ mine: [(user: UserID, session: SessionID)], _ sources: Sources) {
        let chats = state.withLock { $0.sequence.followed { part.includes($0.low) } }
        sources.sync.standing(of: chats, users: Array(Set(mine.map(\.user))), sessions: mine.map(\.session)) { result in
            guard case .success(let standing) = result else { return self.sweepEnded(part, false) }
            self.state.withLock { state in
                state.sequence.compare(standing.positions, joined: standing.joined, with: chats)
                if part.isLast { state.sequence.endRound() }
            }
            if !standing.ended.isEmpty { self.hub.revoke(.sessions(standing.ended)) }
            self.readChanges()
            self.sweepEnded(part, true)
        }
    }

    /// What couldn't be compared now is compared at the next tick: a round without a part would unfollow its chats.
    private func sweepEnded(_ part: Part, _ isCompared: Bool) {
        let goesOn = state.withLock { state in
            state.isSweeping = false
            guard isCompared else {
                state.mustSweep = state.mustSweep || part.isWhole
                return false
            }
            state.part = part
            return state.mustSweep
        }
        if goesOn { sweep(everything: true) }
    }

    /// A part of all ids, by their hash.
    struct Part: Sendable {
        var number: UInt64 = 0
        var count: UInt64 = 1

        static let all = Part()

        var isWhole: Bool { count == 1 }
        var isLast: Bool { number + 1 >= count }
        func includes(_ hash: UInt64) -> Bool { hash % count == number }

        /// The next one; after the last, the first of as many as `all` ids need.
        func next(of all: Int, _ limit: Int) -> Part {
            guard isLast else { return Part(number: number + 1, count: count) }
            return Part(number: 0, count: UInt64(max(1, (all + limit - 1) / limit)))
        }
    }
}
