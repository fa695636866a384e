public import Accounts
public import Contacts
public import Domain
public import Storage

/// The use cases of accounts, contacts and messaging, wired together over one database.
public struct MessagingServices: Sendable {
    public let accounts: Accounts
    public let registrations: Registrations
    public let adminTokens: AdminTokens
    public let profiles: Profiles
    public let contacts: Contacts
    public let people: People
    public let blocks: Blocks
    public let chats: Chats
    public let messages: Messages
    public let receipts: Receipts
    public let reactions: Reactions
    public let preferences: ChatPreferences
    public let archived: ArchivedChats
    public let drafts: Drafts
    public let inbox: Inbox
    public let sync: Sync
    /// Erase a user's data in these modules; for `AccountDeletion`.
    public let deletionParticipants: [any AccountDeletionParticipant]
    /// Export a user's data of these modules; for `AccountExport`.
    public var exportParticipants: [any AccountExportParticipant] {
        [contacts, MessagingExport(chats: chats, messages: messages, drafts: drafts, archived: archived)]
    }

    /// - Parameters:
    ///   - states: shared with the services behind `publisher`.
    ///   - publisher: publishes committed changes to connected clients.
    ///   - messageObserver: keeps data derived from messages in sync.
    ///   - prospectObserver: keeps rows that refer to prospects in sync.
    ///   - media: the files that messages, chats and profiles show.
    ///   - registration: who may make an account; `nil` leaves it to the operator's stored setting.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        states: ChatStateCache,
        publisher: any ChatEventPublisher,
        messageObserver: any MessageObserver,
        prospectObserver: any ProspectObserver,
        media: any MediaCatalog,
        registration: RegistrationMode? = nil
    ) {
        let sentMessages = SentMessageIndex(isShared: database.isShared)
        database.setObserver(ChatCommitObserver(chats: states, sentMessages: sentMessages, publisher: publisher))
        let accountObserver = AccountChangePublisher(chats: states, publisher: publisher)
        registrations = Registrations(database: database, clock: clock, ids: ids, fixed: registration)
        accounts = Accounts(
            database: database,
            clock: clock,
            ids: ids,
            hasher: hasher,
            observer: accountObserver,
            gate: registrations
        )
        adminTokens = AdminTokens(database: database, clock: clock)
        profiles = Profiles(database: database, media: media, observer: accountObserver, gate: registrations)
        contacts = Contacts(
            database: database,
            clock: clock,
            ids: ids,
            observer: ContactChangePublisher(chats: states, publisher: publisher, observer: messageObserver),
            prospectObserver: prospectObserver
        )
        people = People(database: database)
        blocks = Blocks(database: database, clock: clock, states: states, publisher: publisher)
        let transactions = ChatTransactionRunner(
            database: database,
            clock: clock,
            states: states,
            publisher: publisher,
            query: MessageQuery(media: media)
        )
        database.add(sentMessages)
        chats = Chats(
            database: database,
            clock: clock,
            ids: ids,
            states: states,
            sentMessages: sentMessages,
            publisher: publisher,
            observer: messageObserver,
            media: media,
            transactions: transactions
        )
        messages = Messages(
            database: database,
            clock: clock,
            ids: ids,
            states: states,
            sentMessages: sentMessages,
            publisher: publisher,
            observer: messageObserver,
            media: media,
            transactions: transactions
        )
        receipts = Receipts(database: database, clock: clock, states: states, publisher: publisher)
        reactions = Reactions(database: database, transactions: transactions)
        preferences = ChatPreferences(database: database, states: states, publisher: publisher)
        archived = ArchivedChats(database: database, states: states, publisher: publisher)
        drafts = Drafts(database: database, clock: clock, states: states, publisher: publisher)
        inbox = Inbox(
            database: database,
            clock: clock,
            states: states,
            publisher: publisher,
            query: transactions.query
        )
        sync = Sync(database: database, states: states, query: transactions.query)
        deletionParticipants = [
            MessagingErasure(database: database, chats: chats, messages: messages), contacts,
        ]
    }

    /// The use cases for a process that serves no clients, such as an import. It publishes nothing.
    /// - Parameter media: the files that messages show; none if left out.
    public static func withoutClients(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        messageObserver: any MessageObserver,
        prospectObserver: any ProspectObserver,
        media: any MediaCatalog = EmptyMediaCatalog()
    ) -> MessagingServices {
        MessagingServices(
            database: database,
            clock: clock,
            ids: ids,
            hasher: hasher,
            states: ChatStateCache(),
            publisher: DiscardingPublisher(),
            messageObserver: messageObserver,
            prospectObserver: prospectObserver,
            media: media
        )
    }
}
