import Accounts
import Coaching
import Domain
import Hummingbird
import SpotterAPI

/// A trainer's private notes and tags on clients.
struct NotesRoutes {
    let notes: NotesOnClients

    func add(to table: inout RouteTable) {
        table.tag = .people
        let notes = notes
        table.on(
            .get,
            "/v1/clients/{userId}/notes",
            "getNotes",
            "The trainer's private notes and tags on a client (trainer)",
            response: .json(NotesResponse.self)
        ) { _, context in
            let actor = try context.requirePrincipal().actor
            let found = try await notes.notes(on: try context.id("userId", what: "client"), for: actor)
            return JSONResponse(NotesResponse(notes: found))
        }
        table.on(
            .put,
            "/v1/clients/{userId}/notes",
            "writeNotes",
            "Replace the private notes on a client (trainer); an empty text removes them",
            body: NotesRequest.self,
            response: .json(NotesResponse.self)
        ) { request, context in
            let body = try await request.decode(NotesRequest.self, context: context)
            let written = try await notes.write(
                body.text,
                on: try context.id("userId", what: "client"),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(NotesResponse(notes: written))
        }
        table.on(
            .put,
            "/v1/clients/{userId}/tags",
            "setTags",
            "Replace the tags on a client (trainer)",
            body: TagsRequest.self,
            response: .json(NotesResponse.self)
        ) { request, context in
            let body = try await request.decode(TagsRequest.self, context: context)
            let written = try await notes.setTags(
                body.tags,
                of: try context.id("userId", what: "client"),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(NotesResponse(notes: written))
        }
        table.on(
            .get,
            "/v1/tags",
            "listTags",
            "The trainer's tags, each with the clients who have it (trainer)",
            response: .json(ClientTagsResponse.self)
        ) { _, context in
            JSONResponse(ClientTagsResponse(tags: try await notes.tags(for: try context.requirePrincipal().actor)))
        }
    }
}
