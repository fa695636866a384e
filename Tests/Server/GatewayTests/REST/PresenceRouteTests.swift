import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct PresenceRouteTests {
    private static let nobody = "018f0000-0000-7000-8000-00000000dead"

    @Test func tellsThoseWhoShareAChat() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let stranger = try await server.register("Mallory", role: .trainer)
            let (socket, _) = try await server.open(client)
            let path = "/v1/presence?userIds=\(client.id),\(Self.nobody)"
            let shown = try await server.request("GET", path, as: trainer).items("presence")
            #expect(shown.map { $0["status"] as? String } == ["online", "offline"])
            #expect(shown.map { $0["userId"] as? String } == ["\(client.id)", Self.nobody])
            let hidden = try await server.request("GET", path, as: stranger).items("presence")
            #expect(hidden.allSatisfy { $0["status"] as? String == "offline" && $0["lastSeen"] is NSNull })
            let members = try await server.request("GET", "/v1/chats/\(chat.id)/presence", as: trainer)
            #expect(members.json["online"] as? Int == 1 && members.items("members").count == 2)
            #expect(try await server.request("GET", "/v1/chats/\(chat.id)/presence", as: stranger).status == 404)
            _ = try await socket.drained()
        }
    }

    @Test(arguments: ["", "?userIds=x", "?userIds=" + Array(repeating: nobody, count: 201).joined(separator: ",")])
    func refusesWhatItCannotRead(query: String) async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            #expect(try await server.request("GET", "/v1/presence" + query, as: user).status == 400)
        }
    }
}
