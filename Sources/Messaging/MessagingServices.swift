public import Domain
public import Storage

/// The use cases of messaging, wired together over one database and one Hub.
public struct MessagingServices: Sendable {
    public let accounts: Accounts
    public let adminTokens: AdminTokens
    public let profiles: Profiles
    public let people: People
    public let blocks: Blocks
    public let relations: Relations
    public let chats: Chats
    public let messages: Messages
    public let receipts: Receipts
    public let reactions: Reactions
    public let keeping: ChatKeeping
    public let drafts: Drafts
    public let sync: Sync
    public let presence: PresenceRegistry
    public let hub: Hub

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        hub: Hub,
        index: any IndexListener
    ) {
        let states = ChatStates()
        database.onRollback { states.forgetAll() }
        database.afterGroup { hub.flush() }
        self.hub = hub
        accounts = Accounts(database: database, clock: clock, ids: ids, hasher: hasher) { hub.revoke($0) }
        adminTokens = AdminTokens(database: database, clock: clock)
        profiles = Profiles(database: database, states: states, hub: hub)
        people = People(database: database)
        blocks = Blocks(database: database, clock: clock, states: states, hub: hub)
        relations = Relations(database: database, clock: clock, ids: ids)
        chats = Chats(database: database, clock: clock, ids: ids, states: states, hub: hub, index: index)
        messages = Messages(
            database: database,
            clock: clock,
            ids: ids,
            states: states,
            hub: hub,
            index: index
        )
        receipts = Receipts(database: database, clock: clock, states: states, hub: hub)
        reactions = Reactions(
            database: database,
            writer: ChatWriter(database: database, clock: clock, states: states, hub: hub)
        )
        keeping = ChatKeeping(database: database, states: states, hub: hub)
        drafts = Drafts(database: database, clock: clock, states: states, hub: hub)
        sync = Sync(database: database)
        presence = PresenceRegistry(database: database, clock: clock, hub: hub)
    }
}
