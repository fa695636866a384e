import Accounts
import ClientProfiles
import Domain
import Hummingbird
import SpotterAPI

/// What a trainer knows about a client. The trainer reads and corrects it.
struct ClientProfileRoutes {
    let profiles: ProfileService

    func add(to table: inout RouteTable) {
        table.tag = .people
        addProfile(to: &table)
        addItems(to: &table)
    }

    private func addProfile(to table: inout RouteTable) {
        let profiles = profiles
        table.on(
            .get,
            "/v1/clients/{userId}/profile",
            "getClientProfile",
            "What a client has said about themselves, and what was written down (trainer)",
            response: .json(ClientProfileResponse.self)
        ) { _, context in
            let (client, actor) = try Self.pair(context)
            return JSONResponse(
                ClientProfileResponse(try await profiles.profile(of: client, trainer: actor.userId, for: actor))
            )
        }
        table.on(
            .post,
            "/v1/clients/{userId}/profile/review",
            "reviewClientProfile",
            "Mark a client's profile as reviewed (trainer)",
            response: .json(ClientProfileResponse.self),
            cost: .light
        ) { _, context in
            let (client, actor) = try Self.pair(context)
            return JSONResponse(ClientProfileResponse(try await profiles.review(of: client, by: actor)))
        }
        table.on(
            .post,
            "/v1/clients/{userId}/profile/rebuild",
            "rebuildClientProfile",
            "Read all of a client's messages again, in the background (trainer); what was written by hand stays",
            response: .accepted,
            cost: .light
        ) { _, context in
            let (client, actor) = try Self.pair(context)
            try await profiles.rebuild(client, by: actor)
            return Response(status: .accepted)
        }
    }

    private func addItems(to table: inout RouteTable) {
        let profiles = profiles
        table.on(
            .post,
            "/v1/clients/{userId}/profile/items",
            "addProfileItem",
            "Add an item to a client's profile (trainer)",
            body: NewProfileItemRequest.self,
            response: .json(ProfileItemResponse.self, .created),
            cost: .light
        ) { request, context in
            let body = try await request.decode(NewProfileItemRequest.self, context: context)
            let (client, actor) = try Self.pair(context)
            let item = try await profiles.add(body, to: client, trainer: actor.userId, by: actor)
            return JSONResponse(.created, ProfileItemResponse(item: item))
        }
        table.on(
            .patch,
            "/v1/clients/{userId}/profile/items/{itemId}",
            "updateProfileItem",
            "Correct an item of a client's profile (trainer); messages don't change it any more",
            body: UpdateProfileItemRequest.self,
            response: .json(ProfileItemResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateProfileItemRequest.self, context: context)
            let (client, actor) = try Self.pair(context)
            let item: ProfileItemID = try context.id("itemId", what: "profile item")
            let edited = try await profiles.edit(item, body, of: client, trainer: actor.userId, by: actor)
            return JSONResponse(ProfileItemResponse(item: edited))
        }
        table.on(
            .delete,
            "/v1/clients/{userId}/profile/items/{itemId}",
            "deleteProfileItem",
            "Remove an item of a client's profile (trainer); it doesn't come back",
            response: .noContent
        ) { _, context in
            let (client, actor) = try Self.pair(context)
            let item: ProfileItemID = try context.id("itemId", what: "profile item")
            try await profiles.remove(item, of: client, trainer: actor.userId, by: actor)
            return Response(status: .noContent)
        }
    }

    private static func pair(_ context: AppContext) throws -> (client: UserID, actor: Actor) {
        let actor = try context.requirePrincipal().actor
        guard Access.can(actor, .manageContacts) else {
            throw SpotterError(.forbidden, "Only a trainer has clients; your own profile is at /v1/me/profile.")
        }
        return (try context.id("userId", what: "client"), actor)
    }
}
