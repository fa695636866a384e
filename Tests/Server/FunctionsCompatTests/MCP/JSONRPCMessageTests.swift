import Domain
import TestSupport
import Testing

@testable import FunctionsCompat

/// Any bytes are read as one message or refused.
@Suite struct JSONRPCMessageTests {
    private static func read(_ text: String) throws(JSONRPCError) -> JSONRPCMessage {
        try JSONRPCMessage(Array(text.utf8))
    }

    @Test func readsTheThreeKinds() throws {
        #expect(
            try Self.read(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
                == .request(JSONRPCRequest(id: .number(1), method: "ping", params: .object([:])))
        )
        #expect(
            try Self.read(#"{"jsonrpc":"2.0","method":"notifications/x","params":{"a":1}}"#)
                == .notification(method: "notifications/x", params: ["a": 1])
        )
        #expect(
            try Self.read(#"{"jsonrpc":"2.0","id":"q","result":{"action":"accept"}}"#)
                == .response(id: .text("q"), result: ["action": "accept"])
        )
        #expect(
            try Self.read(#"{"jsonrpc":"2.0","id":"q","error":{"code":-1,"message":"no"}}"#)
                == .response(id: .text("q"), result: nil)
        )
    }

    /// What there isn't, some write as null, or as the empty list that PHP has for an empty object.
    @Test(
        arguments: [
            (#""id":1,"method":"ping","params":null"#, .request(Self.ping)),
            (#""id":1,"method":"ping","params":[]"#, .request(Self.ping)),
            (
                #""id":"q","method":null,"result":{"action":"accept"},"error":null"#,
                .response(id: .text("q"), result: ["action": "accept"])
            ),
            (#""id":"q","result":null,"error":{"code":-1,"message":"no"}"#, .response(id: .text("q"), result: nil)),
        ] as [(String, JSONRPCMessage)]
    ) func nothingMayBeWrittenAsNull(members: String, message: JSONRPCMessage) throws {
        #expect(try Self.read("{\"jsonrpc\":\"2.0\",\(members)}") == message)
    }

    private static let ping = JSONRPCRequest(id: .number(1), method: "ping", params: .object([:]))

    @Test(arguments: [JSONValue.null, []]) func aToolNeedsNoArguments(nothing: JSONValue) throws {
        #expect(try ToolCall(["name": "agenda", "arguments": nothing]).arguments.isEmpty)
    }

    @Test(arguments: [
        "[]", "{}", "7", "null", #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
        #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":""}"#, #"{"jsonrpc":"2.0","id":1,"method":7}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, #"{"jsonrpc":"2.0","id":1}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#, #"{"jsonrpc":"2.0","result":{}}"#,
    ])
    func refusesWhatIsNoMessage(_ text: String) {
        #expect(throws: JSONRPCError.invalidRequest) { try Self.read(text) }
    }

    @Test func refusesWhatIsTooMuch() {
        let deep = String(repeating: "[", count: 100_000)
        let many = "[" + String(repeating: "0,", count: 20_000) + "0]"
        let long = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":""# + String(repeating: "a", count: 200_000)
        for text in ["", "{", deep, many, long + #""}}"#] {
            #expect(throws: JSONRPCError.parse) { try Self.read(text) }
        }
    }

    /// Pieces of real messages in any order, cut and changed at random.
    @Test(arguments: 0..<20)
    func survivesAnything(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let whole = MCPHost.message("tools/call", ["name": "message", "arguments": ["text": "é\u{0}\"\\"]]).text
        let bytes = Array(whole.utf8)
        for _ in 0..<2000 {
            var piece = bytes
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let place = Int.random(in: 0..<max(piece.count, 1), using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0 where !piece.isEmpty:
                    piece[min(place, piece.count - 1)] = UInt8.random(in: .min ... .max, using: &random)
                case 1 where !piece.isEmpty: piece.remove(at: min(place, piece.count - 1))
                case 2: piece.insert(UInt8.random(in: .min ... .max, using: &random), at: min(place, piece.count))
                default: piece = Array(piece.prefix(place)) + piece
                }
            }
            guard case .request(let rpc)? = try? JSONRPCMessage(piece) else { continue }
            // What is read can be written and read again.
            let again: JSONValue = [
                "jsonrpc": "2.0", "id": rpc.id.json, "method": .string(rpc.method), "params": rpc.params,
            ]
            #expect((try? JSONRPCMessage(Array(again.text.utf8))) == .request(rpc))
        }
    }
}
