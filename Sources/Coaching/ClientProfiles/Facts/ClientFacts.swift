import Contacts
public import Domain
public import Storage

/// What is known about a trainer's clients, for answers and rosters. Read inside the caller's snapshot.
///
/// ```swift
/// // Who is injured right now?
/// let injured = try ClientFacts(clock: clock).roster(of: trainer, category: .injuries, on: connection)
/// ```
public struct ClientFacts: Sendable {
    private let clock: any WallClock

    public init(clock: any WallClock) { self.clock = clock }

    /// One client with the items that were asked for.
    public struct Line: Sendable, Hashable {
        public let client: UserID
        /// Newest first, never empty.
        public let items: [ProfileItem]
    }

    /// What the trainer knows about a client, by category, those that hold first. Empty if the user isn't a client of the
    /// trainer.
    public func items(of client: UserID, for trainer: UserID, on connection: any SQLConnection) throws -> [ProfileItem]
    {
        try reading(of: client, for: trainer, on: connection)?.items ?? []
    }

    func entries(
        of client: UserID,
        for trainer: UserID,
        on connection: any SQLConnection
    ) throws -> [ProfileReading.Entry] {
        try reading(of: client, for: trainer, on: connection)?.entries ?? []
    }

    private func reading(
        of client: UserID,
        for trainer: UserID,
        on connection: any SQLConnection
    ) throws -> ProfileReading? {
        let isRelated = try Contacts.exists(trainer: trainer, client: client, on: connection)
        let actor = Actor(userId: trainer, role: .trainer)
        guard Access.can(actor, .keepProfile(trainer: trainer, client: client, isRelated: isRelated)) else {
            return nil
        }
        return try ProfileReading(of: ProfilePair(trainer: trainer, client: client), at: clock.now(), on: connection)
    }

    /// The trainer's present clients of whom anything is known, by id.
    func knownClients(of trainer: UserID, on connection: any SQLConnection) throws -> [UserID] {
        try connection.query(
            """
            SELECT client_id FROM (
                SELECT client_id FROM profile_statements WHERE trainer_id = $1
                UNION SELECT client_id FROM profile_changes WHERE trainer_id = $1
            ) c WHERE client_id IN (\(Contacts.userIDs(of: "$1"))) ORDER BY client_id
            """,
            trainer
        ) { try $0.id(0, UserID.self) }
    }

    /// The trainer's present clients who have such items, by id.
    /// - Parameters:
    ///   - category: every category if `nil`.
    ///   - status: every status if `nil`.
    ///   - minConfidence: 0.5 keeps everything, 0.8 what was said in so many words.
    public func roster(
        of trainer: UserID,
        category: ProfileItem.Category? = nil,
        status: ProfileItem.Status? = .current,
        minConfidence: Double = 0.5,
        on connection: any SQLConnection
    ) throws -> [Line] {
        try knownClients(of: trainer, on: connection).compactMap { client in
            let items = try items(of: client, for: trainer, on: connection).filter { item in
                (category == nil || item.category == category) && (status == nil || item.status == status)
                    && item.confidence >= minConfidence
            }
            return items.isEmpty ? nil : Line(client: client, items: items)
        }
    }
}
