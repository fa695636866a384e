public import Accounts
public import Domain
public import Messaging
public import Storage

/// Connected clients: connections, presence and typing. Publishes Messaging's commits.
public struct LiveServices: ChatEventPublisher {
    public let hub: Hub
    public let presence: PresenceRegistry
    public let typing: TypingTracker

    /// - Parameter states: the instance that `MessagingServices` uses.
    public init(
        database: any Database,
        clock: any WallClock,
        states: ChatStateCache,
        hub: Hub,
        presence settings: PresenceSettings = PresenceSettings()
    ) {
        self.hub = hub
        presence = PresenceRegistry(
            database: database,
            clock: clock,
            states: states,
            hub: hub,
            eventLoop: hub.anyEventLoop,
            settings: settings
        )
        typing = TypingTracker(database: database, states: states, hub: hub)
    }

    // MARK: ChatEventPublisher

    public func groupWillBegin() { hub.groupWillBegin() }
    public func groupDidComplete() { hub.flush() }

    public func enqueue(
        _ payload: [UInt8],
        at position: ChangePosition?,
        admitting admission: Admission,
        to users: [UserID],
        except: ConnectionID?
    ) {
        hub.enqueue(hub.encode(payload, at: position, admitting: admission), to: users, except: except)
    }

    public func membersDidChange(_ change: MembershipChange) {
        typing.membersDidChange(change)
        presence.visibilityDidChange(of: change.users)
    }

    public func visibilityDidChange(of users: [UserID]) { presence.visibilityDidChange(of: users) }

    public func sessionsDidEnd(_ revocation: Accounts.Revocation) { hub.revoke(revocation) }
}
