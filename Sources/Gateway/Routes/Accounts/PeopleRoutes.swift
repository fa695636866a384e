import Domain
import Hummingbird
import Messaging

/// The people that somebody may write to, and those whom they don't want to hear of.
struct PeopleRoutes {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        addPeople(to: &table)
        addBlocks(to: &table)
    }

    private func addPeople(to table: inout RouteTable) {
        let people = messaging.people
        let presence = messaging.presence
        table.on(
            .get,
            "/v1/users",
            "Find people that one may write to, by part of a name or a whole email address",
            query: ["query", "limit"]
        ) { request, context in
            let actor = try context.requirePrincipal().actor
            let found = try await people.find(
                try request.parameter("query", as: String.self) ?? "",
                limit: try request.parameter("limit") ?? People.mostFound,
                for: actor
            )
            let shown = try await presence.presence(of: found.map(\.user.id), for: actor.userId)
            return JSONAnswer(.ok, PeopleAnswer(users: zip(found, shown).map(PersonEntry.init)))
        }
        table.on(.get, "/v1/users/{userId}", "One that one may write to or shares a chat with") { _, context in
            let id: UserID = try context.id("userId", what: "person")
            let actor = try context.requirePrincipal().actor
            let found = try await people.person(id, for: actor)
            let shown = try await presence.presence(of: [id], for: actor.userId)
            return JSONAnswer(.ok, PersonAnswer(user: PersonEntry(found, shown.first)))
        }
    }

    private func addBlocks(to table: inout RouteTable) {
        let blocks = messaging.blocks
        table.on(.get, "/v1/blocks", "Those whom one has blocked") { _, context in
            JSONAnswer(.ok, BlocksAnswer(blocks: try await blocks.list(of: try context.requirePrincipal().actor)))
        }
        table.on(
            .put,
            "/v1/blocks/{userId}",
            "Block somebody: neither writes to the other or sees whether they are there",
            status: .noContent
        ) { _, context in
            let id: UserID = try context.id("userId", what: "person")
            try await blocks.block(id, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
        table.on(.delete, "/v1/blocks/{userId}", "Take a block back", status: .noContent) { _, context in
            let id: UserID = try context.id("userId", what: "block of yours")
            try await blocks.unblock(id, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
    }

    private struct PersonEntry: Encodable {
        let userId: UserID
        let displayName: String
        let role: Role
        @Nullable var photoMediaId: MediaID?
        /// Only a contact's.
        @Nullable var email: String?
        let status: PresenceStatus
        @Nullable var lastSeen: Timestamp?

        init(_ person: People.Person, _ presence: Presence?) {
            userId = person.user.id
            displayName = person.user.displayName
            role = person.user.role
            photoMediaId = person.user.photoMediaId
            email = person.email
            status = presence?.status ?? .offline
            lastSeen = presence?.lastSeen
        }
    }

    private struct PeopleAnswer: Encodable { let users: [PersonEntry] }
    private struct PersonAnswer: Encodable { let user: PersonEntry }
    private struct BlocksAnswer: Encodable { let blocks: [Blocks.Entry] }
}
