import Accounts
import Domain
import Foundation
import Logging
import Messaging
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

/// Who gets in, and that nobody learns of rooms that aren't theirs.
@Suite struct MatrixAccessTests {
    @Test func logsInByAddressLocalpartAndId() async throws {
        try await StudioFixture.open { studio in
            for name in ["alexmoore@example.com", "alexmoore", "@alexmoore:localhost", "@\(studio.alex.id):localhost"] {
                let program = try await MatrixProgram.login(studio, as: studio.alex, name: name)
                #expect(try await program.get("/account/whoami")["user_id"]?.string == program.name(studio.alex))
            }
            for (name, password) in [("alexmoore", "wrong-password"), ("nobody", "secret-Alex Moore")] {
                let refused = try await MatrixProgram.login(studio, name, password)
                #expect(refused.http == 403)
                #expect(refused.json["errcode"] == "M_FORBIDDEN")
            }
        }
    }

    /// An account has many names here. Guesses by all of them, and at the other doors, share one brake.
    @Test func allNamesOfAnAccountShareTheBrakeOnGuessing() async throws {
        let log = RecordedLog()
        try await StudioFixture.open(configure: { $0.stopLimitClock() }, log: log) { studio in
            let id = studio.alex.id
            let names = ["alexmoore@example.com", "alexmoore", "@alexmoore:x", "@\(id):s1", "@\(id):s2"]
            for name in names {
                let refused = try await MatrixProgram.login(studio, name, "wrong-password")
                #expect(refused.http == 403, "\(name)")
            }
            for name in names + ["@\(id):s3", "@ALEXMOORE:y"] {
                let late = try await MatrixProgram.login(studio, name, "secret-Alex Moore")
                #expect(late.http == 429, "\(name)")
            }
            let login = ["email": "alexmoore@example.com", "password": "secret-Alex Moore"]
            #expect(try await studio.server.request("POST", "/v1/auth/login", json: login).status == 429)
            // What is nobody's is slowed down as well, by whatever server it is named.
            let nobody = UserID(high: 7, low: 7)
            for server in 1...5 {
                #expect(try await MatrixProgram.login(studio, "@\(nobody):s\(server)", "wrong").http == 403)
            }
            #expect(try await MatrixProgram.login(studio, "@\(nobody):s6", "wrong").http == 429)
            let lines = log.lines(of: .notice).filter { $0.hasPrefix("log-in failed") }
            #expect(lines.count { $0.contains("account=\(id)") } == 5)
            #expect(lines.count { $0.contains("account=unknown") } == 5)
        }
    }

    @Test func devicesAreSessionsAndEndWithThem() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let sessions = try await studio.server.request("GET", "/v1/auth/sessions", as: studio.alex)
            #expect(String(decoding: sessions.body, as: UTF8.self).contains(#""deviceName":"weechat""#))
            let devices = try await alex.get("/devices")["devices"]?.array ?? []
            #expect(devices.contains { $0["device_id"]?.string == alex.device })
            try await alex.ok("POST", "/logout", [:])
            let after = try await alex.call("GET", "/account/whoami")
            #expect(after.http == 401)
            #expect(after.json["errcode"] == "M_UNKNOWN_TOKEN")
        }
    }

    @Test func foreignRoomsAreLikeNone() async throws {
        try await StudioFixture.open { studio in
            let (_, _, foreign) = try await studio.rivals()
            let event = try await studio.say("Ours", studio.alex)
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let nowhere = ChatID(high: 1, low: 2)
            let id = MatrixProgram.encoded(
                try #require(alex.room(try await alex.sync())?.events("timeline").last?["event_id"]?.string)
            )
            #expect(event.text == "Ours")
            let me = MatrixProgram.encoded(alex.name(studio.alex))
            let calls: [(String, String, JSONValue?)] = [
                ("GET", "/messages?dir=b", nil), ("GET", "/joined_members", nil), ("GET", "/members", nil),
                ("GET", "/state", nil), ("GET", "/state/m.room.name", nil), ("GET", "/event/\(id)", nil),
                ("GET", "/context/\(id)", nil), ("POST", "/join", [:]), ("POST", "/leave", [:]),
                ("PUT", "/send/m.room.message/t", ["msgtype": "m.text", "body": "x"]),
                ("PUT", "/redact/\(id)/t", [:]), ("PUT", "/typing/\(me)", ["typing": true]),
                ("POST", "/receipt/m.read/\(id)", [:]), ("PUT", "/state/m.room.name", ["name": "Mine"]),
                ("POST", "/invite", ["user_id": .string(alex.name(studio.sara))]),
            ]
            for (method, path, body) in calls {
                let theirs = try await alex.call(method, alex.path(foreign) + path, body)
                let none = try await alex.call(method, alex.path(nowhere) + path, body)
                #expect(theirs.http == 404, "\(method) \(path): \(theirs.json.text)")
                #expect(theirs.json == none.json, "\(method) \(path)")
            }
        }
    }

    @Test func keysDoWhatTheirScopesAllow() async throws {
        try await StudioFixture.open { studio in
            let accounts = studio.server.server.messaging.accounts
            let principal = try await accounts.authenticate(studio.alex.accessToken)
            let made = try await accounts.makeKey(
                NewKeyRequest(name: "Reader", scopes: [.messagesRead]),
                by: principal
            )
            let reader = MatrixProgram(studio: studio, user: studio.alex, token: made.secret.reveal(), device: "")
            #expect(try await reader.sync()["next_batch"] != nil)
            let refused = try await reader.call(
                "PUT",
                "\(reader.path())/send/m.room.message/t",
                ["msgtype": "m.text", "body": "x"]
            )
            #expect(refused.http == 403)
            #expect(refused.json["errcode"] == "M_FORBIDDEN")
            #expect(try await reader.call("POST", "/logout", [:]).http == 403)
        }
    }

    @Test func wordsErrorsAsMatrix() async throws {
        try await StudioFixture.open { studio in
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let cases: [(String, String, Int, String)] = [
                ("/sync?since=p1", "GET", 400, "M_INVALID_PARAM"), ("/sync?filter=x", "GET", 404, "M_NOT_FOUND"),
                ("\(alex.path())/messages?dir=b&from=nonsense", "GET", 400, "M_INVALID_PARAM"),
                ("\(alex.path())/messages", "GET", 400, "M_INVALID_PARAM"),
                ("/publicRooms", "GET", 404, "M_UNRECOGNIZED"),
                ("/rooms/nonsense/joined_members", "GET", 404, "M_NOT_FOUND"),
                ("\(alex.path())/send/m.room.encrypted/t", "PUT", 403, "M_FORBIDDEN"),
            ]
            for (path, method, status, code) in cases {
                let answer = try await alex.call(method, path, method == "PUT" ? [:] : nil)
                #expect(answer.http == status, "\(path): \(answer.json.text)")
                #expect(answer.json["errcode"]?.string == code, "\(path): \(answer.json.text)")
            }
            let others = try await MatrixProgram.login(studio, as: studio.sara).sync()["next_batch"]?.string ?? ""
            #expect(try await alex.call("GET", "/sync?since=\(others)").json["errcode"] == "M_INVALID_PARAM")
        }
    }

    @Test func makesRoomsWithPeopleOneMayWriteTo() async throws {
        try await StudioFixture.open { studio in
            let (kim, kimChat) = try await studio.client("Kim Berg")
            let (_, zoe, _) = try await studio.rivals()
            let alex = try await MatrixProgram.login(studio, as: studio.alex)
            let direct = try await alex.ok(
                "POST",
                "/createRoom",
                ["invite": [.string(alex.name(kim))], "is_direct": true]
            )
            #expect(direct["room_id"]?.string == alex.room(kimChat))
            let group = try await alex.ok(
                "POST",
                "/createRoom",
                ["name": "Squad", "invite": [.string(alex.name(kim)), .string(alex.name(studio.sara))]]
            )
            let room = MatrixProgram.encoded(group["room_id"]?.string ?? "")
            let name = try await alex.get("/rooms/\(room)/state/m.room.name")
            #expect(name["name"] == "Squad")
            let members = try await alex.get("/rooms/\(room)/joined_members")["joined"]?.object ?? [:]
            #expect(members.count == 3)
            let refused = try await alex.call(
                "POST",
                "/createRoom",
                ["invite": [.string(alex.name(zoe))], "is_direct": true]
            )
            #expect(["M_FORBIDDEN", "M_NOT_FOUND"].contains(refused.json["errcode"]?.string))
        }
    }
}
