import Domain
import Messaging
import NIOCore

/// The order in which this node's connections are told what this node and others have committed: each chat's changes by
/// their positions, without a gap. A pure state machine.
///
/// What this node commits passes through at once, unless another node's change comes before it that wasn't read yet. Then
/// everything waits for that reading, so that answers and events stay in the order of commits.
struct ChangeSequence {
    /// The changes of a chat that were read, as frames.
    struct Reading {
        /// The chat's position in the snapshot.
        let seq: Int64
        var changes: [(seq: Int64, frames: [AddressedFrame])]
        /// What is told instead of changes, before everything else.
        var first: [AddressedFrame] = []
        /// Who is told `first` instead of changes.
        var replaced = Replaced.nobody
        /// Whether the chat is no more.
        var isGone = false

        enum Replaced {
            case nobody
            /// These users, each instead of the changes before a position.
            case some([UserID: Int64])
            case everybody
        }

        /// - Parameter first: told to whoever knows the chat.
        static func gone(_ first: [AddressedFrame] = []) -> Reading {
            Reading(seq: .max - 1, changes: [], first: first, replaced: .everybody, isGone: true)
        }
    }

    /// What is to be sent now.
    struct Output {
        var frames: [AddressedFrame] = []
        /// How many of this node's groups end with it.
        var groups = 0
    }

    private struct Chat {
        var told: Int64
        /// The position at which following it began.
        let since: Int64
        /// Another node's hint, or a frame that waits, says that there is more.
        var isBehind = false
        /// When somebody's membership was last seen.
        var round: Int
        /// Whether there are connections that may know of it.
        var isKnown = true

        mutating func wasSeen(in round: Int) { (self.round, isKnown) = (round, true) }
    }

    private struct Group {
        var frames: ArraySlice<AddressedFrame>
        let isOwn: Bool
    }

    /// The most bytes that wait for a reading. Where more would wait, changes are dropped, to be read from the tables later, and
    /// everything else is passed on at once.
    static let maxWaitingBytes = 32 << 20

    private var chats: [ChatID: Chat] = [:]
    /// What has come and hasn't all passed: this node's completed groups, and what other nodes have forwarded.
    private var groups: [Group] = []
    private var waitingBytes = 0
    /// The last positions of what waits, of chats that have a gap or may have one.
    private var reached: [ChatID: Int64] = [:]
    /// Whether the first group has a gap before it.
    private var isBlocked = false
    /// The chats of the reading that is under way, each with the position that it reads after; `nil` if there is none.
    private var asked: [ChatID: Int64]?
    private var round = 0
    /// Hints of this round and of the one before about chats that aren't followed: the positions of a new connection may be
    /// older than they are.
    private var missed: (recent: [ChatID: Int64], earlier: [ChatID: Int64]) = ([:], [:])

    /// What changes do to members, until they are told.
    private var memberships: [ChangePosition: MembershipChange] = [:]
    private var departed = DepartedMembers()

    func followed(where isAsked: (ChatID) -> Bool = { _ in true }) -> [ChatID] { chats.keys.filter(isAsked) }
    var isReading: Bool { asked != nil }

    // MARK: Members

    /// What a change does to its chat's members. Its frame, or the reading that holds it, must follow.
    mutating func expect(_ change: MembershipChange, at seq: Int64) {
        memberships[ChangePosition(chatId: change.chatId, seq: seq)] = change
    }

    private mutating func didTell(_ position: ChangePosition) {
        guard let change = memberships.removeValue(forKey: position) else { return }
        departed.note(change, at: position.seq)
    }

    /// A forwarded frame without those who were told that they aren't members any more. Whoever is one again, by a change
    /// that isn't told yet, loads the chat upon it.
    private func filtered(_ frame: AddressedFrame) -> AddressedFrame? {
        guard let about = frame.about, case .users(let users, let except) = frame.address else { return frame }
        let isTold = chats[about.chatId].map { $0.told >= about.seq } ?? true
        let reached = users.filter { user in
            departed.position(of: user, in: about.chatId).map { $0 <= about.seq && isTold } ?? true
        }
        if reached.count == users.count { return frame }
        return reached.isEmpty ? nil : AddressedFrame(frame: frame.frame, address: .users(reached, except: except))
    }

    // MARK: This node's commits

    /// A group is complete.
    mutating func complete(_ group: [AddressedFrame]) -> Output { append(Group(frames: group[...], isOwn: true)) }

    /// Frames without a position, which another node has forwarded.
    mutating func add(_ frames: [AddressedFrame]) -> Output { append(Group(frames: frames[...], isOwn: false)) }

    private mutating func append(_ group: Group) -> Output {
        groups.append(group)
        guard isReading || isBlocked else { return pass() }
        waitingBytes += Self.bytes(of: group)
        if isBlocked { noteGaps(in: group) }
        return waitingBytes > Self.maxWaitingBytes ? letGo() : Output()
    }

    private static func bytes(of group: Group) -> Int {
        group.frames.reduce(0) { sum, addressed in
            let size = sum + addressed.frame.bytes.readableBytes
            guard case .users(let users, _) = addressed.address else { return size }
            return size + users.count * MemoryLayout<UserID>.size
        }
    }

    /// Drops the changes that wait, which are read from the tables later, and passes on everything else.
    private mutating func letGo() -> Output {
        var output = Output()
        for group in groups {
            for position in group.frames.compactMap(\.frame.position) { chats[position.chatId]?.isBehind = true }
            let rest = group.frames.filter { $0.frame.position == nil }
            output.frames += group.isOwn ? Array(rest) : rest.compactMap(filtered)
            if group.isOwn { output.groups += 1 }
        }
        groups = []
        didPass()
        return output
    }

    /// Nothing waits any more.
    private mutating func didPass() { (waitingBytes, reached, isBlocked) = (0, [:], false) }

    /// Passes on what waits, up to the first change that has a gap before it.
    ///
    /// What has no position goes with the change that follows it: the answer to whoever made a change comes just before it.
    private mutating func pass(_ readings: inout [ChatID: Reading], _ output: inout Output) {
        didPass()
        var passed = 0
        defer { groups.removeFirst(passed) }
        while passed < groups.count {
            let isOwn = groups[passed].isOwn
            var rest = groups[passed].frames
            while let index = rest.firstIndex(where: { $0.frame.position != nil }) {
                if let position = rest[index].frame.position {
                    tell(position.chatId, before: position.seq, &readings, &output)
                    guard advance(position) else {
                        groups[passed].frames = rest
                        return block(at: passed)
                    }
                    didTell(position)
                }
                output.frames += rest[...index]
                rest = rest[(index + 1)...]
            }
            output.frames += isOwn ? Array(rest) : rest.compactMap(filtered)
            if isOwn { output.groups += 1 }
            passed += 1
        }
    }

    private mutating func pass() -> Output {
        var (none, output) = ([ChatID: Reading](), Output())
        pass(&none, &output)
        return output
    }

    private mutating func block(at first: Int) {
        isBlocked = true
        for group in groups[first...] {
            waitingBytes += Self.bytes(of: group)
            noteGaps(in: group)
        }
    }

    /// - Returns: whether the change is the next one of its chat.
    private mutating func advance(_ position: ChangePosition) -> Bool {
        guard let chat = chats[position.chatId] else {
            chats[position.chatId] = Chat(told: position.seq, since: position.seq &- 1, round: round)
            return true
        }
        guard position.seq <= chat.told &+ 1 else { return false }
        chats[position.chatId]?.told = max(chat.told, position.seq)
        return true
    }

    /// The positions of what waits, in their order.
    private var waiting: [ChangePosition] { groups.flatMap { $0.frames.compactMap(\.frame.position) } }

    /// Remembers all chats that have a gap, so that one reading fills all of them.
    private mutating func noteGaps(in group: Group) {
        for position in group.frames.compactMap(\.frame.position) {
            guard let chat = chats[position.chatId] else { continue }
            let last = reached[position.chatId] ?? chat.told
            if position.seq > last &+ 1 { chats[position.chatId]?.isBehind = true }
            reached[position.chatId] = max(last, position.seq)
        }
    }

    // MARK: Other nodes' commits

    /// Another node says that it has changed a chat.
    /// - Parameter changesMembers: whether somebody may have joined who has connections here.
    /// - Returns: whether somebody here may be told of it.
    @discardableResult
    mutating func hint(_ id: ChatID, from first: Int64, to last: Int64, changesMembers: Bool) -> Bool {
        // No chat has such positions; following them would never end.
        guard first >= 0, first <= last, last < .max else { return false }
        if let chat = chats[id] {
            if last > chat.told { chats[id]?.isBehind = true }
        } else if changesMembers {
            chats[id] = Chat(told: first &- 1, since: first &- 1, isBehind: true, round: round, isKnown: false)
        } else {
            missed.recent[id] = max(missed.recent[id] ?? 0, last)
            return false
        }
        return true
    }

    /// The positions to read after; `nil` if there is nothing to read, or a reading is under way. `read` must follow.
    mutating func beginReading() -> [ChatID: Int64]? {
        guard !isReading else { return nil }
        let behind = chats.filter(\.value.isBehind).mapValues(\.told)
        guard !behind.isEmpty else { return nil }
        for id in behind.keys { chats[id]?.isBehind = false }
        asked = behind
        return behind
    }

    /// The reading has failed, and is to be done again.
    mutating func readingFailed() {
        for id in (asked ?? [:]).keys { chats[id]?.isBehind = true }
        asked = nil
    }

    /// Passes on what was read, in its place between this node's own changes.
    ///
    /// Every group of this node that may show in the snapshot must be complete by now.
    /// - Parameter readings: of all chats that were asked for.
    mutating func read(_ readings: [ChatID: Reading]) -> Output {
        asked = nil
        var (readings, output) = (readings, Output())
        tellReplacements(readings, &output)
        let own = Set(waiting)
        for (id, reading) in readings {
            let told = chats[id]?.told ?? 0
            readings[id]?.changes = reading.changes.filter {
                $0.seq > told && !own.contains(ChangePosition(chatId: id, seq: $0.seq))
            }
        }
        let ownChats = Set(own.map(\.chatId))
        for id in readings.keys where !ownChats.contains(id) { tell(id, before: .max, &readings, &output) }
        pass(&readings, &output)
        var ends: [ChatID: Int64] = [:]
        for position in waiting { ends[position.chatId] = min(ends[position.chatId] ?? .max, position.seq) }
        for id in readings.keys { tell(id, before: ends[id] ?? .max, &readings, &output) }
        for position in memberships.keys where readings[position.chatId] != nil && !own.contains(position) {
            // What was told already isn't told again.
            if chats[position.chatId].map({ position.seq <= $0.told }) ?? true { memberships[position] = nil }
        }
        return output
    }

    /// Tells what stands for changes, and takes those out of what waits.
    private mutating func tellReplacements(_ readings: [ChatID: Reading], _ output: inout Output) {
        let replacing = readings.filter { !$0.value.first.isEmpty || $0.value.isGone }
        guard !replacing.isEmpty else { return }
        for (id, reading) in replacing where chats[id]?.isKnown == true || !reading.isGone {
            output.frames += reading.first
        }
        for index in groups.indices {
            let frames = groups[index].frames
            groups[index].frames = frames.compactMap { remainder(of: $0, replacing) }[...]
        }
        for (id, reading) in replacing where reading.isGone { chats[id] = nil }
    }

    /// - Returns: a waiting change for those to whom nothing else stands for it; `nil` if that is nobody.
    private mutating func remainder(of frame: AddressedFrame, _ replacing: [ChatID: Reading]) -> AddressedFrame? {
        guard let position = frame.frame.position, let reading = replacing[position.chatId], position.seq <= reading.seq
        else { return frame }
        switch reading.replaced {
        case .nobody: return frame
        case .everybody:
            didTell(position)
            return nil
        case .some(let ends):
            guard case .users(let users, let except) = frame.address else { return frame }
            let others = users.filter { user in ends[user].map { position.seq >= $0 } ?? true }
            return AddressedFrame(frame: frame.frame, address: .users(others, except: except))
        }
    }

    /// Appends what was read of a chat before a position. Positions that nothing was read of are unused.
    private mutating func tell(
        _ id: ChatID,
        before end: Int64,
        _ readings: inout [ChatID: Reading],
        _ output: inout Output
    ) {
        guard let reading = readings[id], let chat = chats[id] else { return }
        if !reading.changes.isEmpty { chats[id]?.isKnown = true }
        let due = reading.changes.prefix { $0.seq < end }
        for change in due {
            output.frames += change.frames
            didTell(ChangePosition(chatId: id, seq: change.seq))
        }
        readings[id]?.changes.removeFirst(due.count)
        chats[id]?.told = max(chat.told, min(reading.seq, end &- 1))
    }

    // MARK: Following

    /// Follows the chats of a new connection, whose positions were read after it was attached.
    ///
    /// - Returns: the positions up to which the connection knows more than was passed on to all, to be left out for it;
    ///   `nil` if something has passed by it that the reading doesn't hold, so that it must read again.
    mutating func admit(_ positions: [ChatID: Int64]) -> [ChatID: Int64]? {
        let isStale = positions.contains { id, seq in chats[id].map { seq < $0.since } ?? false }
        var ahead: [ChatID: Int64] = [:]
        for (id, seq) in positions {
            guard let chat = chats[id] else {
                let last = max(missed.recent[id] ?? 0, missed.earlier[id] ?? 0)
                chats[id] = Chat(told: seq, since: seq, isBehind: last > seq, round: round)
                continue
            }
            chats[id]?.wasSeen(in: round)
            if seq > chat.told {
                ahead[id] = seq
                chats[id]?.isBehind = true
            }
        }
        // All are followed from now on, so that the next reading isn't too old for the same reason.
        return isStale ? nil : ahead
    }

    /// What a look at the tables has found; see `Sync.Standing`.
    mutating func compare(_ positions: [ChatID: Int64], joined: [ChatID: Int64], with asked: [ChatID]) {
        // A chat that isn't there any more is read, too, so that those who know it are told.
        for id in asked where positions[id] == nil { chats[id]?.isBehind = true }
        for (id, seq) in positions {
            if let chat = chats[id], seq > chat.told { chats[id]?.isBehind = true }
        }
        for (id, seq) in joined {
            guard chats[id] == nil else {
                chats[id]?.wasSeen(in: round)
                continue
            }
            chats[id] = Chat(told: seq &- 1, since: seq &- 1, isBehind: true, round: round)
        }
    }

    /// Every user who has connections was looked at: chats that none of them is in aren't followed any more, once whoever has
    /// left them was told.
    mutating func endRound() {
        for (id, chat) in chats where chat.round < round && !chat.isBehind && asked?[id] == nil { chats[id] = nil }
        round += 1
        missed = ([:], missed.recent)
    }
}
