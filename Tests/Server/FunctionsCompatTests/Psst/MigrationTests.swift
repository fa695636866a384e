import Accounts
import Contacts
import Domain
import Messaging
import ServerHarness
import ServerTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import SpotterServer

/// The app's migrations: the administrator's only, and nothing happens unless it is asked for.
@Suite(.standardTimeLimit) struct MigrationTests {
    private func call(
        _ studio: StudioFixture,
        _ data: JSONValue,
        token: String?,
        prefix: String = ""
    ) async throws -> CallableAnswer {
        try await studio.send(
            "POST",
            "\(prefix)/migrateExistingChats",
            headers: token.map { [("Authorization", "Bearer \($0)")] } ?? [],
            body: JSONValue.object(["data": data]).text
        )
    }

    private func admin(_ studio: StudioFixture) async throws -> String {
        try await studio.server.server.messaging.adminTokens.replace().reveal()
    }

    private func contacts(_ studio: StudioFixture, of user: TestUser) async throws -> Int {
        try await studio.server.server.messaging.contacts.contacts(of: user.actor).count
    }

    @Test func onlyTheAdministratorMay() async throws {
        try await StudioFixture.open { studio in
            let admin = try await admin(studio)
            let words = "You must be the administrator to run a migration"
            for prefix in ["", "/psst-demo/us-central1"] {
                #expect(try await call(studio, [:], token: nil, prefix: prefix).refusal == .unauthenticated(words))
                let invalid = try await call(studio, [:], token: "nonsense", prefix: prefix)
                #expect(invalid.refusal == .unauthenticated("Unauthenticated"))
                let user = try await call(studio, [:], token: studio.alex.accessToken.reveal(), prefix: prefix)
                #expect(user.refusal == .denied(words))
                #expect(try await call(studio, [:], token: admin, prefix: prefix).http == 200)
                for method in ["GET", "POST"] {
                    let path = "\(prefix)/fixProspectChats"
                    #expect(try await studio.send(method, path).http == 401)
                    let bearer = [("Authorization", "Bearer \(studio.alex.accessToken.reveal())")]
                    let user = try await studio.send(method, path, headers: bearer)
                    #expect(user.http == 403 && user.json == ["success": false, "error": .string(words)])
                }
            }
            let wrong = try await call(studio, ["dryRun": "no"], token: admin)
            #expect(wrong.refusal == .invalid("dryRun must be true or false"))
        }
    }

    /// Pages of other origins have no business with what only the operator may do.
    @Test func noPageReadsTheAnswers() async throws {
        try await StudioFixture.open { studio in
            let http = RESTClient(baseURL: studio.server.baseURL)
            let admin = try await admin(studio)
            for path in ["/migrateExistingChats", "/psst-demo/us-central1/migrateExistingChats"] {
                for (method, token) in [("OPTIONS", nil), ("GET", nil), ("POST", nil), ("POST", admin)] {
                    let answer = try await http.request(
                        method,
                        path,
                        token: token,
                        headers: ["Origin": "https://evil.example"],
                        body: method == "POST" ? #"{"data":{}}"# : nil
                    )
                    #expect(answer.headers["access-control-allow-origin"] == nil, "\(method) \(path)")
                }
            }
            let other = try await http.request("OPTIONS", "/chatWithAI", headers: ["Origin": "https://app.example"])
            #expect(other.headers["access-control-allow-origin"] == "*")
        }
    }

    /// A chat of two that was brought along makes them contacts; one whose client has left doesn't.
    @Test func chatsBecomeRelationsOnceAndOnlyWhenAsked() async throws {
        try await StudioFixture.open { studio in
            let admin = try await admin(studio)
            let contacts = studio.server.server.messaging.contacts
            let mike = try await studio.client("Mike Ross")
            // Sara has left Alex, Mike's relation is lost without anybody's wish.
            try await contacts.remove(studio.alex.id, by: studio.sara.actor)
            try await forget(studio.alex, mike.user, studio)
            #expect(try await self.contacts(studio, of: studio.alex) == 0)
            func result(_ added: Int, dryRun: Bool) -> JSONValue {
                [
                    "success": true, "trainersProcessed": 1, "clientsAdded": .integer(added), "errors": [],
                    "dryRun": .bool(dryRun),
                ]
            }
            for data: JSONValue in [["dryRun": true], [:], nil] {
                #expect(try await call(studio, data, token: admin).result == result(1, dryRun: true))
                #expect(try await self.contacts(studio, of: studio.alex) == 0)
            }
            #expect(try await call(studio, ["dryRun": false], token: admin).result == result(1, dryRun: false))
            let names = try await contacts.contacts(of: studio.alex.actor).map(\.displayName)
            #expect(names == ["Mike Ross"], "who has left isn't brought back")
            #expect(try await call(studio, ["dryRun": false], token: admin).result == result(0, dryRun: false))
            let log = try await studio.server.request("GET", "/v1/admin/log", token: admin)
            let acts = (log.json["entries"] as? [[String: Any]])?.compactMap { $0["action"] as? String } ?? []
            #expect(acts.filter { $0 == "relation.create" }.count == 1)
        }
    }

    @Test func noChatNamesAProspect() async throws {
        try await StudioFixture.open { studio in
            let bearer = [("Authorization", "Bearer \(try await admin(studio))")]
            for method in ["GET", "POST"] {
                let report = try await studio.send(method, "/fixProspectChats", headers: bearer)
                #expect(report.http == 200 && report.json["success"] == true)
                #expect(report.json.keys == ["success", "message", "totalProspectsFound", "totalChatsUpdated"])
                #expect(report.json["totalProspectsFound"] == 0 && report.json["totalChatsUpdated"] == 0)
            }
        }
    }

    /// Takes a relation away as nobody can by the API: without the memory of who ended it.
    private func forget(_ trainer: TestUser, _ client: TestUser, _ studio: StudioFixture) async throws {
        try await studio.server.server.database.write { connection in
            _ = try connection.execute(
                "DELETE FROM contacts WHERE trainer_id = $1 AND client_id = $2",
                trainer.id,
                client.id
            )
        }
    }
}
