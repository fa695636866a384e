import Domain
import Live
import Messaging
import NIOCore
import Testing

@testable import Gateway

@Suite struct KnownChatsTests {
    private let chat = ChatID(high: 1, low: 1)
    private let other = ChatID(high: 1, low: 2)
    private let user = UserID(high: 2, low: 1)
    private let friend = UserID(high: 2, low: 2)

    private func frame(
        _ chat: ChatID,
        _ admission: Messaging.Admission = .nobody,
        isOfEndedMembership: Bool = false
    ) -> OutboundFrame {
        OutboundFrame(
            bytes: ByteBuffer(),
            position: ChangePosition(chatId: chat, seq: 7),
            admission: admission,
            isOfEndedMembership: isOfEndedMembership
        )
    }

    /// Who has left since is told of what was before, if this client was told of the membership at all.
    @Test func anEndedMembershipIsToldToThoseWhoKnowOfIt() {
        var known = KnownChats([chat])
        func hears(_ frame: OutboundFrame) -> Bool { known.mayHear(of: frame, user) }
        #expect(hears(frame(chat, isOfEndedMembership: true)) && !hears(frame(other, isOfEndedMembership: true)))
        #expect(hears(frame(other)) && hears(OutboundFrame(bytes: ByteBuffer(), isOfEndedMembership: true)))
        // Somebody else's parting changes nothing, the user's own does.
        #expect(hears(frame(chat, .parting(friend))) && hears(frame(chat, isOfEndedMembership: true)))
        #expect(hears(frame(chat, .parting(user), isOfEndedMembership: true)))
        #expect(!hears(frame(chat, isOfEndedMembership: true)))
    }

    /// Who is told that a chat is gone knows it no more: neither is that told again, nor what was before it.
    @Test func goneIsToldOnce() {
        var known = KnownChats([chat])
        func hears(_ frame: OutboundFrame) -> Bool { known.mayHear(of: frame, user) }
        let gone = frame(chat, .partingOfAll, isOfEndedMembership: true)
        #expect(!hears(frame(other, .partingOfAll, isOfEndedMembership: true)))
        #expect(hears(gone) && !hears(gone))
        #expect(!hears(frame(chat, .parting(user), isOfEndedMembership: true)))
        // A new membership begins as the first did.
        #expect(hears(frame(chat, .one(user))) && hears(gone))
    }

    /// A membership that has begun and ended before the client hears of it isn't told.
    @Test func joiningIsNoted() {
        var known = KnownChats([])
        func hears(_ frame: OutboundFrame) -> Bool { known.mayHear(of: frame, user) }
        #expect(!hears(frame(chat, .one(user), isOfEndedMembership: true)))
        #expect(!hears(frame(chat, .parting(user), isOfEndedMembership: true)))
        #expect(hears(frame(chat, .one(friend))) && !hears(frame(chat, isOfEndedMembership: true)))
        #expect(hears(frame(chat, .one(user))) && hears(frame(chat, isOfEndedMembership: true)))
        #expect(hears(frame(other, .everyone)) && hears(frame(other, isOfEndedMembership: true)))
    }
}
