import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Testing

@testable import Gateway

@Suite struct WebSocketUpgradeRequestTests {
    private static let wellFormed: HTTPFields = [
        .connection: "Upgrade", .upgrade: "websocket", .secWebSocketVersion: "13",
        .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==",
    ]

    /// The example in RFC 6455, section 1.3.
    @Test func answersTheKey() throws {
        let response = try accept(Self.wellFormed)
        #expect(response.status == .switchingProtocols)
        #expect(response.headers[.secWebSocketAccept] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(response.headers[.upgrade] == "websocket")
        #expect(response.headers[.secWebSocketProtocol] == nil)
    }

    @Test(arguments: [
        (HTTPField.Name.connection, "keep-alive , UPGRADE"), (.upgrade, "h2c,\tWebSocket "),
    ])
    func readsListsInAnyCase(name: HTTPField.Name, value: String) throws {
        var headers = Self.wellFormed
        headers[name] = value
        #expect(try accept(headers).status == .switchingProtocols)
    }

    @Test(
        arguments: [
            (HTTPField.Name.connection, nil, 426), (.connection, "keep-alive", 426), (.upgrade, nil, 426),
            (.upgrade, "h2c", 426), (.upgrade, "websockets", 426), (.secWebSocketVersion, "8", 426),
            (.secWebSocketKey, nil, 400), (.secWebSocketKey, "short", 400), (.secWebSocketKey, "AAAA", 400),
        ] as [(HTTPField.Name, String?, Int)]
    )
    func refusesMalformedRequests(name: HTTPField.Name, value: String?, status: Int) throws {
        var headers = Self.wellFormed
        headers[name] = value
        let error = #expect(throws: HTTPError.self) { try accept(headers) }
        #expect(error?.status.code == status)
        #expect(status != 426 || error?.headers[.secWebSocketVersion] == "13")
    }

    @Test func refusesOtherMethods() {
        #expect(throws: HTTPError.self) { try accept(Self.wellFormed, method: .post) }
    }

    @Test func confirmsTheFirstCommonSubprotocol() throws {
        var headers = Self.wellFormed
        headers[.secWebSocketProtocol] = "mqtt, spotter.v2, spotter.v1"
        let response = try accept(headers, subprotocols: ["spotter.v1", "spotter.v2"])
        #expect(response.headers[.secWebSocketProtocol] == "spotter.v2")
        #expect(try accept(headers, subprotocols: ["other"]).headers[.secWebSocketProtocol] == nil)
    }

    private func accept(
        _ headers: HTTPFields,
        method: HTTPRequest.Method = .get,
        subprotocols: [String] = []
    ) throws -> Response {
        let head = HTTPRequest(method: method, scheme: nil, authority: nil, path: "/", headerFields: headers)
        let request = Request(head: head, body: .init(buffer: ByteBuffer()))
        return try WebSocketUpgradeBox().accept(request, subprotocols: subprotocols) { _ in ScriptedSession() }
    }
}
