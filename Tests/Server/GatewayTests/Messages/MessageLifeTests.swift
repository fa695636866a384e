import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// A message's life over HTTP and sockets: both are the same operations.
@Suite(.standardTimeLimit) struct MessageLifeTests {
    @Test func reactionsOverBothDoors() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let path = "/v1/chats/\(chat.id)/messages"
            let sent = try await server.request(
                "POST",
                path,
                as: trainer,
                json: ["clientMessageId": "1", "text": "hi"]
            )
            let id = try #require(sent.id(of: "message"))
            let (socket, _) = try await server.open(client)
            let given = try await server.request("PUT", "\(path)/\(id)/reactions/%E2%9D%A4%EF%B8%8F", as: trainer)
            #expect(given.status == 200 && given.keys("message") == ShapeTests.message)
            let event = try await socket.next("reaction.changed")
            #expect(Set(event.json.keys) == ["type", "chatId", "seq", "message", "reaction"] && event.seq == 2)
            let reaction = try #require(event.json["reaction"] as? [String: Any])
            #expect(Set(reaction.keys) == ["messageId", "userId", "emoji", "added"])
            #expect(reaction["emoji"] as? String == "❤️" && reaction["added"] as? Bool == true)

            try socket.send([
                "type": "reaction.set", "id": "r1", "chatId": "\(chat.id)", "messageId": id, "emoji": "❤️",
                "added": true,
            ])
            let own = try await socket.next("reaction.changed")
            #expect(own.seq == 3, "the asker's socket hears the event: it carries the position")
            let ack = try await socket.next("ack")
            #expect(ack.id == "r1" && (ack.message as NSDictionary).isEqual(to: own.message))
            let list = try await server.request("GET", "\(path)/\(id)/reactions", as: client)
            #expect(list.items("reactions").first?["userIds"] as? [String] == ["\(trainer.id)", "\(client.id)"])
            let toggled = try await server.request(
                "POST",
                "\(path)/\(id)/reactions",
                as: client,
                json: ["emoji": "❤️"]
            )
            #expect(toggled.status == 200)
            #expect(try await socket.next("reaction.changed").seq == 4)
            let taken = try await server.request("DELETE", "\(path)/\(id)/reactions/%E2%9D%A4%EF%B8%8F", as: client)
            #expect(taken.status == 200, "again changes nothing")
            #expect(try await socket.drained() == [])
            let bad = try await server.request("PUT", "\(path)/\(id)/reactions/lol", as: client)
            #expect(bad.status == 400 && bad.errorCode == "invalid_request")
        }
    }

    @Test func editingAndDeletingOverTheSocket() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let (socket, _) = try await server.open(trainer)
            let (other, _) = try await server.open(client)
            try socket.send([
                "type": "message.send", "id": "1", "chatId": "\(chat.id)", "clientMessageId": "c", "text": "one",
            ])
            let id = try #require(try await socket.next("ack").message["id"] as? String)
            let edit = ["type": "message.edit", "id": "2", "chatId": "\(chat.id)", "messageId": id, "text": "two"]
            try socket.send(edit)
            #expect(try await socket.next("message.edited").seq == 2)
            let edited = try await socket.next("ack")
            #expect(edited.id == "2" && edited.message["text"] as? String == "two")
            #expect(edited.message["editCount"] as? Int == 1)
            let edits = try await server.request("GET", "/v1/chats/\(chat.id)/messages/\(id)/edits", as: client)
            #expect(edits.keys(ofFirst: "edits") == ["text", "at"])
            #expect(edits.items("edits").map { $0["text"] as? String } == ["one"])
            // Not theirs: refused with the request's id, and nobody hears anything.
            try other.send(edit)
            let refused = try await other.next("error")
            #expect(refused.id == "2" && refused.errorCode == "not_found")
            try socket.send(["type": "message.delete", "id": "3", "chatId": "\(chat.id)", "messageId": id])
            #expect(try await socket.next("message.deleted").seq == 3)
            #expect(try await socket.next("ack").message["text"] as? String == "")
            #expect(try await other.next("message.deleted").seq == 3)
        }
    }

    @Test func quotesMentionsAndReceiptsHaveTheirShapes() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let path = "/v1/chats/\(chat.id)/messages"
            let first = try await server.request(
                "POST",
                path,
                as: trainer,
                json: ["clientMessageId": "1", "text": "hello @sara"]
            )
            let id = try #require(first.id(of: "message"))
            #expect((first.json["message"] as? [String: Any])?["mentions"] as? [String] == ["\(client.id)"])
            let reply = try await server.request(
                "POST",
                path,
                as: client,
                json: ["clientMessageId": "1", "text": "re", "replyTo": id]
            )
            let quote = try #require((reply.json["message"] as? [String: Any])?["quote"] as? [String: Any])
            #expect(Set(quote.keys) == ["messageId", "senderId", "text", "deleted"])
            _ = try await server.request("POST", "/v1/chats/\(chat.id)/read", as: client, json: ["seq": 1])
            let receipts = try await server.request("GET", "\(path)/\(id)/receipts", as: trainer)
            #expect(receipts.keys(ofFirst: "receipts") == ["userId", "displayName", "deliveredAt", "readAt"])
            #expect(receipts.items("receipts").count == 1 && receipts.items("receipts")[0]["readAt"] is String)
            let media = try await server.request(
                "POST",
                path,
                as: client,
                json: ["clientMessageId": "2", "text": "x", "mediaIds": ["nothing"]]
            )
            #expect(media.status == 404)
        }
    }
}

extension RESTResponse {
    func id(of name: String) -> String? { (json[name] as? [String: Any])?["id"] as? String }
}
