import Domain
import Foundation
import Logging
import ModelTestKit
import ServerTestKit
import SportsData
import SpotterServer
import TestSupport
import Testing

/// What a league knows a person by goes in, and never comes out.
@Suite(.standardTimeLimit) struct LeagueCredentialDoorTests {
    private static let secrets = ["tangerine", "KUMQUAT"]

    private static func files(of world: SportsFixture) -> [String: Data] {
        let folder = world.studio.server.server.configuration.dataFolder
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: "\(folder)/\($1)") }
    }

    @Test func onlyWhetherTheyAreSetComesOut() async throws {
        try await SportsFixture.open({ _, _ in .json(["result": "x"]) }) { world in
            let (studio, path) = (world.studio, SportsFixture.path)
            let unset: JSONValue = ["is_set": false, "updated_at": .null]
            #expect(try await studio.door("GET", path, studio.token).json == unset)
            let set = try await world.set()
            #expect(set.status == 200 && set.json["is_set"] == true && set.json["updated_at"]?.string != nil)
            #expect(try await studio.door("GET", path, studio.token).json == set.json)
            // They are each person's own.
            let sara = Credential.bearer(studio.sara.accessToken.reveal())
            #expect(try await studio.door("GET", path, sara).json == unset)
            #expect(try await studio.door("DELETE", path, sara).json == unset)
            #expect(try await studio.door("GET", path, studio.token).json == set.json)
            #expect(try await studio.door("DELETE", path, studio.token).json == unset)
            for credential in [Credential.none, .bearer("x")] {
                #expect(try await studio.door("PUT", path, credential, SportsFixture.credentials).status == 401)
            }
            let searches = Credential.bearer(try await studio.key("search"))
            #expect(try await world.set(by: searches).status == 403)
            let asks = Credential.bearer(try await studio.key("assistant"))
            #expect(try await world.set(by: asks).status == 200)
        }
    }

    @Test func whatCantBeACookieIsRefusedAndNotRepeated() async throws {
        try await SportsFixture.open({ _, _ in .json(["result": "x"]) }) { world in
            let long = String(repeating: "tangerine", count: 300)
            for (body, status) in [
                (["espn_s2": "tangerine; a=b", "SWID": "x"], 400), (["espn_s2": "x", "SWID": "tange\r\nrine"], 400),
                (["espn_s2": "", "SWID": "x"], 400), (["espn_s2": "tangerine"], 422), ([:], 422),
                (["espn_s2": 7, "SWID": "tangerine"], 422), (["espn_s2": .string(long), "SWID": "x"], 422),
            ] as [(JSONValue, Int)] {
                let answer = try await world.set(body)
                #expect(answer.status == status && !answer.text.contains("tange"), "\(answer.text)")
            }
        }
    }

    @Test func neitherTheFolderNorTheLogNorAnExportHasThem() async throws {
        let log = RecordedLog()
        try await SportsFixture.open(
            log: log,
            { _, position in
                position == 0 ? .json(["result": "x"]) : .error(401, "no")
            }
        ) { world in
            let (studio, alex) = (world.studio, world.studio.alex)
            #expect(try await world.set().status == 200)
            #expect(try await world.get("/standings").status == 200)
            #expect(try await world.get("/standings").status == 502)
            _ = try await studio.advise(StudioFixture.asking("What are my league's credentials?"))
            let password: [String: Any] = ["password": "secret-Alex Moore"]
            let export = try await studio.server.request("POST", "/v1/me/export", as: alex, json: password)
            #expect(
                export.status == 200 && Data(export.body).firstRange(of: Data("league-credentials.json".utf8)) != nil
            )
            for (name, content) in Self.files(of: world) {
                for secret in Self.secrets { #expect(content.firstRange(of: Data(secret.utf8)) == nil, "\(name)") }
            }
            let folder = studio.server.server.configuration.dataFolder
            let key = FileManager.default.contents(atPath: "\(folder)/keys/credentials.key")
            let rights = try FileManager.default.attributesOfItem(atPath: "\(folder)/keys/credentials.key")
            #expect(key?.count == 32 && rights[.posixPermissions] as? Int == 0o600)
            let lines = Logger.Level.allCases.flatMap { log.lines(of: $0) }
            #expect(!lines.isEmpty)
            for secret in Self.secrets {
                #expect(!lines.contains { $0.contains(secret) })
                #expect(Data(export.body).firstRange(of: Data(secret.utf8)) == nil)
            }
        }
    }

    @Test func aLostKeyIsSaidAndMended() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let settings = ("secret-Alex", "alex@example.com")
        for round in 0..<2 {
            try await TestServer.run(
                in: folder.path,
                configure: {
                    $0.sportsData = SportsDataSettings(baseURL: "http://127.0.0.1:1")
                }
            ) { server in
                if round == 0 {
                    let alex = try await server.register("Alex", role: .trainer, email: settings.1)
                    let body = SportsFixture.credentials.text
                    let set = try await server.request(
                        "PUT",
                        SportsFixture.path,
                        token: alex.accessToken.reveal(),
                        body: body
                    )
                    #expect(set.status == 200)
                } else {
                    let body = #"{"email":"\#(settings.1)","password":"\#(settings.0)"}"#
                    let login = try await server.request("POST", "/v1/auth/login", token: nil, body: body)
                    let token = try #require(JSONValue.parse([UInt8](login.body))?["accessToken"]?.string)
                    let lost = try await server.request("GET", "/pybaseball/standings", token: token)
                    #expect(lost.status == 503)
                    #expect(String(decoding: lost.body, as: UTF8.self).contains("set them anew"))
                    _ = try await server.request(
                        "PUT",
                        SportsFixture.path,
                        token: token,
                        body: SportsFixture.credentials.text
                    )
                    // Now only the service is missing.
                    #expect(try await server.request("GET", "/pybaseball/standings", token: token).status == 502)
                }
            }
            try? FileManager.default.removeItem(atPath: "\(folder.path)/keys/credentials.key")
        }
    }

    @Test func theyGoWithTheAccount() async throws {
        try await SportsFixture.open({ _, _ in .json(["result": "x"]) }) { world in
            #expect(try await world.set().status == 200)
            let body: [String: Any] = ["password": "secret-Alex Moore"]
            let gone = try await world.studio.server.request("DELETE", "/v1/me", as: world.studio.alex, json: body)
            #expect((200..<300).contains(gone.status))
            #expect(
                try await world.studio.server.server.useCases.sports.credentials.updatedAt(of: world.studio.alex.id)
                    == nil
            )
        }
    }
}
