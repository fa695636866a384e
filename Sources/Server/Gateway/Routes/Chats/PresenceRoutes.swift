import Accounts
import Domain
import Hummingbird
import Live
import Messaging
import SpotterAPI

/// Presence of people, for permitted viewers.
struct PresenceRoutes {
    private static let maxPeople = 200

    let presence: PresenceRegistry

    func add(to table: inout RouteTable) {
        table.tag = .people
        let presence = presence
        table.on(
            .get,
            "/v1/presence",
            "getPresence",
            "Presence of up to 200 people, userIds separated by commas; offline where it isn't the asker's to see",
            query: [QueryParameter("userIds", String.self, isRequired: true, "up to 200 ids, separated by commas")],
            response: .json(PresenceResponse.self)
        ) { request, context in
            let viewer = try context.requirePrincipal().userId
            guard let list = try request.parameter("userIds", as: String.self) else {
                throw SpotterError.invalid("Name people: userIds=<id>,<id>.")
            }
            let texts = list.split(separator: ",")
            guard texts.count <= Self.maxPeople else {
                throw SpotterError.invalid("userIds names more than \(Self.maxPeople) people.")
            }
            let users = try texts.map { text in
                guard let id = UserID(String(text)) else {
                    throw SpotterError.invalid("'\(text.prefix(64))' is not a user id.")
                }
                return id
            }
            return JSONResponse(PresenceResponse(presence: try await presence.presence(of: users, for: viewer)))
        }
        table.on(
            .get,
            "/v1/chats/{chatId}/presence",
            "getChatPresence",
            "Presence of a chat's members, and how many are there",
            response: .json(ChatPresence.self)
        ) { _, context in
            JSONResponse(
                try await presence.presence(in: try context.chatId(), for: try context.requirePrincipal().actor)
            )
        }
    }
}
