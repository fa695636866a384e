import Domain
import Messaging
import NIOCore
import TestSupport
import Testing

@testable import Live

@Suite struct ChangeSequenceTests {
    private let chat = ChatID(high: 1, low: 1)
    private let other = ChatID(high: 1, low: 2)
    private let third = ChatID(high: 1, low: 3)

    private func frame(_ seq: Int64?, in chat: ChatID? = nil, _ text: String? = nil) -> AddressedFrame {
        let position = seq.map { ChangePosition(chatId: chat ?? self.chat, seq: $0) }
        let bytes = ByteBuffer(string: text ?? "\(seq ?? -1)")
        return AddressedFrame(frame: OutboundFrame(bytes: bytes, position: position), address: .users([], except: nil))
    }

    private func reading(_ seqs: Int64..., upTo seq: Int64, in chat: ChatID? = nil) -> ChangeSequence.Reading {
        .init(seq: seq, changes: seqs.map { ($0, [frame($0, in: chat, "read \($0)")]) })
    }

    private func texts(_ output: ChangeSequence.Output) -> [String] {
        output.frames.map { String(buffer: $0.frame.bytes) }
    }

    private func recipients(_ output: ChangeSequence.Output) -> [UserID] {
        output.frames.flatMap { addressed -> [UserID] in
            guard case .users(let users, _) = addressed.address else { return [] }
            return users
        }
    }

    /// A node alone passes everything on at once.
    @Test func whatHasNoGapPassesThrough() {
        var sequence = ChangeSequence()
        #expect(sequence.admit([chat: 4]) == [:])
        let first = sequence.complete([frame(5), frame(nil), frame(6)])
        #expect(texts(first) == ["5", "-1", "6"] && first.groups == 1)
        // Two kinds of recipients see the same change differently.
        #expect(texts(sequence.complete([frame(7), frame(7)])) == ["7", "7"])
        #expect(sequence.beginReading() == nil)
    }

    /// An answer doesn't overtake what was committed before it elsewhere.
    @Test func aGapIsReadBeforeAnythingAfterIt() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 4, other: 1])
        let held = sequence.complete([frame(2, in: other), frame(7), frame(nil, in: nil, "ack"), frame(9)])
        #expect(texts(held) == ["2"] && held.groups == 0)
        #expect(sequence.beginReading() == [chat: 4])
        #expect(sequence.beginReading() == nil, "one reading at a time")
        #expect(texts(sequence.complete([frame(10)])) == [])
        // The snapshot holds this node's own changes as well.
        let output = sequence.read([chat: reading(5, 6, 7, 8, 9, upTo: 9)])
        #expect(texts(output) == ["read 5", "read 6", "7", "read 8", "ack", "9", "10"])
        #expect(output.groups == 2 && sequence.beginReading() == nil)
    }

    /// The answer to a request comes just before the change that it made.
    @Test func anAnswerWaitsWithItsChange() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 4])
        let held = sequence.complete([frame(nil, in: nil, "ack 5"), frame(5), frame(nil, in: nil, "ack 7"), frame(7)])
        #expect(texts(held) == ["ack 5", "5"] && held.groups == 0)
        #expect(sequence.beginReading() == [chat: 5])
        let output = sequence.read([chat: reading(6, 7, upTo: 7)])
        #expect(texts(output) == ["read 6", "ack 7", "7"] && output.groups == 1)
    }

    @Test func whatTheSnapshotLacksIsReadNext() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 0])
        #expect(texts(sequence.complete([frame(2)])) == [])
        #expect(sequence.beginReading() == [chat: 0])
        #expect(texts(sequence.complete([frame(4)])) == [])
        let first = sequence.read([chat: reading(1, 2, upTo: 2)])
        #expect(texts(first) == ["read 1", "2"] && first.groups == 1)
        #expect(sequence.beginReading() == [chat: 2])
        let second = sequence.read([chat: reading(3, 4, upTo: 4)])
        #expect(texts(second) == ["read 3", "4"] && second.groups == 1)
    }

    /// An import moves a chat's position ahead, and there is nothing between.
    @Test func unusedPositionsHoldNothingUp() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 3])
        #expect(texts(sequence.complete([frame(50)])) == [])
        #expect(sequence.beginReading() == [chat: 3])
        #expect(texts(sequence.read([chat: reading(50, upTo: 50)])) == ["50"])
        #expect(texts(sequence.complete([frame(51)])) == ["51"])
    }

    @Test func hintsAreReadOnce() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 3])
        sequence.hint(chat, from: 4, to: 5, changesMembers: false)
        sequence.hint(other, from: 8, to: 9, changesMembers: false)
        #expect(sequence.beginReading() == [chat: 3], "nobody here is in the other chat")
        #expect(texts(sequence.read([chat: reading(4, 5, upTo: 5)])) == ["read 4", "read 5"])
        // Doubled and late ones change nothing.
        sequence.hint(chat, from: 4, to: 5, changesMembers: false)
        sequence.hint(chat, from: 2, to: 2, changesMembers: true)
        #expect(sequence.beginReading() == nil)
        // Whoever has joined may have connections here.
        sequence.hint(other, from: 10, to: 11, changesMembers: true)
        #expect(sequence.beginReading() == [other: 9])
    }

    /// Following such a position would never end.
    @Test(arguments: [(Int64.min, 5), (-1, 5), (6, 5), (5, Int64.max)] as [(Int64, Int64)])
    func hintsOfNoPositionsSayNothing(first: Int64, last: Int64) {
        var sequence = ChangeSequence()
        #expect(sequence.admit([chat: 4]) == [:])
        for id in [chat, other] { sequence.hint(id, from: first, to: last, changesMembers: true) }
        #expect(sequence.beginReading() == nil)
        #expect(texts(sequence.complete([frame(5)])) == ["5"])
    }

    @Test func aFailedReadingIsDoneAgain() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 3])
        sequence.hint(chat, from: 4, to: 4, changesMembers: false)
        #expect(sequence.beginReading() == [chat: 3])
        sequence.readingFailed()
        #expect(sequence.beginReading() == [chat: 3])
    }

    /// Nothing is held up by a chat that was removed meanwhile.
    @Test func aRemovedChatIsForgotten() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 3])
        #expect(texts(sequence.complete([frame(9), frame(nil)])) == [])
        #expect(sequence.beginReading() == [chat: 3])
        let output = sequence.read([chat: .gone([frame(nil, in: nil, "gone")])])
        #expect(texts(output) == ["gone", "-1"] && output.groups == 1, "which stands for what was said in it")
        #expect(sequence.followed() == [])
    }

    /// Only a hint told of the chat, so nobody here can know that there was one.
    @Test func aRemovedChatThatNobodyKnewIsNotSpokenOf() {
        var sequence = ChangeSequence()
        sequence.hint(chat, from: 4, to: 5, changesMembers: true)
        #expect(sequence.beginReading() == [chat: 3])
        #expect(texts(sequence.read([chat: .gone([frame(nil, in: nil, "gone")])])) == [])
    }

    /// The chat is to be loaded again, which stands for this node's own changes up to there, too.
    @Test func aResyncStandsForAllChangesUpToIt() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 4])
        let own = [frame(nil, in: nil, "ack 300"), frame(300), frame(nil, in: nil, "ack 302"), frame(302)]
        #expect(texts(sequence.complete(own)) == [])
        #expect(sequence.beginReading() == [chat: 4])
        var resync = reading(upTo: 300)
        (resync.first, resync.replaced) = ([frame(nil, in: nil, "resync")], .everybody)
        #expect(texts(sequence.read([chat: resync])) == ["resync"], "302 has a gap before it")
        #expect(sequence.beginReading() == [chat: 300])
        #expect(
            texts(sequence.read([chat: reading(301, 302, upTo: 302)])) == ["read 301", "ack 300", "ack 302", "302"]
        )
    }

    /// Who is told that the chat is gone isn't told of own changes in it either, but of the parting.
    @Test func whatIsWithheldIsTakenOutOfOwnChanges() {
        let (kept, gone) = (UserID(high: 2, low: 1), UserID(high: 2, low: 2))
        func own(_ seq: Int64) -> AddressedFrame {
            AddressedFrame(frame: frame(seq).frame, address: .users([kept, gone], except: nil))
        }
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 4])
        #expect(texts(sequence.complete([own(6), own(8)])) == [])
        #expect(sequence.beginReading() == [chat: 4])
        var withheld = reading(5, 7, upTo: 8)
        (withheld.first, withheld.replaced) = ([frame(nil, in: nil, "gone")], .some([gone: 8]))
        let output = sequence.read([chat: withheld])
        #expect(texts(output) == ["gone", "read 5", "6", "read 7", "8"])
        #expect(recipients(output) == [kept, kept, gone])
    }

    /// Nothing waits without bound while nothing can be read: changes are read again later.
    @Test func tooMuchDoesNotWait() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 4])
        let long = String(repeating: "x", count: ChangeSequence.maxWaitingBytes / 2)
        #expect(texts(sequence.complete([frame(nil, in: nil, "ack"), frame(6)])) == [])
        #expect(sequence.beginReading() == [chat: 4])
        #expect(texts(sequence.add([frame(nil, in: nil, long)])) == [])
        sequence.readingFailed()
        let output = sequence.add([frame(nil, in: nil, long), frame(nil, in: nil, "last")])
        #expect(texts(output).map(\.count) == [3, long.count, long.count, 4] && output.groups == 1)
        #expect(sequence.beginReading() == [chat: 4])
        #expect(texts(sequence.read([chat: reading(5, 6, upTo: 6)])) == ["read 5", "read 6"])
        #expect(texts(sequence.complete([frame(7)])) == ["7"])
    }

    /// What came while readings failed is passed on by one walk over it.
    @Test(.standardTimeLimit) func manyGroupsWaitInOrder() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 0])
        let count = 50_000
        let early = (2...count).count { !sequence.complete([frame(Int64($0))]).frames.isEmpty }
        #expect(early == 0 && sequence.beginReading() == [chat: 0])
        let output = sequence.read([chat: reading(1, upTo: 1)])
        #expect(output.groups == count - 1 && texts(output).prefix(2) == ["read 1", "2"])
        #expect(output.frames.count == count)
    }

    @Test func aNewConnectionMissesNothingAndHearsNothingTwice() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 3])
        // Its reading is ahead of what the others here were told.
        #expect(sequence.admit([chat: 6]) == [chat: 6])
        #expect(sequence.beginReading() == [chat: 3])
        _ = sequence.read([chat: reading(4, 5, 6, upTo: 6)])
        // A change of this node went past while it read, and another node's before that isn't in its reading.
        #expect(texts(sequence.complete([frame(9, in: other)])) == ["9"])
        #expect(sequence.admit([other: 7, third: 2]) == nil)
        // The chats of a reading that is too old are followed all the same, so that the next one isn't.
        #expect(sequence.followed().count == 3)
        #expect(sequence.admit([other: 9, third: 3]) == [third: 3])
    }

    /// The hint came after the reading and before the connection was counted in.
    @Test func aHintThatCameTooEarlyIsRemembered() {
        var sequence = ChangeSequence()
        sequence.hint(chat, from: 8, to: 8, changesMembers: false)
        #expect(sequence.beginReading() == nil)
        #expect(sequence.admit([chat: 7]) == [:])
        #expect(sequence.beginReading() == [chat: 7])
    }

    @Test func lookingFindsWhatNoHintTold() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 3])
        sequence.compare([chat: 5], joined: [chat: 0, other: 8], with: [chat])
        #expect(sequence.beginReading() == [chat: 3, other: 7])
        _ = sequence.read([chat: reading(4, 5, upTo: 5), other: reading(8, upTo: 8, in: other)])
        // Nobody here is in the other chat any more.
        sequence.endRound()
        sequence.compare([chat: 5, other: 8], joined: [chat: 0], with: [chat, other])
        sequence.endRound()
        #expect(sequence.followed() == [chat])
    }

    /// The round ends before the reading that tells the one who has left.
    @Test func whoHasLeftIsToldBeforeTheChatIsForgotten() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 3])
        sequence.endRound()
        sequence.compare([chat: 5], joined: [:], with: [chat])
        sequence.endRound()
        #expect(sequence.beginReading() == [chat: 3])
        sequence.endRound()
        #expect(texts(sequence.read([chat: reading(4, 5, upTo: 5)])) == ["read 4", "read 5"])
        sequence.endRound()
        #expect(sequence.followed() == [])
    }

    /// A chat that is no more is read once more, for those who know it.
    @Test func whatIsNotFoundIsRead() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 3])
        sequence.compare([:], joined: [:], with: [chat])
        #expect(sequence.beginReading() == [chat: 3])
    }

    /// What another node forwards comes after the changes that it has hinted at before.
    @Test func forwardedFramesWaitForTheReading() {
        var sequence = ChangeSequence()
        _ = sequence.admit([chat: 3])
        sequence.hint(chat, from: 4, to: 4, changesMembers: false)
        #expect(sequence.beginReading() == [chat: 3])
        #expect(texts(sequence.add([frame(nil, in: nil, "receipt")])) == [])
        let output = sequence.read([chat: reading(4, upTo: 4)])
        #expect(texts(output) == ["read 4", "receipt"] && output.groups == 0)
    }

    /// A receipt may come over the bus later than its recipient's removal, which another node has hinted at.
    @Test func forwardedFramesReachNobodyAfterTheirRemoval() {
        let (kept, removed) = (UserID(high: 2, low: 1), UserID(high: 2, low: 2))
        var sequence = ChangeSequence()
        func reached(_ seq: Int64) -> [UserID] {
            let position = ChangePosition(chatId: chat, seq: seq)
            let address = AddressedFrame.Address.users([kept, removed], except: nil)
            let receipt = AddressedFrame(frame: frame(nil).frame, address: address, about: position)
            return recipients(sequence.add([receipt]))
        }
        func change(_ members: [UserID], at seq: Int64) {
            sequence.expect(MembershipChange(chatId: chat, users: [removed], members: members), at: seq)
        }
        _ = sequence.admit([chat: 3])
        #expect(reached(3) == [kept, removed])
        sequence.hint(chat, from: 4, to: 5, changesMembers: true)
        #expect(sequence.beginReading() == [chat: 3])
        change([kept], at: 4)
        #expect(reached(3) == [], "it waits for the reading")
        let output = sequence.read([chat: reading(4, 5, upTo: 5)])
        #expect(recipients(output) == [kept] && output.frames.count == 3)
        #expect(reached(3) == [kept])
        // Of who was added again, which isn't told yet.
        #expect(reached(6) == [kept])
        change([kept, removed], at: 6)
        #expect(texts(sequence.complete([frame(6)])) == ["6"])
        #expect(reached(6) == [kept, removed] && reached(7) == [kept, removed])
    }
}
