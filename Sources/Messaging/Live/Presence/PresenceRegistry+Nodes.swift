import Domain
import Messaging
import NIOCore
import SpotterAPI
import Synchronization

/// Presence across nodes: to each node, another one is a device of every user who is connected there.
extension PresenceRegistry {
    /// Others forget what wasn't said again for so long, which is six times the interval at which everything is.
    static let nodeExpiry: Int64 = 120_000_000_000
    private static let sweepsPerRefresh = 4
    private static let maxPeople = 256

    /// Whether a connection stands for another node.
    private var isNode: (ConnectionID) -> Bool { { [hub] in !hub.owns($0) } }

    /// Ends what other nodes haven't said again for long.
    func expireNodes(_ state: inout State, at now: Int64) {
        guard tell != nil else { return }
        let isNode = isNode
        state.presence.disconnect(at: now, seen: clock.now()) { isNode($0) && now - $1 >= Self.nodeExpiry }
    }

    /// Tells other nodes of a user's presence here, if it has changed.
    func tellOthers(of user: UserID, left: Bool = false) {
        guard tell != nil else { return }
        let now = monotonic
        state.withLock { state in
            let told = state.told[user]
            if let news = state.presence.local(user, except: isNode, at: now) {
                guard told != news else { return }
                state.told[user] = news
                state.untold.append(news)
            } else if told != nil {
                state.told[user] = nil
                state.untold.append(.init(user: user, status: .offline, left: left ? true : nil))
            }
        }
        tellInOrder()
    }

    /// Tells other nodes what has changed by itself, and everything now and then.
    func tellOthers(everything: Bool = false) {
        guard tell != nil else { return }
        let now = monotonic
        state.withLock { state in
            if !everything { state.sweeps += 1 }
            let isRefresh = everything || state.sweeps % Self.sweepsPerRefresh == 0
            let all = state.presence.connected.compactMap { state.presence.local($0, except: isNode, at: now) }
            let news = isRefresh ? all : all.filter { state.told[$0.user] != $0 }
            for one in news { state.told[one.user] = one }
            state.untold += news
        }
        tellInOrder()
    }

    /// Tells what is to be told, one caller at a time, so that nobody hears of an earlier state after a later one. No lock is
    /// held meanwhile.
    private func tellInOrder() {
        guard let tell else { return }
        let isMine = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isMine else { return }
        while let news = nextUntold() { tell(news) }
    }

    private func nextUntold() -> [NodeMessage.Presence]? {
        state.withLock { state in
            guard !state.untold.isEmpty else {
                state.isTelling = false
                return nil
            }
            let next = Array(state.untold.prefix(Self.maxPeople))
            state.untold.removeFirst(next.count)
            return next
        }
    }

    /// What a node says of users who are connected there.
    func heard(_ news: [NodeMessage.Presence], from node: ConnectionID) {
        change { state, now, seen in
            for one in news {
                if one.status == .offline {
                    let isGone = one.left == true
                    state.presence.disconnected(one.user, node, saidGoodbye: isGone, at: now, seen: seen)
                } else {
                    state.presence.connectedElsewhere(one.user, node, at: now, seen: seen)
                    state.presence.set(one.status, viewing: one.view, one.user, node, at: now)
                }
            }
        }
    }

    /// A node has ended, or isn't heard any more.
    func nodeDidEnd(_ node: ConnectionID) {
        change { state, now, seen in state.presence.disconnect(at: now, seen: seen) { id, _ in id == node } }
    }
}
