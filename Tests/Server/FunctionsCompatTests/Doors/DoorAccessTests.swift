import Accounts
import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

/// Who comes in by a door, and how far: the same for every door.
@Suite(.standardTimeLimit) struct DoorAccessTests {
    private static let question = "What did Sara say about her knee?"

    @Test(arguments: Doors.all) func onlyAValidTokenComesIn(door: Door) async throws {
        try await StudioFixture.withKnee { studio in
            let key = try await studio.newKey([door.scope])
            #expect(try await door.ask(studio, key.secret, Self.question).isAdmitted)
            let strangers: [String?] = [
                nil, "sp_k_nothing", "nonsense", String(key.secret.dropLast()),
                studio.alex.refreshToken.reveal(),
            ]
            for token in strangers {
                let visit = try await door.ask(studio, token, Self.question)
                #expect(
                    visit.status == 401 && !visit.text.contains("knee hurts"),
                    "\(token ?? "none"): \(visit)"
                )
            }
            let person = try await door.ask(studio, studio.alex.accessToken.reveal(), Self.question)
            #expect(door.takesUserTokens ? person.isAdmitted : person.status == 401, "\(person)")
        }
    }

    @Test(arguments: Doors.all) func aKeyNeedsTheScope(door: Door) async throws {
        try await StudioFixture.withKnee { studio in
            let others = Set(KeyScope.allCases).subtracting([.admin, door.scope])
            let key = try await studio.newKey(others.sorted { $0.rawValue < $1.rawValue })
            let visit = try await door.ask(studio, key.secret, Self.question)
            #expect(visit.status == 403 && !visit.text.contains("knee hurts"), "\(visit)")
        }
    }

    @Test(arguments: Doors.all) func aTokenThatHasEndedIsNone(door: Door) async throws {
        let clock = ManualClock(try #require(Timestamp(rfc3339: StudioFixture.now)))
        try await StudioFixture.withKnee(configure: { $0.clock = clock }) { studio in
            let revoked = try await studio.newKey([door.scope])
            #expect(try await door.ask(studio, revoked.secret, Self.question).isAdmitted)
            #expect(
                try await studio.server.request("DELETE", "/v1/keys/\(revoked.id)", as: studio.alex).status
                    == 204
            )
            #expect(try await door.ask(studio, revoked.secret, Self.question).status == 401)

            let soon = clock.now().adding(milliseconds: 1_000)
            let expiring = try await studio.newKey([.profile, door.scope], expiresAt: soon)
            #expect(try await studio.server.request("GET", "/v1/me", token: expiring.secret).status == 200)
            clock.set(soon)
            #expect(try await studio.server.request("GET", "/v1/me", token: expiring.secret).status == 401)
            let visit = try await door.ask(studio, expiring.secret, Self.question)
            #expect(visit.status == 401, "\(visit)")

            if door.takesUserTokens {
                let own = studio.alex.accessToken.reveal()
                #expect(
                    try await studio.server.request("POST", "/v1/auth/logout", token: own).status == 204
                )
                #expect(try await door.ask(studio, own, Self.question).status == 401)
            }
        }
    }

    @Test(arguments: Doors.all) func aDisabledAccountStaysOutside(door: Door) async throws {
        try await StudioFixture.withKnee { studio in
            let key = try await studio.newKey([door.scope])
            let admin = try await studio.server.server.messaging.adminTokens.replace().reveal()
            let path = "/v1/admin/users/\(studio.alex.id)"
            let disabled = try await studio.server.request(
                "PATCH",
                path,
                token: admin,
                body: #"{"disabled":true}"#
            )
            #expect(disabled.status == 200)
            for token in [key.secret, studio.alex.accessToken.reveal()] {
                let visit = try await door.ask(studio, token, Self.question)
                #expect(visit.status == 401 && !visit.text.contains("knee hurts"), "\(visit)")
            }
        }
    }

    @Test(arguments: Doors.all) func othersThingsAreNotThere(door: Door) async throws {
        try await StudioFixture.withKnee { studio in
            let rivals = try await Door.Rivals(in: studio)
            let key = try await studio.newKey([door.scope]).secret
            let asked = try await door.ask(studio, key, "What is the pineapple secret?")
            #expect(asked.isAdmitted && !asked.text.contains(Door.Rivals.secret), "\(asked)")
            guard let reach = door.reach else { return }
            let token = door.takesUserTokens ? studio.alex.accessToken.reveal() : key
            let reached = try await reach(studio, token, rivals)
            #expect(reached.status == 404 && !reached.text.contains(Door.Rivals.secret), "\(reached)")
            #expect(try await studio.messages(as: rivals.client, in: rivals.chat).count == 1)
        }
    }
}
