import Contacts
import Domain
import Storage

/// The trainer and the client whom a point is between.
struct MeasurePair: Sendable, Hashable {
    let trainer: UserID
    let client: UserID

    /// The pairs whose points of a client somebody may see: a trainer's one, or all of the client's own.
    /// - Throws: `not_found` if there are none.
    static func of(_ client: UserID, for actor: Actor, on connection: any SQLConnection) throws -> [MeasurePair] {
        let trainers =
            actor.userId == client
            ? try connection.query(Contacts.userIDs(of: "$1"), client) { try $0.id(0, UserID.self) } : [actor.userId]
        let pairs = try trainers.sorted().map { MeasurePair(trainer: $0, client: client) }.filter {
            try $0.isOpen(to: actor, on: connection)
        }
        guard !pairs.isEmpty || (actor.userId == client && actor.role == .client) else {
            throw SpotterError.notFound("client")
        }
        return pairs
    }

    func isOpen(to actor: Actor, on connection: any SQLConnection) throws -> Bool {
        let isRelated = try Contacts.exists(trainer: trainer, client: client, on: connection)
        return Access.can(actor, .keepProfile(trainer: trainer, client: client, isRelated: isRelated))
    }
}
