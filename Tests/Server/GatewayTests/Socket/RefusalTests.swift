import Domain
import ServerTestKit
import TestSupport
import Testing

/// Invariant 10 on the socket: what is wrong is told, and nothing else happens.
@Suite(.standardTimeLimit) struct RefusalTests {
    private static let nowhere = "018f0000-0000-7000-8000-000000000000"

    @Test func wrongFramesAreToldAndTheSocketStaysUsable() async throws {
        func change(_ type: String, _ chat: String = "MINE") -> String {
            #"{"type":"\#(type)","id":"7","chatId":"\#(chat)","messageId":"\#(Self.nowhere)""#
        }
        let send = #"{"type":"message.send","id":"7","clientMessageId":"c","text":"x","chatId":"#
        let cases: [(String, String, String?)] = [
            ("{", "invalid_json", nil), ("", "invalid_json", nil), ("[]", "invalid_request", nil),
            (#""text""#, "invalid_request", nil), (#"{"id":"7"}"#, "unknown_type", "7"),
            (#"{"type":"nope","id":"7"}"#, "unknown_type", "7"), (#"{"type":7,"id":"7"}"#, "invalid_request", "7"),
            (#"{"type":"hello","id":"7"}"#, "invalid_request", nil),
            (#"{"type":"message.send"}"#, "invalid_request", nil),
            (#"{"type":"message.send","id":"7"}"#, "invalid_request", "7"),
            (send + "5}", "invalid_request", "7"), (send + #""no id"}"#, "not_a_member", "7"),
            (send + #""\#(Self.nowhere)"}"#, "not_a_member", "7"), (send + #""FOREIGN"}"#, "not_a_member", "7"),
            (send + #""MINE","mediaIds":["x"]}"#, "not_found", "7"),
            (send + #""MINE","mediaIds":7}"#, "invalid_request", "7"),
            (change("message.edit") + "}", "invalid_request", "7"),
            (change("message.edit") + #","text":"x"}"#, "not_found", "7"),
            (change("message.delete") + "}", "not_found", "7"),
            (change("reaction.set") + #","emoji":"👍"}"#, "invalid_request", "7"),
            (change("reaction.set") + #","emoji":"x","added":true}"#, "invalid_request", "7"),
            (change("reaction.set") + #","emoji":"👍","added":true}"#, "not_found", "7"),
            (change("reaction.set", "FOREIGN") + #","emoji":"👍","added":true}"#, "not_a_member", "7"),
            (change("message.delete", "FOREIGN") + "}", "not_a_member", "7"),
            (#"{"type":"message.delete","chatId":"MINE","messageId":"x"}"#, "invalid_request", nil),
            (send + #""MINE","replyTo":"x"}"#, "not_found", "7"),
            (send + #""MINE","replyTo":"\#(Self.nowhere)"}"#, "invalid_request", "7"),
            (#"{"type":"receipt.read","chatId":"FOREIGN","seq":1}"#, "not_a_member", nil),
            (#"{"type":"receipt.read","chatId":"MINE","seq":1e300}"#, "invalid_json", nil),
            (#"{"type":"receipt.read","chatId":"MINE","seq":-1}"#, "invalid_request", nil),
            (#"{"type":"typing.start","chatId":"FOREIGN"}"#, "not_a_member", nil),
            (#"{"type":"presence.set","status":"offline"}"#, "invalid_request", nil),
        ]
        try await TestServer.run { server in
            let (trainer, _, chat) = try await server.pair()
            let foreign = try await server.pair("Tess", "Tom").chat
            let (socket, _) = try await server.open(trainer)
            for (text, code, id) in cases {
                let text = text.replacing("MINE", with: "\(chat.id)").replacing("FOREIGN", with: "\(foreign.id)")
                socket.send(text: text)
                let error = try await socket.next("error")
                #expect(error.errorCode == code && error.id == id, "\(text)")
                #expect(Set(error.json.keys) == ["type", "id", "error"])
                socket.send(text: #"{"type":"ping","id":"p"}"#)
                #expect(try await socket.next("pong").id == "p", "\(text)")
            }
            let untouched = try await server.request("GET", "/v1/chats/\(chat.id)", as: trainer)
            #expect((untouched.json["chat"] as? [String: Any])?["seq"] as? Int == 0)
        }
    }

    @Test func unreadableBytesCloseWithTheirCode() async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            let cases: [(UInt16, (RawSocket) -> Void)] = [
                (1003, { $0.send(opcode: 2, [1, 2, 3]) }),
                (1007, { $0.send(opcode: 1, [0x22, 0xC3, 0x28, 0x22]) }),
                (1009, { $0.send(opcode: 1, [UInt8](repeating: 0x20, count: 140_000)) }),
                (1002, { $0.send(raw: [0x81, 0x02, 0x7B, 0x7D]) }),
                (1002, { $0.send(opcode: 0x71, []) }),
                (1002, { $0.send(opcode: 3, []) }),
            ]
            for (code, send) in cases {
                let (socket, _) = try await server.open(user)
                send(socket)
                #expect(await socket.rest().last?.closeCode == code)
            }
            #expect(try await server.request("GET", "/v1/me", as: user).status == 200)
        }
    }

    /// 2 000 frames of noise, half-right JSON and valid requests with wild values; then everything still works.
    @Test(arguments: 1...4)
    func noiseHarmsNobody(seed: UInt64) async throws {
        try await TestServer.run { server in
            var random = SeededRandom(seed: seed)
            let (trainer, client, chat) = try await server.pair()
            var (socket, _) = try await server.open(trainer)
            for _ in 0..<500 {
                switch Int.random(in: 0..<20, using: &random) {
                case 0:
                    // Not UTF-8, or not a frame: this one ends the connection.
                    let length = Int.random(in: 1...200, using: &random)
                    if Bool.random(using: &random) {
                        socket.send(opcode: 1, [0xFF] + random.bytes(length))
                    } else {
                        socket.send(raw: [0xFF] + random.bytes(length))
                    }
                    socket.close()
                    (socket, _) = try await server.open(trainer)
                case 1...6: socket.send(text: random.text(upTo: 200))
                default: socket.send(text: random.frame(chat: "\(chat.id)"))
                }
            }
            _ = try await socket.drained()
            let (other, _) = try await server.open(client)
            try other.send([
                "type": "message.send", "id": "last", "chatId": "\(chat.id)", "clientMessageId": "last", "text": "ok",
            ])
            #expect(try await other.next("ack").id == "last")
            #expect(try await server.request("GET", "/readyz").status == 200)
        }
    }
}

extension SeededRandom {
    /// An object that looks like a client's frame, with fields and values at random, sometimes cut off.
    fileprivate mutating func frame(chat: String) -> String {
        let types = [
            "hello", "message.send", "receipt.delivered", "receipt.read", "typing.start", "typing.stop",
            "presence.set", "ping", "nope",
        ]
        let values = [
            "null", "true", "0", "-1", "9223372036854775807", "-9223372036854775808", "1e400", "1.5", "[]", "{}",
            #""""#, #""online""#, #""\u0000""#, #""\ud800""#, "[[[[[[]]]]]]", #"{"a":{"a":1}}"#, "\"\(chat)\"", "1",
        ]
        let names = ["id", "chatId", "clientMessageId", "text", "replyTo", "mediaIds", "seq", "status", "positions"]
        var fields = ["\"type\":\"\(types.randomElement(using: &self) ?? "")\""]
        for name in names where Int.random(in: 0..<3, using: &self) > 0 {
            fields.append("\"\(name)\":\(values.randomElement(using: &self) ?? "null")")
        }
        let text = "{\(fields.joined(separator: ","))}"
        return Int.random(in: 0..<5, using: &self) == 0
            ? String(text.prefix(Int.random(in: 0...text.count, using: &self))) : text
    }
}
