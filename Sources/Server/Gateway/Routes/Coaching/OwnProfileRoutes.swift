import Accounts
import ClientProfiles
import Domain
import Hummingbird
import SpotterAPI

/// What a client's trainers know about them. The client reads and corrects it.
struct OwnProfileRoutes {
    let profiles: ProfileService

    func add(to table: inout RouteTable) {
        table.tag = .people
        let profiles = profiles
        table.on(
            .get,
            "/v1/me/profile",
            "listOwnProfiles",
            "The client's own profiles, one with each trainer (client)",
            response: .json(OwnProfilesResponse.self)
        ) { _, context in
            let actor = try context.requirePrincipal().actor
            return JSONResponse(OwnProfilesResponse(profiles: try await profiles.ownProfiles(for: actor)))
        }
        table.on(
            .post,
            "/v1/me/profile/{trainerId}/items",
            "addOwnProfileItem",
            "Add an item to the client's own profile with a trainer (client)",
            body: NewProfileItemRequest.self,
            response: .json(ProfileItemResponse.self, .created),
            cost: .light
        ) { request, context in
            let body = try await request.decode(NewProfileItemRequest.self, context: context)
            let (trainer, actor) = try Self.pair(context)
            let item = try await profiles.add(body, to: actor.userId, trainer: trainer, by: actor)
            return JSONResponse(.created, ProfileItemResponse(item: item))
        }
        table.on(
            .patch,
            "/v1/me/profile/{trainerId}/items/{itemId}",
            "updateOwnProfileItem",
            "Correct an item of the client's own profile (client); messages don't change it any more",
            body: UpdateProfileItemRequest.self,
            response: .json(ProfileItemResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateProfileItemRequest.self, context: context)
            let (trainer, actor) = try Self.pair(context)
            let item: ProfileItemID = try context.id("itemId", what: "profile item")
            let edited = try await profiles.edit(item, body, of: actor.userId, trainer: trainer, by: actor)
            return JSONResponse(ProfileItemResponse(item: edited))
        }
        table.on(
            .delete,
            "/v1/me/profile/{trainerId}/items/{itemId}",
            "deleteOwnProfileItem",
            "Remove an item of the client's own profile (client); it doesn't come back",
            response: .noContent
        ) { _, context in
            let (trainer, actor) = try Self.pair(context)
            let item: ProfileItemID = try context.id("itemId", what: "profile item")
            try await profiles.remove(item, of: actor.userId, trainer: trainer, by: actor)
            return Response(status: .noContent)
        }
    }

    private static func pair(_ context: AppContext) throws -> (trainer: UserID, actor: Actor) {
        (try context.id("trainerId", what: "trainer"), try context.requirePrincipal().actor)
    }
}
