import Accounts
import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterAPI
import SpotterServer
import Testing

/// Messages, edits, deletions and reactions, in both directions.
@Suite struct MatrixSendingTests {
    @Test func transactionIsSentOnce() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let content: JSONValue = ["msgtype": "m.text", "body": "Once"]
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<5 { group.addTask { try await alex.send(content, "t1") } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try await studio.messages(as: studio.sara).count == 1)
            // The device finds its transaction again; another session of the same user doesn't.
            let own = try #require(alex.room(try await alex.sync())).events("timeline").last
            #expect(own?["unsigned"]?["transaction_id"] == "t1")
            let other = try await MatrixProgram.login(studio, as: studio.alex)
            let foreign = try #require(other.room(try await other.sync())).events("timeline").last
            #expect(foreign?["unsigned"]?["transaction_id"] == nil)
            #expect(try await other.send(content, "t1") != ids.first)
        }
    }

    @Test func editsRedactionsAndReactionsOfMatrixReachSpotter() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let event = try await alex.say("Five sets")
            let edit: JSONValue = [
                "msgtype": "m.text", "body": "* Four sets",
                "m.new_content": ["msgtype": "m.text", "body": "Four sets"],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(event)],
            ]
            let edited = try await alex.send(edit, "e1")
            #expect(try await alex.send(edit, "e1") == edited)
            let reaction: JSONValue = [
                "m.relates_to": ["rel_type": "m.annotation", "event_id": .string(event), "key": "👍"]
            ]
            let reacted = try await alex.send(reaction, type: "m.reaction", "r1")
            #expect(try await alex.send(reaction, type: "m.reaction", "r1") == reacted)
            let reply: JSONValue = [
                "msgtype": "m.text", "body": "> <@a:b> Four sets\n\nAnd rest",
                "m.relates_to": ["m.in_reply_to": ["event_id": .string(event)]],
            ]
            _ = try await alex.send(reply)
            let messages = try await studio.messages(as: studio.sara)
            #expect(messages.first?["text"] == "Four sets")
            #expect(messages.first?["editCount"] == 1)
            #expect(messages.first?["reactions"]?[0]?["emoji"] == "👍")
            #expect(messages.last?["text"] == "And rest")
            #expect(messages.last?["replyTo"] == messages.first?["id"])
            try await alex.redact(reacted)
            #expect(try await studio.messages(as: studio.sara).first?["reactions"] == [])
            let deletion = try await alex.redact(event)
            #expect(try await alex.redact(event) == deletion)
            #expect(try await studio.messages(as: studio.sara).first?["text"] == "")
            let gone = try await alex.get("\(alex.path())/event/\(MatrixProgram.encoded(event))")
            #expect(gone["content"] == [:])
            #expect(gone["unsigned"]?["redacted_because"]?["event_id"]?.string == deletion)
        }
    }

    @Test func changesInSpotterReachMatrix() async throws {
        try await StudioFixture.open { studio in
            let services = studio.server.server.messaging
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let message = try await studio.say("Eight?", studio.sara)
            var token = try #require(try await alex.sync()["next_batch"]?.string)
            func news() async throws -> [JSONValue] {
                let sync = try await alex.sync(token)
                token = sync["next_batch"]?.string ?? ""
                return alex.room(sync)?.events("timeline") ?? []
            }
            _ = try await services.messages.edit(message.id, in: studio.chat, to: "Nine?", by: studio.sara.actor)
            let edit = try #require(try await news().first)
            #expect(edit["content"]?["m.new_content"]?["body"] == "Nine?")
            let target = try #require(edit["content"]?["m.relates_to"]?["event_id"]?.string)
            _ = try await services.reactions.change(.give, "🔥", on: message.id, in: studio.chat, by: studio.sara.actor)
            let reaction = try #require(try await news().first)
            #expect(reaction["content"]?["m.relates_to"]?["event_id"]?.string == target)
            #expect(reaction["content"]?["m.relates_to"]?["key"] == "🔥")
            _ = try await services.reactions.change(
                .takeBack,
                "🔥",
                on: message.id,
                in: studio.chat,
                by: studio.sara.actor
            )
            #expect(try await news().first?["redacts"] == reaction["event_id"])
            try await services.messages.delete(message.id, in: studio.chat, by: studio.sara.actor)
            #expect(try await news().first?["redacts"]?.string == target)
        }
    }

    @Test func readMarkersMoveTheOneCursor() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            try await studio.say("One", studio.sara)
            try await studio.say("Two", studio.sara)
            let room = try #require(alex.room(try await alex.sync()))
            #expect(room["unread_notifications"]?["notification_count"] == 2)
            let last = try #require(room.events("timeline").last?["event_id"])
            try await alex.ok("POST", "\(alex.path())/read_markers", ["m.fully_read": last, "m.read": last])
            let chat = try await studio.server.server.messaging.chats.chat(studio.chat, for: studio.alex.actor)
            #expect(chat.unread == 0)
            let after = try #require(alex.room(try await alex.sync()))
            #expect(
                after.events("account_data").first { $0["type"] == "m.fully_read" }?["content"]?["event_id"] == last
            )
        }
    }

    @Test func filesGoBothWays() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let upload = try await studio.send(
                "POST",
                "/_matrix/media/v3/upload?filename=plan.txt",
                headers: [("Authorization", "Bearer \(alex.token)")],
                type: "text/plain",
                body: "Monday: squats"
            )
            let address = try #require(upload.json["content_uri"]?.string)
            _ = try await alex.send(["msgtype": "m.file", "body": "plan.txt", "url": .string(address)])
            let sara = try await MatrixProgram.login(studio, as: studio.sara)
            let event = try #require(sara.room(try await sara.sync())).events("timeline").last
            #expect(event?["content"]?["msgtype"] == "m.file")
            #expect(event?["content"]?["body"] == "plan.txt")
            let url = try #require(event?["content"]?["url"]?.string)
            let path = "/_matrix/client/v1/media/download/" + url.dropFirst("mxc://".count)
            #expect(try await sara.call("GET", path).http == 200)
            #expect(try await studio.send("GET", path).json["errcode"] == "M_MISSING_TOKEN")
            let (_, stranger, _) = try await studio.rivals()
            let zoe = try await MatrixProgram.login(studio, as: stranger)
            #expect(try await zoe.call("GET", path).json["errcode"] == "M_NOT_FOUND")
        }
    }
}
