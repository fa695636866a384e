import Accounts
import Domain
import Messaging
import NIOCore
import Synchronization

/// What other nodes say.
extension NodeLink {
    /// Called on the bus's thread.
    func receive(_ bytes: [UInt8]) {
        guard let message = NodeMessage(bytes: bytes) else { return }
        let now = now
        guard message.node != node else {
            return state.withLock { $0.echo.returned(message.number, at: now) }
        }
        let (hearing, live, stop) = state.withLock { state in
            var isNeeded = !message.isOfChatsOnly
            for hint in message.chats ?? []
            where state.sequence.hint(hint.chat, from: hint.from, to: hint.to, changesMembers: hint.members) {
                isNeeded = true
            }
            state.traffic.heard(bytes.count, isNeeded: isNeeded)
            return (state.peers.heard(message.number, of: message.node, at: now), state.sources?.live, state.stop)
        }
        guard let live else { return }
        readChanges()
        for ended in message.ended ?? [] {
            if let user = ended.user { hub.revoke(.user(user)) }
            if let sessions = ended.sessions { hub.revoke(.sessions(Set(sessions))) }
        }
        if let stop { for turn in message.stops ?? [] { stop(turn) } }
        if let users = message.visible { live.visibilityDidChangeElsewhere(of: users) }
        switch hearing {
        case .old: return
        case .first:
            live.presence.tellOthers(everything: true)
            // It was there before, and wasn't heard.
            if message.begins != true { sweep(everything: true) }
        case .gap:
            state.withLock { $0.gapReads += 1 }
            sweep(everything: true)
        case .next: break
        }
        if let frames = message.frames {
            for frame in frames {
                if let typing = frame.typing { live.typing.heard(typing, toldTo: frame.users, at: now) }
            }
            state.withLock { state in
                let output = state.sequence.add(frames.map(\.addressed))
                hub.pass(output.frames, ending: output.groups)
            }
        }
        if let presence = message.presence { live.presence.heard(presence, from: connection(of: message.node)) }
        if message.ends == true {
            state.withLock { $0.peers.left(message.node) }
            live.presence.nodeDidEnd(connection(of: message.node))
        }
    }

    /// Stands for a node among a user's connections. It belongs to no event loop, so it can't be anybody's.
    func connection(of node: String) -> ConnectionID {
        ConnectionID(value: FNV1a.hash(node.utf8), loop: ObjectIdentifier(self))
    }
}
