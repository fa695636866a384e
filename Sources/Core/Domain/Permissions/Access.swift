/// The one place that decides who may do what.
///
/// Callers collect the current facts in an `Action` and ask; they never decide themselves.
///
/// ```swift
/// let client = Actor(userId: UserID(high: 0, low: 1), role: .client)
/// Access.can(client, .sendMessage(.member))  // true
/// Access.can(client, .manageCalendar)  // false
/// ```
public enum Access {
    /// Whether `actor` may perform `action`. The facts in it must come from the same transaction or snapshot.
    public static func can(_ actor: Actor, _ action: Action) -> Bool {
        switch action {
        case .readChat(let membership), .moveCursor(let membership), .leaveChat(let membership),
            .keepChat(let membership):
            return membership != nil
        case .sendMessage(let membership, let isBlocked, let isAnnouncement):
            return mayWrite(membership, isBlocked, isAnnouncement)
        case .sendUnattended(let membership, let isBlocked, let isAnnouncement, let isDisabled, let hasEnded):
            return mayWrite(membership, isBlocked, isAnnouncement) && !isDisabled && !hasEnded
        case .react(let membership, let isBlocked):
            return membership != nil && !isBlocked
        case .manageMembers(let membership, let kind), .changeChat(let membership, let kind):
            return membership == .admin && kind == .group
        case .pin(let membership, let kind, let isBlocked):
            return kind == .group ? membership == .admin : membership != nil && !isBlocked
        case .changeMessage(let membership, let sender):
            return membership != nil && sender == actor.userId
        case .startChat(let parties):
            return parties.allSatisfy { party in
                party.userId != actor.userId && !party.isBlocked && !party.isDisabled && mayTalk(actor.role, party)
            }
        case .know(let party):
            return party.userId == actor.userId || party.sharesChat || party.isContact
        case .becomeContact(let role, let isBlocked):
            return role != actor.role && !isBlocked
        case .plan(let isContact, let isBlocked):
            return actor.role == .trainer && isContact && !isBlocked
        case .manageContacts, .manageCalendar:
            return actor.role == .trainer
        case .own(let owner):
            return owner == actor.userId
        case .keepProfile(let trainer, let client, let isRelated):
            return isRelated && (actor.userId == trainer || actor.userId == client)
        case .readMedia(let owner, let isShown):
            return isShown || owner == actor.userId
        }
    }

    /// In an announcement-only group its admins write, and the others read and react.
    private static func mayWrite(_ membership: MemberRole?, _ isBlocked: Bool, _ isAnnouncement: Bool) -> Bool {
        membership != nil && !isBlocked && (!isAnnouncement || membership == .admin)
    }

    /// A trainer and a client must be contacts. Two clients must share a group and a trainer whom both have agreed to, so
    /// that nobody is reached through a group by a trainer's friends after ending the relation. Trainers may talk to
    /// each other, but can't search for each other.
    private static func mayTalk(_ role: Role, _ party: Party) -> Bool {
        switch (role, party.role) {
        case (.trainer, .trainer): true
        case (.trainer, .client), (.client, .trainer): party.isContact
        case (.client, .client): party.sharesGroup && party.sharesTrainer
        }
    }
}

/// The user who wants to do something.
public struct Actor: Sendable, Hashable {
    public let userId: UserID
    public let role: Role

    public init(userId: UserID, role: Role) {
        self.userId = userId
        self.role = role
    }
}

/// Another person, with their current relation to the actor.
public struct Party: Sendable, Hashable {
    public let userId: UserID
    public let role: Role
    public let isContact: Bool
    public let sharesGroup: Bool
    /// Whether both are clients of the same trainer.
    public let sharesTrainer: Bool
    /// Whether the two share any chat, direct chats included.
    public let sharesChat: Bool
    /// Whether either of the two has blocked the other.
    public let isBlocked: Bool
    /// Whether an administrator has disabled their account. Nobody opens a new chat with them.
    public let isDisabled: Bool

    public init(
        userId: UserID,
        role: Role,
        isContact: Bool,
        sharesGroup: Bool,
        sharesTrainer: Bool = false,
        sharesChat: Bool = false,
        isBlocked: Bool = false,
        isDisabled: Bool = false
    ) {
        self.userId = userId
        self.role = role
        self.isContact = isContact
        self.sharesGroup = sharesGroup
        self.sharesTrainer = sharesTrainer
        self.sharesChat = sharesChat || sharesGroup
        self.isBlocked = isBlocked
        self.isDisabled = isDisabled
    }

    /// The same person without the block and with an enabled account.
    public var unblocked: Party {
        Party(
            userId: userId,
            role: role,
            isContact: isContact,
            sharesGroup: sharesGroup,
            sharesTrainer: sharesTrainer,
            sharesChat: sharesChat
        )
    }
}

/// Something that needs permission, with the facts that decide. A `nil` membership means "not a member".
public enum Action: Sendable, Hashable {
    case readChat(MemberRole?)
    /// Write in a chat; `isBlocked` if it is a direct chat and one of the two has blocked the other, `isAnnouncement` if
    /// it is a group in which only admins write.
    case sendMessage(MemberRole?, isBlocked: Bool = false, isAnnouncement: Bool = false)
    /// Let the server send what was written before, such as a scheduled message. It also needs an account that isn't
    /// disabled and, in a direct chat of a trainer and a client, a relation that hasn't ended.
    case sendUnattended(
        MemberRole?,
        isBlocked: Bool = false,
        isAnnouncement: Bool = false,
        isDisabled: Bool = false,
        hasEndedRelation: Bool = false
    )
    case moveCursor(MemberRole?)
    case leaveChat(MemberRole?)
    case manageMembers(MemberRole?, ChatKind)
    /// Change name, photo or who may write, which only groups have.
    case changeChat(MemberRole?, ChatKind)
    /// Pin a message: both people in a direct chat, admins in a group.
    case pin(MemberRole?, ChatKind, isBlocked: Bool = false)
    case react(MemberRole?, isBlocked: Bool = false)
    /// Change one's own preferences and draft in a chat.
    case keepChat(MemberRole?)
    case changeMessage(MemberRole?, sender: UserID)
    case startChat(with: [Party])
    /// See somebody's name and photo, or block them.
    case know(Party)
    /// Become trainer and client of each other, with somebody of the given role.
    case becomeContact(of: Role, isBlocked: Bool)
    /// Put somebody else into one's calendar, where they see it.
    case plan(isContact: Bool, isBlocked: Bool)
    case manageContacts
    case manageCalendar
    /// Read or change what belongs to one user: an event, reminder, conversation, proposal or session.
    case own(UserID)
    /// Read or change what a trainer knows about a client: the two of them, while they are trainer and client.
    case keepProfile(trainer: UserID, client: UserID, isRelated: Bool)
    /// See a file. `isShown` if it appears in something that the actor may see: a message in one of their chats, or the
    /// photo of a person or group they know.
    case readMedia(owner: UserID, isShown: Bool)
}
