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
    public let typing: TypingBoard
    public let hub: Hub

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        hub: Hub,
        index: any IndexListener,
        presence settings: PresenceSettings = PresenceSettings()
    ) {
        let states = ChatStates()
        database.onRollback { states.rolledBack() }
        database.beforeCommit { try states.writePositions(on: $0) }
        database.beforeGroup { hub.groupBegins() }
        database.afterGroup { hub.flush() }
        self.hub = hub
        accounts = Accounts(database: database, clock: clock, ids: ids, hasher: hasher) { hub.revoke($0) }
        adminTokens = AdminTokens(database: database, clock: clock)
        profiles = Profiles(database: database, states: states, hub: hub)
        people = People(database: database)
        blocks = Blocks(database: database, clock: clock, states: states)
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
        sync = Sync(database: database, states: states)
        let presence = PresenceRegistry(
            database: database,
            clock: clock,
            hub: hub,
            eventLoop: hub.anyEventLoop,
            settings: settings
        )
        self.presence = presence
        states.onForgotten { presence.audience.expire() }
        states.onRelationsChanged { presence.relationsChanged(of: $0) }
        typing = TypingBoard(database: database, states: states, hub: hub)
    }
}
