import Domain
import TestSupport
import Testing

@testable import Gateway

@Suite struct PlainUpgradeRequestTests {
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let needed = [
        "Host: localhost:8080", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: \(key)",
    ]

    private func read(_ text: String) -> PlainUpgradeRequest? {
        Array(text.utf8).withUnsafeBytes { PlainUpgradeRequest($0, path: "/v1/socket") }
    }

    private func head(_ lines: [String], _ first: String = "GET /v1/socket HTTP/1.1") -> String {
        ([first] + lines).joined(separator: "\r\n") + "\r\n\r\n"
    }

    @Test func readsWhatItNeeds() throws {
        let text = head(Self.needed)
        let request = try #require(read(text + "rest"))
        #expect(request.key == Self.key)
        #expect(request.token == nil)
        #expect(request.length == text.utf8.count)
    }

    @Test(arguments: [
        "User-Agent: a/1 (b; c)", "accept: */*", "ACCEPT-ENCODING: gzip", "Accept-Language: de", "Pragma: no-cache",
        "Cache-Control:no-cache", "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
    ])
    func passesOverWhatChangesNothing(line: String) { #expect(read(head(Self.needed + [line])) != nil) }

    @Test func findsTheToken() {
        #expect(read(head(Self.needed + ["Authorization: Bearer sp_a_x"]))?.token == Secret("sp_a_x"))
        #expect(read(head(Self.needed + ["AUTHORIZATION:  bearer sp_a_x "]))?.token == Secret("sp_a_x"))
    }

    @Test(arguments: [
        "Origin: https://a.example", "X-Forwarded-For: 10.0.0.1", "Content-Length: 0", "Transfer-Encoding: chunked",
        "Sec-WebSocket-Protocol: chat", "Host: other", "Connection: upgrade", "Authorization: Basic eDp5",
        "Authorization: Bearer", "Authorization: Bearer a b", "Sec-WebSocket-Key: \(key)", " folded: line", "no colon",
        "User-Agent: \u{7F}", "User-Agent: ümlaut", "Accept : */*", "X: y",
    ])
    func leavesTheUnusualToHTTP(line: String) { #expect(read(head(Self.needed + [line])) == nil) }

    @Test(arguments: [
        "POST /v1/socket HTTP/1.1", "GET /v1/socket HTTP/1.0", "GET /v1/socket?a=b HTTP/1.1",
        "GET /v1/sockets HTTP/1.1",
        "GET  /v1/socket HTTP/1.1", "get /v1/socket HTTP/1.1", "",
    ])
    func knowsOneRequestLine(line: String) { #expect(read(head(Self.needed, line)) == nil) }

    @Test(arguments: 0..<5) func needsAllOfThem(left: Int) {
        var lines = Self.needed
        lines.remove(at: left)
        #expect(read(head(lines)) == nil)
    }

    @Test(arguments: [
        ("Sec-WebSocket-Version: 8", 3), ("Upgrade: h2c", 1), ("Connection: close", 2), ("Host:", 0),
        ("Sec-WebSocket-Key: c2hvcnQ=", 4), ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j Q==", 4),
    ])
    func needsThemRight(line: String, place: Int) {
        var lines = Self.needed
        lines[place] = line
        #expect(read(head(lines)) == nil)
    }

    /// Every beginning of a request is no request yet, and a bare line feed ends no line.
    @Test func needsItWhole() {
        let text = head(Self.needed)
        for length in 0..<text.utf8.count {
            let beginning = String(decoding: text.utf8.prefix(length), as: UTF8.self)
            #expect(read(beginning) == nil)
        }
        #expect(read(text.replacing("\r\n", with: "\n")) == nil)
    }

    @Test func anyBytesAreARequestOrNone() {
        var random = SeededRandom(seed: 4)
        let whole = Array(head(Self.needed + ["Authorization: Bearer sp_a_x"]).utf8)
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: [13, 10], at: place)
                }
            }
            let request = bytes.withUnsafeBytes { PlainUpgradeRequest($0, path: "/v1/socket") }
            if let request { #expect(request.length <= bytes.count && request.key.utf8.count == 24) }
        }
    }
}
