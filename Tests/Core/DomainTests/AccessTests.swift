import Domain
import Testing

@Suite struct AccessTests {
    private static let me = UserID(high: 0, low: 1)
    private static let other = UserID(high: 0, low: 2)
    private static let trainer = Actor(userId: me, role: .trainer)
    private static let client = Actor(userId: me, role: .client)

    @Test(
        arguments: [
            (.readChat(nil), false), (.readChat(.member), true), (.readChat(.admin), true),
            (.sendMessage(nil), false), (.sendMessage(.member), true), (.moveCursor(nil), false),
            (.sendMessage(.member, isAnnouncement: true), false), (.sendMessage(.admin, isAnnouncement: true), true),
            (.sendUnattended(.member), true), (.sendUnattended(nil), false),
            (.sendUnattended(.member, isBlocked: true), false), (.sendUnattended(.member, isDisabled: true), false),
            (.sendUnattended(.member, isAnnouncement: true), false),
            (.sendUnattended(.member, hasEndedRelation: true), false),
            (.sendMessage(.admin, isBlocked: true), false), (.react(.member, isBlocked: true), false),
            (.moveCursor(.member), true), (.leaveChat(nil), false), (.leaveChat(.member), true),
            (.manageMembers(nil, .group), false), (.manageMembers(.member, .group), false),
            (.manageMembers(.admin, .group), true), (.manageMembers(.admin, .direct), false),
            (.changeChat(.member, .group), false), (.changeChat(.admin, .group), true),
            (.changeChat(.member, .direct), false), (.changeChat(nil, .group), false),
            (.pin(nil, .direct), false), (.pin(.member, .direct), true), (.pin(nil, .group), false),
            (.pin(.member, .group), false), (.pin(.admin, .group), true), (.react(nil), false),
            (.react(.member), true), (.keepChat(nil), false), (.keepChat(.member), true),
            (.changeMessage(.member, sender: me), true), (.changeMessage(.admin, sender: other), false),
            (.changeMessage(nil, sender: me), false), (.own(me), true), (.own(other), false),
            (.startChat(with: [Party(userId: me, role: .trainer, isContact: true, sharesGroup: true)]), false),
        ] as [(Action, Bool)]
    )
    func rolesDontMatterHere(action: Action, expected: Bool) {
        #expect(Access.can(Self.trainer, action) == expected)
        #expect(Access.can(Self.client, action) == expected)
    }

    /// A block refuses what the same people might do without it; it can't allow anything.
    @Test(arguments: Role.allCases, Role.allCases)
    func aBlockKeepsApart(mine: Role, theirs: Role) {
        let actor = Actor(userId: Self.me, role: mine)
        let party = Party(
            userId: Self.other,
            role: theirs,
            isContact: true,
            sharesGroup: true,
            sharesTrainer: true,
            isBlocked: true
        )
        #expect(Access.can(actor, .startChat(with: [party.unblocked])))
        #expect(!Access.can(actor, .startChat(with: [party])))
    }

    /// Sharing a chat is enough to see somebody's name; without any tie nobody knows of anybody.
    @Test(arguments: Role.allCases, Role.allCases)
    func sharingAChatIsEnoughToKnowAPerson(mine: Role, theirs: Role) {
        let actor = Actor(userId: Self.me, role: mine)
        func party(_ sharesChat: Bool) -> Party {
            Party(userId: Self.other, role: theirs, isContact: false, sharesGroup: false, sharesChat: sharesChat)
        }
        #expect(Access.can(actor, .know(party(true))))
        #expect(!Access.can(actor, .know(party(false))))
    }

    @Test func onlyTrainersManage() {
        for action in [Action.manageContacts, .manageCalendar] {
            #expect(Access.can(Self.trainer, action) && !Access.can(Self.client, action))
        }
    }

    @Test(arguments: [Role.trainer, .client], [Role.trainer, .client])
    func onlyRelatedPeopleMayTalk(mine: Role, theirs: Role) {
        let actor = Actor(userId: Self.me, role: mine)
        let friend = Party(userId: Self.other, role: .trainer, isContact: true, sharesGroup: true)
        for facts in 0..<8 {
            let (isContact, sharesGroup, sharesTrainer) = (facts & 1 > 0, facts & 2 > 0, facts & 4 > 0)
            let party = Party(
                userId: Self.other,
                role: theirs,
                isContact: isContact,
                sharesGroup: sharesGroup,
                sharesTrainer: sharesTrainer
            )
            let expected =
                switch (mine, theirs) {
                case (.trainer, .trainer): true
                case (.client, .client): sharesGroup && sharesTrainer
                default: isContact
                }
            #expect(Access.can(actor, .startChat(with: [party])) == expected)
            #expect(Access.can(actor, .startChat(with: [friend, party])) == expected, "everybody must be allowed")
        }
    }

    @Test func nobodyPinsForSomebodyBlocked() {
        #expect(Access.can(Self.client, .pin(.member, .direct)))
        #expect(!Access.can(Self.client, .pin(.member, .direct, isBlocked: true)))
    }

    /// Becoming contacts takes a trainer and a client, and no block.
    @Test(arguments: Role.allCases, Role.allCases)
    func trainersAndClientsBecomeContacts(mine: Role, theirs: Role) {
        let actor = Actor(userId: Self.me, role: mine)
        #expect(Access.can(actor, .becomeContact(of: theirs, isBlocked: false)) == (mine != theirs))
        #expect(!Access.can(actor, .becomeContact(of: theirs, isBlocked: true)))
    }

    @Test func onlyUnblockedClientsArePlannedWith() {
        for isContact in [false, true] {
            for isBlocked in [false, true] {
                let action = Action.plan(isContact: isContact, isBlocked: isBlocked)
                #expect(Access.can(Self.trainer, action) == (isContact && !isBlocked))
                #expect(!Access.can(Self.client, action))
            }
        }
    }
}
