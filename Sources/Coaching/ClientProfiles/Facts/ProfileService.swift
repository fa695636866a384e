import Contacts
public import Domain
public import Storage

/// Client profiles: the trainer reads and corrects those of their clients, a client their own.
///
/// Profiles belong to one trainer and one client. What another trainer knows is in another profile. They are folded from
/// what messages say, and end with the relation.
public struct ProfileService: Sendable {
    static let maxManualItems = 500

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let wakeUp: @Sendable () -> Void

    /// - Parameter follower: reads messages again for `rebuild`.
    public init(database: any Database, clock: any WallClock, ids: any IDSource, follower: ProfileFollower) {
        self.database = database
        self.clock = clock
        self.ids = ids
        wakeUp = { [weak follower] in follower?.messageWasCreated() }
    }

    /// What a trainer knows about a client.
    /// - Throws: `not_found` if the actor isn't one of the two, or they aren't trainer and client.
    public func profile(of client: UserID, trainer: UserID, for actor: Actor) async throws -> ClientProfile {
        let (pair, now) = (ProfilePair(trainer: trainer, client: client), clock.now())
        return try await database.read { connection in
            try Self.require(actor, pair, on: connection)
            return try Self.read(pair, at: now, on: connection)
        }
    }

    /// What the client's trainers know about them, one profile for each trainer.
    public func ownProfiles(for actor: Actor) async throws -> [ClientProfile] {
        let now = clock.now()
        return try await database.read { connection in
            let trainers = try connection.query(Contacts.userIDs(of: "$1"), actor.userId) { try $0.id(0, UserID.self) }
            return try trainers.sorted().compactMap { trainer in
                let pair = ProfilePair(trainer: trainer, client: actor.userId)
                guard try Self.isAllowed(actor, pair, on: connection) else { return nil }
                return try Self.read(pair, at: now, on: connection)
            }
        }
    }

    /// The trainer has looked the profile through.
    /// - Throws: `not_found` if the actor isn't the client's trainer.
    public func review(of client: UserID, by actor: Actor) async throws -> ClientProfile {
        let (pair, now) = (ProfilePair(trainer: actor.userId, client: client), clock.now())
        return try await database.write { connection in
            try Self.require(actor, pair, on: connection)
            try connection.execute(
                """
                INSERT INTO profile_reviews (trainer_id, client_id, at) VALUES ($1, $2, $3)
                ON CONFLICT (trainer_id, client_id) DO UPDATE SET at = excluded.at
                """,
                pair.trainer,
                pair.client,
                now
            )
            return try Self.read(pair, at: now, on: connection)
        }
    }

    /// Reads all of the client's messages again, in the background. What people did by hand stays.
    /// - Throws: `not_found` if the actor isn't the client's trainer.
    public func rebuild(_ client: UserID, by actor: Actor) async throws {
        let pair = ProfilePair(trainer: actor.userId, client: client)
        try await database.write { connection in
            try Self.require(actor, pair, on: connection)
            try ProfileWork.requestRebuild(of: pair, on: connection)
        }
        wakeUp()
    }

    // MARK: Access and rows

    static func isAllowed(_ actor: Actor, _ pair: ProfilePair, on connection: any SQLConnection) throws -> Bool {
        let isRelated = try Contacts.exists(trainer: pair.trainer, client: pair.client, on: connection)
        return Access.can(actor, .keepProfile(trainer: pair.trainer, client: pair.client, isRelated: isRelated))
    }

    static func require(_ actor: Actor, _ pair: ProfilePair, on connection: any SQLConnection) throws {
        guard try isAllowed(actor, pair, on: connection) else { throw SpotterError.notFound("client") }
    }

    static func read(_ pair: ProfilePair, at now: Timestamp, on connection: any SQLConnection) throws -> ClientProfile {
        ClientProfile(
            trainerId: pair.trainer,
            clientId: pair.client,
            items: try ProfileReading(of: pair, at: now, on: connection).items,
            reviewedAt: try connection.first(
                "SELECT at FROM profile_reviews WHERE trainer_id = $1 AND client_id = $2",
                pair.trainer,
                pair.client
            ) { try $0.timestamp(0) }
        )
    }
}
