import Domain
import MediaTestKit
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import MediaStore

@Suite(.standardTimeLimit)
struct AccessTests {
    private static let parts = ["", "/content", "/thumbnail"]

    /// The same answer as for a file that doesn't exist, by every way to it.
    private func expectHidden(_ id: String, from user: TestUser, on server: TestServer) async throws {
        for part in Self.parts {
            for method in ["GET", "HEAD"] {
                let answer = try await server.send(method, "/v1/media/\(id)\(part)", as: user)
                let missing = try await server.send(
                    method,
                    "/v1/media/00000000-0000-7000-8000-000000000000\(part)",
                    as: user
                )
                #expect(answer.status == 404)
                #expect(answer.body.count == missing.body.count)
                #expect(answer.headers["content-length"] == missing.headers["content-length"])
                #expect(answer.headers["etag"] == nil && answer.headers["upload-offset"] == nil)
            }
        }
        for (method, headers) in [("PATCH", ["Upload-Offset": "0"]), ("DELETE", [:])] {
            #expect(try await server.send(method, "/v1/media/\(id)", as: user, headers: headers).status == 404)
        }
    }

    private func expectSeen(_ id: String, by user: TestUser, on server: TestServer) async throws {
        for part in Self.parts {
            #expect(try await server.send("GET", "/v1/media/\(id)\(part)", as: user).status == 200)
        }
    }

    @Test func aFileIsVisibleToItsOwnerAndToMembersOfChatsThatShowIt() async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let mike = try await server.register("Mike", role: .client)
            try await server.addClient(mike, of: alex)
            let id = try await server.upload(Fixtures.jpeg, name: "a.jpg", id: "c1", as: alex).mediaId
            try await expectSeen(id, by: alex, on: server)
            try await expectHidden(id, from: sara, on: server)

            let message = try await server.show(id, in: chat.id, sender: alex)
            try await expectSeen(id, by: sara, on: server)
            try await expectHidden(id, from: mike, on: server)
            // Nobody shows what isn't theirs to others.
            await #expect(throws: SpotterError.self) { try await server.show(id, in: chat.id, sender: sara) }
            #expect(try await server.send("GET", "/v1/media/\(id)", as: nil).status == 401)
            // Seeing isn't owning.
            #expect(try await server.send("DELETE", "/v1/media/\(id)", as: sara).status == 404)
            #expect(try await server.request("GET", "/v1/media/\(id)", as: sara).media["clientMediaId"] == nil)
            #expect(try await server.send("DELETE", "/v1/media/\(id)", as: alex).status == 409)

            try await server.server.messaging.messages.delete(message, in: chat.id, by: alex.actor)
            try await expectHidden(id, from: sara, on: server)
            // Nothing shows it any more, so it's gone for its owner too.
            try await server.server.useCases.media.garbageCollector.collectErased()
            try await expectHidden(id, from: alex, on: server)
        }
    }

    @Test func aFileIsHiddenAfterLeavingTheGroup() async throws {
        try await TestServer.run { server in
            let (alex, sara, _) = try await server.pair()
            let mike = try await server.register("Mike", role: .client)
            try await server.addClient(mike, of: alex)
            let group = try await server.group("Run club", of: alex, with: [sara, mike])
            let id = try await server.upload(Fixtures.jpeg, name: "a.jpg", id: "c1", as: alex).mediaId
            _ = try await server.show(id, in: group.id, sender: alex)
            try await expectSeen(id, by: mike, on: server)
            try await server.server.messaging.chats.remove(mike.id, from: group.id, by: mike.actor)
            try await expectHidden(id, from: mike, on: server)
            try await expectSeen(id, by: sara, on: server)
        }
    }

    @Test func photosAreVisibleToThoseWhoKnowThePersonOrGroup() async throws {
        try await TestServer.run { server in
            let (alex, sara, _) = try await server.pair()
            let (mike, eve) = (
                try await server.register("Mike", role: .client), try await server.register("Eve", role: .client)
            )
            try await server.addClient(mike, of: alex)
            let group = try await server.group("Run club", of: alex, with: [sara, mike])
            let face = try await server.upload(Fixtures.jpeg, name: "a.jpg", id: "face", as: sara).mediaId
            let team = try await server.upload(Fixtures.webp, name: "b.webp", id: "team", as: alex).mediaId
            for user in [alex, mike, eve] { try await expectHidden(face, from: user, on: server) }
            try await server.execute(
                "UPDATE users SET photo_media_id = $1 WHERE id = $2",
                [try #require(MediaID(face)), sara.id]
            )
            try await server.execute(
                "UPDATE chats SET photo_media_id = $1 WHERE id = $2",
                [try #require(MediaID(team)), group.id]
            )
            for user in [alex, mike] { try await expectSeen(face, by: user, on: server) }
            for user in [sara, mike] { try await expectSeen(team, by: user, on: server) }
            try await expectHidden(face, from: eve, on: server)
            try await expectHidden(team, from: eve, on: server)
            try await server.server.messaging.chats.remove(mike.id, from: group.id, by: mike.actor)
            for id in [face, team] { try await expectHidden(id, from: mike, on: server) }
            #expect(try await server.send("DELETE", "/v1/media/\(face)", as: sara).status == 409)
        }
    }

    @Test func anUnfinishedUploadIsItsOwnersAlone() async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let id = try await server.begin("c1", size: 100, as: alex).mediaId
            await #expect(throws: SpotterError.self) { try await server.show(id, in: chat.id, sender: alex) }
            try await expectHidden(id, from: sara, on: server)
            #expect(try await server.send("GET", "/v1/media/\(id)/content", as: alex).status == 404)
        }
    }

    @Test func theSameBytesOfTwoPeopleAreTwoFiles() async throws {
        try await TestServer.run { server in
            let (alex, sara, _) = try await server.pair()
            let text = Array("the same bytes".utf8)
            let mine = try await server.upload(text, name: "a.txt", id: "c1", as: alex)
            let theirs = try await server.upload(text, name: "b.txt", id: "c1", as: sara)
            #expect(theirs.status == 201 && theirs.mediaId != mine.mediaId)
            try await expectHidden(theirs.mediaId, from: alex, on: server)
            #expect(try await server.send("DELETE", "/v1/media/\(mine.mediaId)", as: alex).status == 204)
            try await expectHidden(mine.mediaId, from: alex, on: server)
            let left = try await server.send("GET", "/v1/media/\(theirs.mediaId)/content", as: sara)
            #expect(left.bytes == text)
            #expect(try await server.send("DELETE", "/v1/media/\(theirs.mediaId)", as: sara).status == 204)
            #expect(try server.storedFiles() == [])
        }
    }
}
