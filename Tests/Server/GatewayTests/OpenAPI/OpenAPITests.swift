import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// The document and the routes are the same thing.
@Suite(.standardTimeLimit) struct OpenAPITests {
    private struct Operation {
        let method: String
        let path: String
        let isOpen: Bool

        /// With an id that nothing has in place of each parameter.
        var example: String {
            path.split(separator: "/", omittingEmptySubsequences: false).map {
                $0.replacing(/\{[^}]*\}/, with: "018f0000-0000-7000-8000-000000000000")
            }.joined(separator: "/")
        }
    }

    /// Each part has every tenth of the routes.
    @Test(arguments: 0..<10) func everyDescribedRouteIsServedAndGuarded(part: Int) async throws {
        try await TestServer.run { server in
            let operations = try await operations(of: server).sorted { ($0.path, $0.method) < ($1.path, $1.method) }
            #expect(operations.count >= 30)
            _ = try await server.register("Alex", role: .trainer)
            for (number, operation) in operations.enumerated() where number % 10 == part {
                let name = "\(operation.method) \(operation.path)"
                let stranger = try await server.request(operation.method, operation.example, body: body(operation))
                #expect(!isMissing(stranger), "\(name)")
                if !operation.isOpen { #expect(stranger.status == 401, "\(name)") }
                let wrong = try await server.request(
                    operation.method,
                    operation.example,
                    token: "sp_a_guess",
                    body: body(operation)
                )
                if !operation.isOpen { #expect(wrong.status == 401, "\(name)") }
                // A log-in of its own for each: one of the routes is logout.
                let token = try await login(to: server)
                let known = try await server.request(
                    operation.method,
                    operation.example,
                    token: token,
                    body: body(operation)
                )
                #expect(!isMissing(known) && known.status != 500, "\(name): \(known.status)")
            }
        }
    }

    /// What the document allows isn't refused: texts that can't be empty say so.
    @Test func idsAndCursorsHaveTheirForm() async throws {
        try await TestServer.run { server in
            let document = try await server.request("GET", "/openapi.json").json
            let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
            let upload = try #require(paths["/v1/media"]?["post"]?["parameters"] as? [[String: Any]])
            let id = upload.first { $0["name"] as? String == "clientMediaId" }?["schema"] as? [String: Any]
            #expect(id?["minLength"] as? Int == 1 && id?["maxLength"] as? Int == 128 && id?["pattern"] != nil)
            let schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]]
            for (name, field, good) in [
                ("SearchRequest", "cursor", "MTAuMDE5"), ("AssistantQuery", "parentId", "root"),
                ("AssistantQuery", "parentId", "018f0000-0000-7000-8000-00000000000A"),
            ] {
                let properties = schemas?[name]?["properties"] as? [String: [String: Any]]
                // Without its alternative, null.
                let found = (properties?[field]?["anyOf"] as? [[String: Any]])?.first ?? properties?[field]
                let pattern = try Regex(try #require(found?["pattern"] as? String))
                #expect(try pattern.wholeMatch(in: good) != nil)
                #expect(try pattern.wholeMatch(in: "") == nil)
            }
        }
    }

    @Test func theCoreIsDescribed() async throws {
        try await TestServer.run { server in
            let names = Set(try await operations(of: server).map { "\($0.method) \($0.path)" })
            let core = [
                "POST /v1/auth/register", "POST /v1/auth/login", "POST /v1/auth/refresh", "POST /v1/auth/logout",
                "GET /v1/me", "PATCH /v1/me", "GET /v1/users", "POST /v1/contacts", "POST /v1/prospects",
                "POST /v1/invitations", "GET /v1/chats", "POST /v1/chats", "POST /v1/chats/{chatId}/messages",
                "GET /v1/chats/{chatId}/messages", "PATCH /v1/chats/{chatId}/messages/{messageId}",
                "DELETE /v1/chats/{chatId}/messages/{messageId}", "POST /v1/chats/{chatId}/read", "POST /v1/sync",
                "POST /v1/search", "GET /v1/socket", "GET /healthz", "GET /readyz", "GET /metrics",
            ]
            #expect(Set(core).subtracting(names) == [])
        }
    }

    /// Programs that make a client of the document name their types after components. A choice of which an alternative has
    /// fields but no name gets types that clash, or none.
    @Test func everyAlternativeHasAName() async throws {
        try await TestServer.run { server in
            let answer = try await server.request("GET", "/openapi.json")
            let document = try #require(JSONValue.parse([UInt8](answer.body), maxBytes: .max))
            let schemas = try #require(document["components"]?["schemas"]?.object)
            var nameless: [String] = []
            func look(_ value: JSONValue, at path: [String]) {
                for (index, element) in (value.array ?? []).enumerated() { look(element, at: path + ["\(index)"]) }
                guard let object = value.object else { return }
                for (key, member) in object where key != "example" { look(member, at: path + [key]) }
                guard let choice = object["oneOf"]?.array ?? object["anyOf"]?.array else { return }
                let others = choice.filter { $0 != ["type": "null"] }
                // A value or null is no choice.
                let isNamed = path.count == 3 && path.first == "components"
                if others.count > 1, !isNamed { nameless.append("\(path): a choice") }
                for (index, schema) in others.enumerated() where schema["properties"] != nil {
                    nameless.append("\(path): alternative \(index)")
                }
            }
            look(document, at: [])
            #expect(nameless == [])

            // Where a field tells which one it is, the document says so.
            for (name, field, first) in [
                ("Proposal", "tool", "scheduleCall"), ("AuditEntry", "tool", "scheduleCall"),
                ("NeedsConflictProposed", "tool", "scheduleCall"), ("Needs", "kind", "selection"),
            ] {
                let choice = try #require(schemas[name])
                #expect(choice["discriminator"]?["propertyName"]?.string == field, "\(name)")
                let target = "\(name)\(first.prefix(1).uppercased())\(first.dropFirst())"
                #expect(
                    choice["discriminator"]?["mapping"]?[first]?.string == "#/components/schemas/\(target)",
                    "\(name)"
                )
                let named = Set(choice["oneOf"]?.array?.compactMap { $0["$ref"]?.string } ?? [])
                let mapped = choice["discriminator"]?["mapping"]?.object?.values.compactMap(\.string) ?? []
                #expect(named == Set(mapped) && !named.isEmpty, "\(name)")
                #expect(schemas[target]?["properties"]?[field]?["enum"] == [.string(first)], "\(name)")
            }
            #expect(
                schemas["ProposalScheduleCall"]?["properties"]?["arguments"]?["$ref"]?.string
                    == "#/components/schemas/ToolArgumentsScheduleCall"
            )
        }
    }

    private func operations(of server: TestServer) async throws -> [Operation] {
        let document = try await server.request("GET", "/openapi.json")
        #expect(document.status == 200 && document.json["openapi"] as? String == "3.1.0")
        let paths = try #require(document.json["paths"] as? [String: [String: [String: Any]]])
        return paths.sorted { $0.key < $1.key }.flatMap { path, methods in
            methods.map {
                Operation(method: $0.key.uppercased(), path: path, isOpen: $0.value["security"] == nil)
            }
        }
    }

    private func body(_ operation: Operation) -> String? { operation.method == "GET" ? nil : "{}" }

    private func isMissing(_ answer: RESTResponse) -> Bool {
        let error = answer.json["error"] as? [String: Any]
        return (error?["message"] as? String)?.contains("no such route") == true
    }

    private func login(to server: TestServer) async throws -> String {
        let answer = try await server.request(
            "POST",
            "/v1/auth/login",
            json: ["email": "alex@example.com", "password": "secret-Alex"]
        )
        return try #require(answer.json["accessToken"] as? String)
    }
}
