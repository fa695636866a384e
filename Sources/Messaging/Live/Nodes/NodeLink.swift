import Accounts
import Domain
public import EventBus
import Foundation
public import Messaging
import NIOCore
package import SpotterAPI
import Synchronization

/// Keeps the connections of this node in step with what other nodes commit.
///
/// Nodes tell each other by hints over an `EventBus`. For a changed chat a node reads the changes from the database, by
/// their positions, so that a hint that is lost, doubled or late changes nothing: whoever misses one notices by its number,
/// and all look at the tables by themselves, a part at a time.
public final class NodeLink: Sendable {
    struct State: Sendable {
        var sequence = ChangeSequence()
        /// Groups of this node that have begun, and those that are complete.
        var begun = 0
        var completed = 0
        /// What was read, and waits until so many groups are complete.
        var read: (group: Int, asked: [ChatID], changes: [ChatID: CommittedChanges])?
        /// What is told to other nodes when the group is complete.
        var hints: [ChatID: NodeMessage.ChatHint] = [:]
        var forwarded: [NodeMessage.Frame] = []
        var peers = NodePeers()
        var echo = BusEcho()
        var traffic = BusTraffic()
        var part = Part()
        /// The connections of this node, as last counted.
        var connections = 0
        var isSweeping = false
        var gapReads = 0
        /// Something was lost, so everything has to be compared.
        var mustSweep = false
        var isClosed = false
        var sources: Sources?
        /// Stops an answer of the assistant that this node generates.
        var stop: (@Sendable (TurnID) -> Void)?
    }

    /// What stands above it, known when the server is put together.
    struct Sources: Sendable {
        let sync: Sync
        let live: LiveServices
    }

    /// Chats and users that one look at the tables takes on.
    static let maxSwept = 512
    static let tick = TimeAmount.seconds(1)
    private static let retryDelay = TimeAmount.milliseconds(100)

    let node: String
    let state = Mutex(State())
    /// The number of this node's last message. Held while one is published, so that they leave in their order.
    private let number = Mutex<Int64>(0)
    let hub: Hub
    private let bus: any EventBus

    /// - Parameter node: distinguishes the processes over one database.
    public init(bus: any EventBus, hub: Hub, node: String) {
        self.bus = bus
        self.hub = hub
        self.node = node
        hub.setLink(self)
    }

    /// Begins to listen, before the server takes connections.
    public func begin(_ live: LiveServices, reading sync: Sync) {
        state.withLock { $0.sources = Sources(sync: sync, live: live) }
        bus.subscribe { [weak self] in self?.receive($0) }
        say { $0.begins = true }
        scheduleTick()
    }

    /// Has all other nodes stop an answer of the assistant; the one that generates it does.
    package func stopElsewhere(_ turn: TurnID) { say { $0.stops = [turn] } }

    /// - Parameter stop: called for an answer that another node was asked to stop.
    package func stopHere(_ stop: @escaping @Sendable (TurnID) -> Void) { state.withLock { $0.stop = stop } }

    /// Says goodbye and stops listening.
    public func close() async {
        say { $0.ends = true }
        state.withLock { $0.isClosed = true }
        await bus.close()
    }

    /// Seconds that this node's messages take over the bus and back; `nil` until one was sent.
    package var busLag: Double? {
        let now = now
        return state.withLock { $0.echo.lag(at: now) }.map { Double($0.nanoseconds) / 1e9 }
    }

    /// How often everything was compared with the tables since messages of the bus were lost.
    package var gapReads: Int { state.withLock { $0.gapReads } }

    /// What other nodes have said.
    package var traffic: BusTraffic { state.withLock { $0.traffic } }

    // MARK: Telling

    /// Publishes a message of this node.
    func say(_ fill: (inout NodeMessage) -> Void) {
        number.withLock { number in
            number += 1
            var message = NodeMessage(node: node, number: number)
            fill(&message)
            let isClosed = state.withLock { state in
                state.echo.published(number, at: now)
                return state.isClosed
            }
            if !isClosed { bus.publish(message.bytes) }
        }
    }

    /// Whether nothing is being read or looked at.
    var isResting: Bool { state.withLock { !$0.sequence.isReading && !$0.isSweeping } }

    var now: NIODeadline { hub.now }

    /// Passes a frame that carries no stored change on to other nodes.
    func forward(_ frame: OutboundFrame, to users: [UserID]) {
        guard !users.isEmpty else { return }
        say { $0.frames = [.init(frame, to: users)] }
    }

    /// The same together with the group.
    func note(
        _ frame: OutboundFrame,
        about position: ChangePosition? = nil,
        typing: NodeMessage.Typing? = nil,
        to users: [UserID]
    ) {
        guard !users.isEmpty else { return }
        state.withLock { $0.forwarded.append(.init(frame, about: position, typing: typing, to: users)) }
    }

    /// A change of this node's group.
    func note(_ position: ChangePosition, changesMembers: Bool) {
        state.withLock { state in
            var hint =
                state.hints[position.chatId]
                ?? .init(chat: position.chatId, from: position.seq, to: position.seq, members: false)
            hint.to = max(hint.to, position.seq)
            hint.members = hint.members || changesMembers
            state.hints[position.chatId] = hint
        }
    }

    /// What the group's last change of the chat does to its members.
    func note(_ change: MembershipChange) {
        state.withLock { state in
            guard let seq = state.hints[change.chatId]?.to else { return }
            state.hints[change.chatId]?.members = true
            state.sequence.expect(change, at: seq)
        }
    }

    // MARK: This node's groups

    func groupWillBegin() {
        hub.groupWillBegin()
        state.withLock { $0.begun += 1 }
    }

    func groupDidComplete() {
        let frames = hub.takeQueue()
        let (hints, forwarded, due) = state.withLock { state in
            state.completed += 1
            let output = state.sequence.complete(frames)
            hub.pass(output.frames, ending: output.groups)
            defer { (state.hints, state.forwarded) = ([:], []) }
            return (Array(state.hints.values), state.forwarded, takeRead(&state))
        }
        if !hints.isEmpty || !forwarded.isEmpty {
            say { message in
                if !hints.isEmpty { message.chats = hints }
                if !forwarded.isEmpty { message.frames = forwarded }
            }
        }
        if let due { passOn(due) }
        readChanges()
    }

    // MARK: Reading

    /// Reads what other nodes have committed, if there is something.
    func readChanges() {
        let begun = state.withLock { state -> (Sync, [ChatID: Int64])? in
            guard let sources = state.sources, let asked = state.sequence.beginReading() else { return nil }
            return (sources.sync, asked)
        }
        guard let (sync, asked) = begun else { return }
        sync.committed(after: asked) { [self] result in
            switch result {
            case .success(let changes):
                let due = state.withLock { state in
                    // What this node has committed since may show in the snapshot, too.
                    state.read = (state.begun, Array(asked.keys), changes)
                    return takeRead(&state)
                }
                if let due { passOn(due) }
                readChanges()
            case .failure:
                let isClosed = state.withLock { state in
                    state.sequence.readingFailed()
                    return state.isClosed
                }
                guard !isClosed else { return }
                hub.anyEventLoop?.scheduleTask(in: Self.retryDelay) { self.readChanges() }
            }
        }
    }

    /// Passes on what was read, if this node's own groups are as far.
    /// - Returns: the changes of members among it.
    private func takeRead(_ state: inout State) -> [MembershipChange]? {
        guard let read = state.read, state.completed >= read.group else { return nil }
        state.read = nil
        let readings = Dictionary(uniqueKeysWithValues: read.asked.map { ($0, reading(read.changes[$0], of: $0)) })
        for change in read.changes.values.flatMap(\.changes) {
            if let membership = change.membership { state.sequence.expect(membership, at: change.seq) }
        }
        let output = state.sequence.read(readings)
        hub.pass(output.frames, ending: output.groups)
        return read.changes.values.flatMap { $0.changes.compactMap(\.membership) }
    }

    private func passOn(_ changes: [MembershipChange]) {
        guard !changes.isEmpty, let live = state.withLock({ $0.sources })?.live else { return }
        for change in changes { live.membersDidChangeElsewhere(change) }
    }

    /// - Parameter committed: `nil` if the chat is no more.
    private func reading(_ committed: CommittedChanges?, of chat: ChatID) -> ChangeSequence.Reading {
        guard let committed else { return .gone([goneFrame(chat, at: .max, to: .everybody)]) }
        let changes = committed.changes.map { change in
            let position = ChangePosition(chatId: chat, seq: change.seq)
            let frames = change.frames.map { frame in
                AddressedFrame(
                    frame: hub.encode(
                        frame.payload,
                        at: position,
                        admitting: change.admission,
                        isOfEndedMembership: frame.isOfEndedMembership
                    ),
                    address: .users(frame.recipients, except: nil)
                )
            }
            return (seq: change.seq, frames: frames)
        }
        var reading = ChangeSequence.Reading(seq: committed.seq, changes: changes)
        reading.first = committed.withheld.map { user, seq in
            goneFrame(chat, at: seq, to: .users([user], except: nil))
        }
        if committed.needsResync {
            let resync = hub.encode(
                ServerFrames.resync(chat, seq: committed.seq, gone: false),
                at: ChangePosition(chatId: chat, seq: committed.seq),
                admitting: .everyone
            )
            reading.first.append(AddressedFrame(frame: resync, address: .users(committed.members, except: nil)))
            reading.replaced = .everybody
        } else if !committed.withheld.isEmpty {
            reading.replaced = .some(committed.withheld)
        }
        return reading
    }

    /// Tells those who know of a chat that it's gone.
    private func goneFrame(_ chat: ChatID, at seq: Int64, to address: AddressedFrame.Address) -> AddressedFrame {
        let frame = hub.encode(
            ServerFrames.resync(chat, seq: 0, gone: true),
            at: ChangePosition(chatId: chat, seq: seq),
            admitting: .partingOfAll,
            isOfEndedMembership: true
        )
        return AddressedFrame(frame: frame, address: address)
    }
}
