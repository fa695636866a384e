public import Accounts
public import Domain
public import Messaging
public import Storage

/// Connected clients: connections, presence and typing. Publishes Messaging's commits.
public struct LiveServices: ChatEventPublisher {
    public let hub: Hub
    public let presence: PresenceRegistry
    public let typing: TypingTracker
    /// Keeps in step with other nodes; `nil` on the only one.
    package let link: NodeLink?

    /// - Parameters:
    ///   - states: the instance that `MessagingServices` uses.
    ///   - link: of the same hub.
    public init(
        database: any Database,
        clock: any WallClock,
        states: ChatStateCache,
        hub: Hub,
        presence settings: PresenceSettings = PresenceSettings(),
        link: NodeLink? = nil
    ) {
        self.hub = hub
        self.link = link
        presence = PresenceRegistry(
            database: database,
            clock: clock,
            states: states,
            hub: hub,
            eventLoop: hub.anyEventLoop,
            settings: settings,
            tell: link.map { link in { @Sendable presence in link.say { $0.presence = presence } } }
        )
        typing = TypingTracker(database: database, states: states, hub: hub)
    }

    // MARK: ChatEventPublisher

    public func groupWillBegin() { if let link { link.groupWillBegin() } else { hub.groupWillBegin() } }
    public func groupDidComplete() { if let link { link.groupDidComplete() } else { hub.flush() } }

    public func enqueue(
        _ payload: [UInt8],
        at position: ChangePosition?,
        admitting admission: Admission,
        to users: [UserID],
        except: ConnectionID?
    ) {
        let frame = hub.encode(payload, at: position, admitting: admission)
        hub.enqueue(frame, to: users, except: except)
        guard let link else { return }
        if let position {
            link.note(position, changesMembers: admission != .nobody)
        } else {
            link.note(frame, to: users)
        }
    }

    public func enqueue(_ payload: [UInt8], about position: ChangePosition, to members: [UserID]) {
        let frame = hub.encode(payload)
        hub.enqueue(frame, to: members)
        link?.note(frame, about: position, to: members)
    }

    public func membersDidChange(_ change: MembershipChange) {
        typing.membersDidChange(change)
        presence.visibilityDidChange(of: change.users)
        link?.note(change)
    }

    public func visibilityDidChange(of users: [UserID]) {
        presence.visibilityDidChange(of: users)
        link?.say { $0.visible = users }
    }

    public func sessionsDidEnd(_ revocation: Accounts.Revocation) {
        hub.revoke(revocation)
        link?.say { $0.ended = [.init(revocation)] }
    }

    // MARK: Other nodes

    func membersDidChangeElsewhere(_ change: MembershipChange) {
        typing.membersDidChange(change)
        presence.visibilityDidChange(of: change.users)
    }

    func visibilityDidChangeElsewhere(of users: [UserID]) { presence.visibilityDidChange(of: users) }
}

extension NodeMessage.Ended {
    init(_ revocation: Accounts.Revocation) {
        switch revocation {
        case .session(let one): self.init(sessions: [one])
        case .sessions(let some): self.init(sessions: Array(some))
        case .user(let whole): self.init(user: whole)
        }
    }
}
