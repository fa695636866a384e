import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct LiveTests {
    /// Many JSON writers escape everything beyond ASCII: twelve bytes for each of these.
    @Test func theLongestTextFitsIntoAFrame() async throws {
        try await TestServer.run { server in
            let (trainer, _, chat) = try await server.pair()
            let (sender, _) = try await server.open(trainer)
            let text = String(repeating: "\\ud83d\\udcaa", count: 10_000)
            let frame =
                #"{"type":"message.send","id":"1","chatId":"\#(chat.id)","clientMessageId":"c","text":"\#(text)"}"#
            sender.send(opcode: 1, Array(frame.utf8))
            let stored = try await sender.next("ack").message["text"] as? String
            #expect(stored == String(repeating: "💪", count: 10_000))
        }
    }

    @Test func aSendIsAckedHereAndToldElsewhere() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let (sender, _) = try await server.open(trainer)
            let (second, _) = try await server.open(trainer)
            let (recipient, _) = try await server.open(client)
            let text = "knees \"hurt\"\n\u{1} 🏋🏽"
            try sender.send([
                "type": "message.send", "id": "req", "chatId": "\(chat.id)", "clientMessageId": "c1", "text": text,
            ])
            let ack = try await sender.next("ack")
            #expect(Set(ack.json.keys) == ["type", "id", "result"] && ack.id == "req")
            #expect(Set(ack.message.keys) == ShapeTests.message)
            #expect(ack.message["text"] as? String == text && ack.message["seq"] as? Int == 1)
            for device in [second, recipient] {
                let event = try await device.next("message.created")
                #expect(Set(event.json.keys) == ["type", "chatId", "seq", "message"])
                #expect(event.seq == 1 && event.chatId == "\(chat.id)")
                #expect((event.message as NSDictionary).isEqual(to: ack.message))
            }
            #expect(try await sender.drained() == [], "the sending socket gets the ack only")
            let stored = try await server.request("GET", "/v1/chats/\(chat.id)/messages", as: client)
            #expect(stored.items("messages").first.map { ($0 as NSDictionary).isEqual(to: ack.message) } == true)

            // Over REST no socket is the sender.
            _ = try await server.request(
                "POST",
                "/v1/chats/\(chat.id)/messages",
                as: trainer,
                json: ["clientMessageId": "c2", "text": "by REST"]
            )
            for device in [sender, second, recipient] {
                #expect(try await device.next("message.created").seq == 2)
            }
            // A repeat is acked, and nobody hears of it again.
            try sender.send([
                "type": "message.send", "id": "r", "chatId": "\(chat.id)", "clientMessageId": "c1", "text": "other",
            ])
            #expect(try await sender.next("ack").message["id"] as? String == ack.message["id"] as? String)
            #expect(try await recipient.drained() == [])
        }
    }

    @Test func everyKindOfChangeIsTold() async throws {
        try await TestServer.run { server in
            let (trainer, client, _) = try await server.pair()
            let other = try await server.register("Tom", role: .client)
            try await server.addClient(other, of: trainer)
            let (socket, _) = try await server.open(client)
            let group = try await server.request(
                "POST",
                "/v1/chats",
                as: trainer,
                json: ["kind": "group", "name": "Run", "memberIds": ["\(client.id)", "\(other.id)"]]
            )
            let id = try #require((group.json["chat"] as? [String: Any])?["id"] as? String)
            let opened = try await socket.next("chat.updated")
            #expect(opened.chatId == id && opened.json["name"] as? String == "Run")
            let path = "/v1/chats/\(id)"
            let sent = try await server.request(
                "POST",
                "\(path)/messages",
                as: trainer,
                json: ["clientMessageId": "1", "text": "hello"]
            )
            let message = try #require((sent.json["message"] as? [String: Any])?["id"] as? String)
            _ = try await server.request("PATCH", "\(path)/messages/\(message)", as: trainer, json: ["text": "hi"])
            _ = try await server.request("DELETE", "\(path)/messages/\(message)", as: trainer)
            _ = try await server.request("DELETE", "\(path)/members/\(other.id)", as: trainer)
            let created = try await socket.next("message.created")
            let edited = try await socket.next("message.edited")
            let deleted = try await socket.next("message.deleted")
            let left = try await socket.next("member.changed")
            #expect([created, edited, deleted, left].map(\.seq) == [1, 2, 3, 4])
            #expect(edited.message["text"] as? String == "hi" && edited.message["editedAt"] is String)
            #expect(deleted.message["text"] as? String == "" && deleted.message["deletedAt"] is String)
            #expect((left.json["member"] as? [String: Any])?["change"] as? String == "removed")
        }
    }

    @Test func receiptsReachTheOthers() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let (sender, _) = try await server.open(trainer)
            let (reader, _) = try await server.open(client)
            try sender.send([
                "type": "message.send", "id": "1", "chatId": "\(chat.id)", "clientMessageId": "1", "text": "x",
            ])
            _ = try await reader.next("message.created")
            for (type, cursors) in [("receipt.delivered", [1, 0]), ("receipt.read", [1, 1])] {
                try reader.send(["type": type, "chatId": "\(chat.id)", "seq": 1])
                let receipt = try await sender.next("receipt.updated")
                #expect(Set(receipt.json.keys) == ["type", "chatId", "userId", "deliveredSeq", "readSeq", "at"])
                #expect(receipt.json["userId"] as? String == "\(client.id)")
                #expect([receipt.json["deliveredSeq"] as? Int, receipt.json["readSeq"] as? Int] == cursors)
            }
        }
    }

    @Test func removalIsTheLastThatIsHeard() async throws {
        try await TestServer.run { server in
            let (trainer, client, _) = try await server.pair()
            let other = try await server.register("Tom", role: .client)
            try await server.addClient(other, of: trainer)
            let chat = try await server.group("Run", of: trainer, with: [client, other]).id
            let (gone, _) = try await server.open(client)
            let (stays, _) = try await server.open(other)
            let path = "/v1/chats/\(chat)"
            #expect(try await server.request("DELETE", "\(path)/members/\(client.id)", as: trainer).status == 204)
            for number in 1...3 {
                _ = try await server.request(
                    "POST",
                    "\(path)/messages",
                    as: trainer,
                    json: ["clientMessageId": "\(number)", "text": "secret"]
                )
            }
            try gone.send(["type": "typing.start", "chatId": "\(chat)"])
            _ = try await stays.next { $0.seq == 4 }
            let heard = try await gone.drained() + gone.drained()
            #expect(heard.compactMap(\.type).filter { $0 != "error" } == ["member.changed"])
            #expect(heard.filter { $0.type == "error" }.map(\.errorCode) == ["not_a_member"])
            #expect(try await stays.drained().filter { $0.type == "typing" } == [])
        }
    }

    @Test func logoutClosesTheSocketsOfItsSession() async throws {
        try await TestServer.run { server in
            let (trainer, client, _) = try await server.pair()
            let (socket, _) = try await server.open(trainer)
            let (other, _) = try await server.open(client)
            #expect(try await server.request("POST", "/v1/auth/logout", as: trainer).status == 204)
            #expect(await socket.rest().last?.closeCode == 4501)
            _ = try await other.drained()
        }
    }
}
