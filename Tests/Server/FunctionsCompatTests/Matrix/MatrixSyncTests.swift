import Accounts
import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

/// Sync: what a follower has is what a new client gets, and waiting ends with news or with its time.
@Suite struct MatrixSyncTests {
    @Test func showsChatsAsRooms() async throws {
        try await StudioFixture.open { studio in
            let said = try await studio.say("See you at six", studio.sara)
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let sync = try await alex.sync()
            let room = try #require(alex.room(sync))
            #expect(room["unread_notifications"]?["notification_count"] == 1)
            #expect(room["summary"]?["m.heroes"] == [.string(alex.name(studio.sara))])
            let event = try #require(room.events("timeline").first)
            #expect(event["content"]?["body"] == "See you at six")
            #expect(event["sender"]?.string == alex.name(studio.sara))
            #expect(event["origin_server_ts"]?.int == Int(said.createdAt.milliseconds))
            let names = room.events("state").filter { $0["type"] == "m.room.member" }
                .compactMap { $0["content"]?["displayname"]?.string }
            #expect(Set(names) == ["Alex Moore", "Sara Lindqvist"])
            #expect(!room.events("state").contains { $0["type"] == "m.room.encryption" })
            let direct = sync.events("account_data").first { $0["type"] == "m.direct" }
            #expect(direct?["content"]?[alex.name(studio.sara)] == [.string(alex.room())])
        }
    }

    /// Random operations by both kinds of clients, with a gap now and then that is larger than a page.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func followerEndsWhereAFreshClientBegins(seed: UInt64) async throws {
        try await StudioFixture.open { studio in
            let kim = try await studio.client("Kim Berg").user
            let group = try await studio.server.group("Morning squad", of: studio.alex, with: [studio.sara, kim])
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            var follower = MatrixFollower()
            follower.take(try await alex.sync())
            var random = SeededRandom(seed: seed)
            var world = RandomStudio(studio: studio, alex: alex, kim: kim, group: group.id)
            for _ in 0..<40 {
                for _ in 0..<Int.random(in: 1...4, using: &random) { try await world.step(&random) }
                follower.take(
                    try await alex.sync(follower.token, "&filter={\"room\":{\"timeline\":{\"limit\":100}}}".encoded)
                )
            }
            var fresh = MatrixFollower()
            fresh.take(try await alex.sync(nil, "&filter={\"room\":{\"timeline\":{\"limit\":100}}}".encoded))
            #expect(Set(follower.rooms.keys) == Set(fresh.rooms.keys))
            // In the third one, Kim's, nobody writes.
            #expect(fresh.rooms.values.count { !$0.messages.isEmpty } == 2)
            for (id, room) in fresh.rooms {
                let followed = try #require(follower.rooms[id])
                #expect(followed.state == room.state)
                #expect(followed.unread == room.unread)
                #expect(followed.markers == room.markers)
                for (event, shown) in room.messages { #expect(followed.messages[event] == shown) }
            }
        }
    }

    @Test func historyIsWhatSyncTold() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let token = try #require(try await alex.sync()["next_batch"]?.string)
            for number in 0..<12 { try await studio.say("Line \(number)", studio.sara) }
            let synced = try #require(alex.room(try await alex.sync(token)))
            let told = synced.events("timeline").compactMap { $0["event_id"]?.string }
            #expect(told.count == 12)
            var paged: [String] = []
            var from = ""
            while paged.count < 13 {
                let page = try await alex.get("\(alex.path())/messages?dir=b&limit=5\(from)")
                let events = page["chunk"]?.array ?? []
                if events.isEmpty { break }
                paged += events.compactMap { $0["event_id"]?.string }
                from = "&from=\(try #require(page["end"]?.string))"
            }
            #expect(paged.reversed() == told)
            let forwards = try await alex.get("\(alex.path())/messages?dir=f&limit=50&from=\(token)")
            #expect(forwards["chunk"]?.array?.compactMap { $0["event_id"]?.string } == told)
            // A gap larger than a page is said, and its missing part is where it says.
            let limited = try #require(
                alex.room(try await alex.sync(token, "&filter={\"room\":{\"timeline\":{\"limit\":4}}}".encoded))
            )
            #expect(limited["timeline"]?["limited"] == true)
            let before = try #require(limited["timeline"]?["prev_batch"]?.string)
            let missing = try await alex.get("\(alex.path())/messages?dir=b&limit=50&from=\(before)&to=\(token)")
            #expect(missing["chunk"]?.array?.compactMap { $0["event_id"]?.string } == told.prefix(8).reversed())
        }
    }

    @Test func waitsForNews() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let token = try #require(try await alex.sync()["next_batch"]?.string)
            async let waiting = alex.get("/sync?timeout=60000&since=\(token)")
            try await studio.say("Are you there?", studio.sara)
            let room = try #require(alex.room(try await waiting))
            #expect(room.events("timeline").last?["content"]?["body"] == "Are you there?")
        }
    }

    @Test func waitingEndsWithItsTime() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let first = try await alex.sync()
            let token = try #require(first["next_batch"]?.string)
            let empty = try await alex.get("/sync?timeout=1&since=\(token)")
            #expect(empty["rooms"]?["join"] == [:])
            #expect(empty["next_batch"]?.string == token)
        }
    }

    @Test func waitingEndsWithItsSession() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let token = try #require(try await alex.sync()["next_batch"]?.string)
            async let waiting = alex.call("GET", "/sync?timeout=60000&since=\(token)")
            let others = try await studio.server.request(
                "DELETE",
                "/v1/auth/sessions/\(alex.device)",
                as: studio.alex
            )
            #expect(others.status == 204)
            let answer = try await waiting
            #expect(answer.http == 401)
            #expect(answer.json["errcode"] == "M_UNKNOWN_TOKEN")
        }
    }

    @Test func toldOfTypingReceiptsAndLeaving() async throws {
        try await StudioFixture.open { studio in
            let (alex, sara) = (
                try await MatrixProgram.login(studio, as: studio.alex),
                try await MatrixProgram.login(studio, as: studio.sara)
            )
            let event = try await alex.say("Six or seven?")
            let first = try #require(try await alex.sync()["next_batch"]?.string)
            async let typed = alex.get("/sync?timeout=60000&since=\(first)")
            let typing = "\(sara.path())/typing/\(MatrixProgram.encoded(sara.name(studio.sara)))"
            try await sara.ok("PUT", typing, ["typing": true, "timeout": 30000])
            let seen = try await typed
            let token = try #require(seen["next_batch"]?.string)
            let ephemeral = try #require(alex.room(seen)).events("ephemeral")
            #expect(
                ephemeral.first { $0["type"] == "m.typing" }?["content"]?["user_ids"] == [
                    .string(alex.name(studio.sara))
                ]
            )
            try await sara.ok("POST", "\(sara.path())/receipt/m.read/\(MatrixProgram.encoded(event))", [:])
            let read = try #require(alex.room(try await alex.sync(token))).events("ephemeral")
            let receipts = read.first { $0["type"] == "m.receipt" }?["content"]?[event]?["m.read"]
            #expect(receipts?[alex.name(studio.sara)] != nil)
            let saras = try await sara.sync()["next_batch"]?.string
            try await sara.ok("POST", "\(sara.path())/leave", [:])
            let left = try await sara.sync(saras)
            #expect(left["rooms"]?["join"]?[sara.room()] == nil)
            #expect(left["rooms"]?["leave"]?[sara.room()] != nil)
        }
    }
}

extension String {
    /// As part of a query.
    var encoded: String {
        addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed.subtracting(CharacterSet(charactersIn: "{}\":")))
            ?? self
    }
}
