import Domain
import Foundation
import Notifications
import ServerTestKit
import Testing

@testable import SpotterServer

/// Real answers of every route fit the schemas of the document, which has a use for each of its parts.
@Suite(.timeLimit(.minutes(10))) struct ResponseSchemaTests {
    @Test func everyRouteAnswersAsTheDocumentSays() async throws {
        let hooks = try #require(Origin("http://127.0.0.1:9"))
        try await TestServer.run(configure: {
            $0.now = Timestamp(rfc3339: "2026-03-11T13:15:00Z")
            $0.notifications.origins = [hooks]
        }) { server in
            let studio = try await DocumentedStudio(on: try await DocumentedServer(server))
            try await studio.accounts()
            try await studio.people()
            try await studio.invitations()
            try await studio.chats()
            try await studio.messages()
            try await studio.media()
            try await studio.searchAndSync()
            try await studio.calendar()
            try await studio.assistant()
            try await studio.notifications()
            try await studio.administration()
            try await studio.functions()
            try await studio.refusals()
            try await studio.farewell()
            // The upgrade isn't an answer with a body; the suites of sockets cover it.
            #expect(studio.http.uncovered == ["GET /v1/socket"])
        }
    }

    @Test func everyOperationIsDescribedWhole() async throws {
        try await TestServer.run { server in
            let http = try await DocumentedServer(server)
            let ids = http.operations.compactMap { $0.description["operationId"]?.string }
            #expect(ids.count == http.operations.count && Set(ids).count == ids.count)
            for (name, description) in http.operations {
                #expect(description["tags"]?.array?.count == 1 && description["summary"]?.string != nil, "\(name)")
                let bodies = [description["requestBody"]] + (description["responses"]?.object ?? [:]).values.map { $0 }
                for content in bodies.compactMap({ $0?["content"]?["application/json"] }) {
                    let (schema, example) = (try #require(content["schema"]), try #require(content["example"]))
                    #expect(http.check.problems(example, schema) == [], "the example of \(name)")
                }
                #expect(description["responses"]?["default"]?["content"]?["application/json"] != nil, "\(name)")
                for parameter in description["parameters"]?.array ?? [] {
                    #expect(parameter["schema"] != nil && parameter["name"] != nil, "\(name)")
                }
            }
        }
    }

    @Test func aSchemaIsHeldTo() {
        let check = SchemaCheck(components: [
            "Word": ["type": "string", "enum": ["a", "b"]],
            "Thing": [
                "type": "object", "required": ["word"],
                "properties": ["word": ["$ref": "#/components/schemas/Word"], "count": ["type": "integer"]],
            ],
        ])
        let schema: JSONValue = ["$ref": "#/components/schemas/Thing"]
        #expect(check.problems(["word": "a", "count": 2], schema) == [])
        let wrong: [JSONValue] = [
            [:], ["word": "c"], ["word": nil], ["word": "a", "count": 1.5], ["word": "a", "more": 1], [], "a",
        ]
        for value in wrong { #expect(check.problems(value, schema) != [], "\(value.text)") }
    }
}
