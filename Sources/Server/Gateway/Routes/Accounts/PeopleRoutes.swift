import Accounts
import Domain
import Hummingbird
import Live
import Messaging
import SpotterAPI

/// People that a user may write to, and those they have blocked.
struct PeopleRoutes {
    let messaging: MessagingServices
    let presence: PresenceRegistry

    func add(to table: inout RouteTable) {
        table.tag = .people
        addPeople(to: &table)
        addBlocks(to: &table)
    }

    private func addPeople(to table: inout RouteTable) {
        let people = messaging.people
        let presence = presence
        table.on(
            .get,
            "/v1/users",
            "findPeople",
            "Find people whom the user may write to, by part of a name or a whole email address",
            query: [QueryParameter("query", String.self), QueryParameter("limit", Int.self, range: 1...20)],
            response: .json(PeopleResponse.self)
        ) { request, context in
            let actor = try context.requirePrincipal().actor
            let found = try await people.find(
                try request.parameter("query", as: String.self) ?? "",
                limit: try request.parameter("limit") ?? People.maxResults,
                for: actor
            )
            let shown = try await presence.presence(of: found.map(\.user.id), for: actor.userId)
            return JSONResponse(PeopleResponse(users: zip(found, shown).map(Person.init)))
        }
        table.on(
            .get,
            "/v1/users/{userId}",
            "getPerson",
            "Get a person whom the user may write to or shares a chat with",
            response: .json(PersonResponse.self)
        ) { _, context in
            let id: UserID = try context.id("userId", what: "person")
            let actor = try context.requirePrincipal().actor
            let found = try await people.person(id, for: actor)
            let shown = try await presence.presence(of: [id], for: actor.userId)
            return JSONResponse(PersonResponse(user: Person(found, shown.first)))
        }
    }

    private func addBlocks(to table: inout RouteTable) {
        let blocks = messaging.blocks
        table.on(
            .get,
            "/v1/blocks",
            "listBlocks",
            "List the people whom the user has blocked",
            response: .json(BlocksResponse.self)
        ) { _, context in
            JSONResponse(BlocksResponse(blocks: try await blocks.list(of: try context.requirePrincipal().actor)))
        }
        table.on(
            .put,
            "/v1/blocks/{userId}",
            "blockPerson",
            "Block somebody: neither writes to the other or sees whether they are there",
            response: .noContent
        ) { _, context in
            let id: UserID = try context.id("userId", what: "person")
            try await blocks.block(id, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
        table.on(
            .delete,
            "/v1/blocks/{userId}",
            "unblockPerson",
            "Unblock somebody",
            response: .noContent
        ) { _, context in
            let id: UserID = try context.id("userId", what: "block of yours")
            try await blocks.unblock(id, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
    }
}

extension Person {
    init(_ person: People.Person, _ presence: Presence?) {
        self.init(
            userId: person.user.id,
            displayName: person.user.displayName,
            role: person.user.role,
            photoMediaId: person.user.photoMediaId,
            email: person.email,
            status: presence?.status ?? .offline,
            lastSeen: presence?.lastSeen
        )
    }
}
