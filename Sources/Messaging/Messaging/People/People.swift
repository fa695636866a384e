import Accounts
import Contacts
public import Domain
import Foundation
import Storage

/// Finds the people whom a user may write to by name.
public struct People: Sendable {
    public static let maxResults = 20
    static let maxQueryLength = 100

    let database: any Database

    /// A person as visible to the requester.
    public struct Person: Sendable, Hashable {
        public let user: User
        /// The email address; `nil` unless the person is a contact.
        public let email: String?
        /// Whether the two share a chat. Otherwise presence must not be shown.
        public let sharesChat: Bool
    }

    /// People with whom the actor may currently open a chat. Those whose name begins with the query come first.
    ///
    /// - Parameters:
    ///   - query: part of a name, ignoring case and accents, or a whole email address; empty matches everybody.
    ///   - limit: at least 1; at most 20 people are returned.
    /// - Throws: `invalid_request` if the limit is below 1 or the query is too long.
    public func find(_ query: String = "", limit: Int = maxResults, for actor: Actor) async throws -> [Person] {
        guard limit >= 1 else { throw SpotterError.invalid("limit must be 1 to \(Self.maxResults).") }
        guard TextLength(0...Self.maxQueryLength).admits(query) else {
            throw SpotterError.invalid("A query has at most \(Self.maxQueryLength) characters.")
        }
        let wanted = query.trimmed.comparable
        let address = EmailAddress.lookup(query).current
        return try await database.read { connection in
            let matches = try Self.candidates(for: actor, on: connection).compactMap { candidate -> Match? in
                let name = candidate.name.comparable
                // An address counts only where the actor sees it.
                let hasAddress = candidate.isContact && candidate.email == address
                guard name.contains(wanted) || wanted.isEmpty || hasAddress else { return nil }
                return Match(id: candidate.id, name: name, isPrefix: name.hasPrefix(wanted))
            }
            var found: [Person] = []
            for match in matches.sorted() where found.count < min(limit, Self.maxResults) {
                guard let (user, party) = try Party.find(match.id, for: actor, on: connection),
                    Access.can(actor, .startChat(with: [party]))
                else { continue }
                found.append(Person(user, party))
            }
            return found
        }
    }

    /// A person whom the actor may write to or shares a chat with, or the actor.
    /// - Throws: `not_found` if the person is anybody else or doesn't exist.
    public func person(_ id: UserID, for actor: Actor) async throws -> Person {
        let found = try await database.read { try Party.find(id, for: actor, on: $0) }
        guard let found, Access.can(actor, .know(found.party)),
            !found.party.isBlocked || found.party.sharesChat
        else { throw SpotterError.notFound("person") }
        return Person(found.user, found.party, isOwn: id == actor.userId)
    }

    // MARK: Rows

    private struct Match: Comparable {
        let id: UserID
        let name: String
        let isPrefix: Bool

        static func < (a: Match, b: Match) -> Bool {
            (a.isPrefix ? 0 : 1, a.name, a.id) < (b.isPrefix ? 0 : 1, b.name, b.id)
        }
    }

    /// Candidates for the actor's search: nobody whom the actor doesn't know already, so that a search tells nothing
    /// about who has an account. `Access` then decides about those who match the query.
    private static func candidates(
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [(id: UserID, name: String, email: String, isContact: Bool)] {
        try connection.query(
            """
            SELECT u.id, u.display_name, u.email, \(Contacts.condition(between: "$1", and: "u.id")) FROM \(User.table(as: "u"))
            WHERE \(User.isActive("u")) AND u.id <> $1 AND (
                u.id IN (\(Contacts.userIDs(of: "$1")))
                OR u.id IN (
                    SELECT theirs.user_id FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
                    WHERE mine.user_id = $1
                )
            )
            """,
            actor.userId
        ) { (id: try $0.id(0), name: try $0.text(1), email: try $0.text(2), isContact: try $0.bool(3)) }
    }
}

extension People.Person {
    init(_ user: User, _ party: Party, isOwn: Bool = false) {
        self.user = user
        email = party.isContact || isOwn ? user.email : nil
        sharesChat = party.sharesChat
    }
}
