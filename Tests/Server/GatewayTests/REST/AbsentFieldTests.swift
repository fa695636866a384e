import Domain
import Foundation
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Gateway
@testable import SpotterServer

/// What clients write instead of leaving a field out says nothing.
@Suite(.standardTimeLimit) struct AbsentFieldTests {
    /// Of every body that the document describes.
    @Test func fieldsThatMayBeLeftOutMayBeNull() async throws {
        try await TestServer.run { server in
            let operations = try server.server.routeTable().routes.compactMap(\.operation)
            var count = 0
            for operation in operations {
                guard let body = operation.body else { continue }
                count += try Self.nullsAreTaken(by: body, operation.id)
            }
            #expect(count > 100)
        }
    }

    /// - Returns: how many fields were tried.
    private static func nullsAreTaken<Body: APIValue>(by type: Body.Type, _ operation: String) throws -> Int {
        let fields = RequestFields.of(type)
        guard let example = try JSONDecoder().decode(JSONValue.self, from: Body.example.json()).object,
            let names = fields.names
        else { return 0 }
        var count = 0
        for name in names {
            var less = example
            less[name] = nil
            // What has to be there isn't tried.
            guard (try? StrictRequest<Body>.body(from: JSONEncoder().encode(less))) != nil else { continue }
            for nothing in [JSONValue.null, []] {
                less[name] = nothing
                let data = try JSONEncoder().encode(less)
                #expect(throws: Never.self, "\(operation): \(name) is \(nothing)") {
                    _ = try StrictRequest<Body>.body(from: data)
                }
            }
            count += 1
        }
        return count
    }

    @Test func emptyListsAreBounded() {
        let lists = (0..<40).map { #""a\#($0)":{"b":[]}"# }.joined(separator: ",")
        let body = Data("{\(lists)}".utf8)
        #expect(throws: (any Error).self) { () throws -> Void in
            _ = try StrictRequest<[String: [String: Int]]>.body(from: body)
        }
    }

    @Test(arguments: [
        #"{"query":"knee","chatIds":null}"#, #"{"query":"knee","limit":[],"since":null}"#,
        #"{"query":"knee","later":null}"#,
    ])
    func aSearchGoesOnWithoutThem(body: String) async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            #expect(try await server.request("POST", "/v1/search", as: user, body: body).status == 200)
        }
    }

    /// `JSON.stringify` of a browser's `PushSubscription`, and the kind.
    @Test(arguments: ["null", "1773230400000"])
    func aBrowsersSubscriptionIsTakenAsItIs(expires: String) async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            let keys =
                #"{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}"#
            let body =
                #"{"kind":"webpush","endpoint":"https://push.example.com/1","expirationTime":\#(expires),"keys":\#(keys)}"#
            let answer = try await server.request("POST", "/v1/me/notifications", as: user, body: body)
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("expirationTime"))
        }
    }
}
