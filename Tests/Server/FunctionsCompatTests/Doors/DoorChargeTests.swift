import Domain
import Gateway
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

/// What comes in by a door and is stored counts as what its user stored: `TextChargeTests` has the routes of the native API
/// and all others whose callers the router knows.
@Suite(.standardTimeLimit) struct DoorChargeTests {
    private typealias Storing = @Sendable (StudioFixture, _ token: String) async throws -> Door.Visit

    /// By the doors' names. Those that aren't here store no text, or are tried elsewhere.
    private static let stored: [String: [Storing]] = [
        "OpenAI": [
            { studio, token in .init(try await studio.respond("What hurts?", by: .bearer(token))) }
        ],
        "Firebase callables": [
            { studio, token in
                let own = JSONValue.string(studio.alex.id.description)
                return try await call("chatWithAI", ["userId": own, "message": "What hurts?"], token, on: studio)
            },
            { studio, token in
                try await call("executeFunctionCall", ["functionName": "x", "parameters": [:]], token, on: studio)
            },
        ],
        "MCP": [
            { studio, token in
                let message: JSONValue = ["person": "Sara", "text": "Rest today"]
                let answer = try await MCPHost(studio, token: token).call("message", message)
                return .init(answer.status, answer.json.text)
            }
        ],
        "Matrix": [
            matrix("PUT", { "\($0.path())/send/m.room.message/1" }, ["msgtype": "m.text", "body": "Rest today"]),
            matrix("POST", { _ in "/createRoom" }, ["name": "A group", "invite": []]),
            matrix("PUT", { "\($0.path())/state/m.room.name" }, ["name": "A group"]),
            matrix(
                "PUT",
                { "/profile/\(MatrixProgram.encoded($0.name($0.user)))/displayname" },
                ["displayname": "Alexander"]
            ),
        ],
        "advice": [
            { studio, token in
                .init(try await studio.door("POST", "/advice", .bearer(token), StudioFixture.asking("What hurts?")))
            }
        ],
    ]
    private static let storeNothing: Set = ["Gemini", "webhooks", "model proxy"]
    private static let triedElsewhere: Set = ["native REST", "socket", "CalDAV"]

    @Test func everyDoorSaysWhatItStores() {
        let said = Self.storeNothing.union(Self.triedElsewhere).union(Self.stored.keys)
        #expect(Set(Doors.all.map(\.name)) == said)
    }

    @Test(arguments: stored.keys.sorted()) func whatIsStoredCounts(door: String) async throws {
        try await StudioFixture.open(configure: {
            $0.stopLimitClock()
            $0.limits.messageBytes = Rate(1, perSeconds: 3600, burst: 1)
        }) { studio in
            let all = try await studio.server.request("POST", "/v1/reminders", as: studio.alex, json: ["text": "x"])
            #expect(all.status == 400, "it is read, and takes all that there is")
            for store in try #require(Self.stored[door]) {
                let visit = try await store(studio, studio.alex.accessToken.reveal())
                #expect(visit.status == 429 || visit.text.contains("takes more bytes"), "\(visit)")
            }
            #expect(try await studio.proposals() == [])
            #expect(try await studio.messages(as: studio.sara) == [])
        }
    }

    private static func matrix(
        _ method: String,
        _ path: @escaping @Sendable (MatrixProgram) -> String,
        _ body: JSONValue
    ) -> Storing {
        { studio, token in
            let program = MatrixProgram(studio: studio, user: studio.alex, token: token, device: "")
            let answer = try await program.call(method, path(program), body)
            return .init(answer.http, answer.json.text)
        }
    }

    private static func call(
        _ function: String,
        _ data: JSONValue,
        _ token: String,
        on studio: StudioFixture
    ) async throws -> Door.Visit {
        let answer = try await studio.send(
            "POST",
            "/\(function)",
            headers: [("Authorization", "Bearer \(token)")],
            body: JSONValue.object(["data": data]).text
        )
        return .init(answer.http, answer.json.text)
    }
}
