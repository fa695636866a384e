import Domain
import Foundation
import ServerTestKit
import SpotterServer
import Synchronization
import Testing

/// A server whose every answer is compared with what its own OpenAPI document says of the route.
final class DocumentedServer: Sendable {
    let server: TestServer
    let document: JSONValue
    private let covered = Mutex<Set<String>>([])
    /// Whether each call is first tried with texts that are far too long.
    private let triesLongTexts: Bool
    private let tried = Mutex<Set<String>>([])

    init(_ server: TestServer, triesLongTexts: Bool = false) async throws {
        self.server = server
        self.triesLongTexts = triesLongTexts
        let answer = try await server.request("GET", "/openapi.json")
        document = try #require(JSONValue.parse([UInt8](answer.body), maxBytes: 4 << 20))
    }

    var check: SchemaCheck { SchemaCheck(components: document["components"]?["schemas"]?.object ?? [:]) }

    /// `GET /v1/me` and so on.
    var operations: [(name: String, description: JSONValue)] {
        (document["paths"]?.object ?? [:]).flatMap { path, methods in
            (methods.object ?? [:]).map { ("\($0.key.uppercased()) \(path)", $0.value) }
        }.sorted { $0.name < $1.name }
    }

    /// Whether the server makes archives: one over PostgreSQL leaves them to that.
    var hasArchives: Bool { server.server.configuration.database == nil }

    /// Operations that no call has succeeded on.
    var uncovered: [String] {
        let covered = covered.withLock { $0 }
        return operations.map(\.name).filter { !covered.contains($0) }
    }

    /// The text fields that were tried with too long a text.
    var triedTexts: Set<String> { tried.withLock { $0 } }

    /// What a program sends a model goes there whole. Only the body's size is bounded.
    private static let passedOn: Set<String> = [
        "/api", "/api/chat/completions", "/{project}/{region}/api", "/{project}/{region}/api/chat/completions",
    ]

    /// Calls a route and holds the answer to its schema.
    /// - Parameters:
    ///   - path: as the document has it; its parameters are replaced by `ids`.
    ///   - body: JSON.
    @discardableResult
    func call(
        _ method: String,
        _ path: String,
        _ ids: [String: String] = [:],
        token: String?,
        query: String = "",
        headers: [String: String] = [:],
        body: String? = nil,
        status: Int = 200
    ) async throws -> JSONValue {
        let name = "\(method) \(path)"
        let description = try #require(document["paths"]?[path]?[method.lowercased()], "\(name) isn't described")
        let target = ids.reduce(path) { $0.replacing("{\($1.key)}", with: $1.value) }
        if triesLongTexts, !Self.passedOn.contains(path), let body, let json = JSONValue.parse(Array(body.utf8)),
            status < 300
        {
            for (field, long) in LongTexts(check: check).variants(of: json, in: description) {
                let refused = try await RESTClient(baseURL: server.baseURL).request(
                    method,
                    target + query,
                    token: token,
                    headers: headers,
                    body: long.text
                )
                tried.withLock { _ = $0.insert("\(name) \(field)") }
                let isRefusal = (400..<500).contains(refused.status) && refused.status != 429
                #expect(isRefusal, "\(name) answers \(refused.status) to 200 KB in \(field)")
            }
        }
        let answer = try await RESTClient(baseURL: server.baseURL).request(
            method,
            target + query,
            token: token,
            headers: headers,
            body: body
        )
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == status, "\(name): \(answer.status) \(text)")
        let response = try #require(
            description["responses"]?["\(answer.status)"] ?? description["responses"]?["default"],
            "\(name) doesn't describe \(answer.status)"
        )
        if answer.status < 300 { covered.withLock { _ = $0.insert(name) } }
        guard method != "HEAD" else { return .null }
        let mediaType = answer.headers["content-type"]?.prefix { $0 != ";" } ?? ""
        guard let content = response["content"]?.object else {
            #expect(answer.body.isEmpty, "\(name) describes no content")
            return .null
        }
        guard mediaType == "application/json" else {
            let isDescribed = content.keys.contains { $0 == mediaType || $0 == "application/octet-stream" }
            #expect(isDescribed, "\(name) answers with \(mediaType)")
            return .string(text)
        }
        let value = try #require(JSONValue.parse([UInt8](answer.body), maxBytes: 16 << 20), "\(name): \(text)")
        let schema = try #require(content["application/json"]?["schema"], "\(name) has no schema")
        #expect(check.problems(value, schema) == [], "\(name): \(text)")
        return value
    }
}
