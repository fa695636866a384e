/// The one place that answers whether somebody may do something.
///
/// Callers gather the facts of the moment (`Action` carries them) and ask; they don't decide. REST, socket, search,
/// export and tools all come here.
public enum Access {
    /// Whether `actor` may do `action`, given facts that were read in the same transaction or snapshot.
    public static func can(_ actor: Actor, _ action: Action) -> Bool {
        switch action {
        case .readChat(let membership), .moveCursor(let membership), .leaveChat(let membership),
            .keepChat(let membership):
            return membership != nil
        case .sendMessage(let membership, let isBlocked), .react(let membership, let isBlocked):
            return membership != nil && !isBlocked
        case .manageMembers(let membership, let kind), .changeChat(let membership, let kind):
            return membership == .admin && kind == .group
        case .pin(let membership, let kind):
            return kind == .group ? membership == .admin : membership != nil
        case .changeMessage(let membership, let sender):
            return membership != nil && sender == actor.userId
        case .startChat(let parties):
            return parties.allSatisfy { party in
                party.userId != actor.userId && !party.isBlocked && mayTalk(actor.role, party)
            }
        case .know(let party):
            return party.userId == actor.userId || party.sharesChat || mayTalk(actor.role, party)
        case .manageContacts, .manageCalendar:
            return actor.role == .trainer
        case .own(let owner):
            return owner == actor.userId
        case .readMedia(let owner, let isShown):
            return isShown || owner == actor.userId
        }
    }

    /// Trainer and client need the relation; clients need a group in common; trainers are free among themselves.
    private static func mayTalk(_ role: Role, _ party: Party) -> Bool {
        switch (role, party.role) {
        case (.trainer, .trainer): true
        case (.trainer, .client), (.client, .trainer): party.isContact
        case (.client, .client): party.sharesGroup
        }
    }
}

/// Who asks.
public struct Actor: Sendable, Hashable {
    public let userId: UserID
    public let role: Role

    public init(userId: UserID, role: Role) {
        self.userId = userId
        self.role = role
    }
}

/// Somebody whom an actor wants in a chat, with what relates the two right now.
public struct Party: Sendable, Hashable {
    public let userId: UserID
    public let role: Role
    public let isContact: Bool
    public let sharesGroup: Bool
    /// Any chat, direct ones too.
    public let sharesChat: Bool
    /// One of the two has blocked the other, whichever.
    public let isBlocked: Bool

    public init(
        userId: UserID,
        role: Role,
        isContact: Bool,
        sharesGroup: Bool,
        sharesChat: Bool = false,
        isBlocked: Bool = false
    ) {
        self.userId = userId
        self.role = role
        self.isContact = isContact
        self.sharesGroup = sharesGroup
        self.sharesChat = sharesChat || sharesGroup
        self.isBlocked = isBlocked
    }

    /// The same person, were there no block.
    public var unblocked: Party {
        Party(
            userId: userId,
            role: role,
            isContact: isContact,
            sharesGroup: sharesGroup,
            sharesChat: sharesChat
        )
    }
}

/// Something to be allowed, with the facts that decide. A `nil` membership means "not a member".
public enum Action: Sendable, Hashable {
    case readChat(MemberRole?)
    /// To write in a chat; `isBlocked` where it's a direct one and one of the two has blocked the other.
    case sendMessage(MemberRole?, isBlocked: Bool = false)
    case moveCursor(MemberRole?)
    case leaveChat(MemberRole?)
    case manageMembers(MemberRole?, ChatKind)
    /// Name and photo, which only groups have.
    case changeChat(MemberRole?, ChatKind)
    /// What stands at a chat's top: both in a direct chat, admins in a group.
    case pin(MemberRole?, ChatKind)
    case react(MemberRole?, isBlocked: Bool = false)
    /// One's own settings and draft in a chat.
    case keepChat(MemberRole?)
    case changeMessage(MemberRole?, sender: UserID)
    case startChat(with: [Party])
    /// See somebody's name and photo, or block them.
    case know(Party)
    case manageContacts
    case manageCalendar
    /// Read or change something that belongs to one user: an event, reminder, conversation, proposal, session.
    case own(UserID)
    /// See a file: one's own, or one that something shows which the actor sees: a message of a chat they're in, the
    /// photo of somebody they know, or of their group.
    case readMedia(owner: UserID, isShown: Bool)
}
