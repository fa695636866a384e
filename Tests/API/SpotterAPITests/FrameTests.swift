import Domain
import Foundation
import SpotterAPI
import Testing

/// What one side writes, the other reads.
@Suite struct FrameTests {
    @Test func theWriterWritesPlainObjects() {
        #expect(JSONWriter.object { $0.field("type", "pong") } == Array(#"{"type":"pong"}"#.utf8))
    }

    private static let chat = ChatID(high: 1, low: 2)
    private static let frames: [ClientFrame] = [
        .hello(.init(token: Secret("t"), deviceId: "laptop", positions: [chat: 17])), .hello(.init()),
        .send(.init(id: "1", chatId: chat, clientMessageId: "c", text: "a \"quoted\" line\nand / more")),
        .send(
            .init(
                id: "2",
                chatId: chat,
                clientMessageId: "c",
                text: "",
                replyTo: MessageID(high: 3, low: 4),
                mediaIds: [MediaID(high: 5, low: 6)]
            )
        ),
        .change(.init(id: "3", chatId: chat, messageId: MessageID(high: 3, low: 4), kind: .edit(text: "b"))),
        .change(.init(id: "4", chatId: chat, messageId: MessageID(high: 3, low: 4), kind: .delete)),
        .change(
            .init(id: "5", chatId: chat, messageId: MessageID(high: 3, low: 4), kind: .react(emoji: "💪", added: true))
        ),
        .delivered(chat, seq: 7), .read(chat, seq: 8), .typing(chat, isTyping: true), .typing(chat, isTyping: false),
        .presence(.away), .presence(.online, viewing: chat), .ping(id: "p"), .ping(id: nil),
    ]

    @Test(arguments: frames) func clientFramesAreReadAsTheyWereWritten(frame: ClientFrame) throws {
        let bytes = Array(try frame.json())
        #expect(try bytes.withUnsafeBytes { try ClientFrame($0) } == frame)
    }

    @Test func sessionFramesAreReadAsTheyWereWritten() throws {
        func read(_ bytes: [UInt8]) throws -> ServerEvent {
            try ServerEvent(frame: String(decoding: bytes, as: UTF8.self))
        }
        let welcome = Welcome(
            userId: UserID(high: 1, low: 1),
            sessionId: SessionID(high: 2, low: 2),
            serverTime: Timestamp(milliseconds: 1_773_234_900_000),
            heartbeatSeconds: 25,
            chats: [.init(chatId: Self.chat, seq: 9, readSeq: 8, unread: 1, unreadMentions: 1)]
        )
        #expect(try read(ServerFrames.welcome(welcome)) == .welcome(welcome))
        let failure = ServerFrames.failure(.notFound("message"), id: "1", requestId: "r")
        #expect(try read(failure) == .error(id: "1", .init(.notFound("message"), requestId: "r")))
        #expect(try read(ServerFrames.resync(Self.chat, seq: 3, gone: true)) == .gone(Self.chat))
        #expect(try read(ServerFrames.resync(Self.chat, seq: 3, gone: false)) == .resync(chatId: Self.chat, seq: 3))
        let limit = RateLimitStatus(remaining: 3, resetMs: 10)
        let pong = ServerFrames.pong(id: "p", digest: "d", limit: limit)
        #expect(try read(pong) == .pong(id: "p", digest: "d"))
        #expect(
            String(decoding: pong, as: UTF8.self)
                == #"{"digest":"d","id":"p","limit":{"remaining":3,"resetMs":10},"type":"pong"}"#
        )
    }

    @Test func aChangeIsLeftOutClearedOrSet() throws {
        let requests = [
            (UpdateChatRequest(name: "A"), #"{"name":"A"}"#),
            (UpdateChatRequest(photoMediaId: .cleared), #"{"photoMediaId":null}"#),
            (
                UpdateChatRequest(photoMediaId: .set(MediaID(high: 0, low: 1))),
                #"{"photoMediaId":"00000000-0000-0000-0000-000000000001"}"#
            ),
        ]
        for (request, text) in requests {
            #expect(String(decoding: try request.json(), as: UTF8.self) == text)
            let read = try JSONDecoder().decode(UpdateChatRequest.self, from: Data(text.utf8))
            #expect(read.name == request.name && read.photoMediaId == request.photoMediaId)
        }
    }

    @Test func aFieldOfAStructAppearsInItsSchema() throws {
        struct Sample: Codable {
            let text: String
            let count: Int?
            @Nullable var when: Timestamp?
            @DefaultsToEmpty var ids: [MessageID]
        }
        let catalog = SchemaCatalog()
        for (direction, required) in [
            (SchemaCatalog.Direction.response, ["ids", "text", "when"]), (.request, ["text"]),
        ] {
            let reference = try catalog.schema(of: Sample.self, as: direction)
            let name = String(try #require(reference["$ref"]?.string).split(separator: "/").last ?? "")
            let schema = try #require(catalog.components[name])
            #expect(schema["required"]?.array?.compactMap(\.string) == required)
            #expect(
                schema["properties"]?["when"] == [
                    "anyOf": [["type": "string", "format": "date-time"], ["type": "null"]]
                ]
            )
            #expect(schema["properties"]?["ids"] == ["type": "array", "items": ["type": "string", "format": "uuid"]])
            let count: JSONValue = ["type": "integer"]
            let written = direction == .response ? count : ["anyOf": [count, ["type": "null"]]]
            #expect(schema["properties"]?["count"] == written)
        }
    }

    /// A request that fits its schema isn't refused for its form.
    @Test func limitsOfAFieldAreInItsSchema() throws {
        let catalog = SchemaCatalog()
        for type in [RegisterRequest.self, SendMessageRequest.self, SearchRequest.self] as [any APIValue.Type] {
            _ = try catalog.schema(of: type, as: .request)
        }
        let register = try #require(catalog.components["RegisterRequest"]?["properties"])
        #expect(register["email"]?["format"] == "email" && register["password"]?["minLength"] == 6)
        let zones = try #require(register["timezone"]?["anyOf"]?[0]?["enum"]?.array)
        #expect(zones.contains("Europe/Stockholm") && zones.contains("UTC"))
        let message = try #require(catalog.components["SendMessageRequest"]?["properties"])
        #expect(message["mediaIds"]?["anyOf"]?[0]?["maxItems"] == 10)
        let search = try #require(catalog.components["SearchRequest"]?["properties"])
        #expect(search["limit"]?["anyOf"]?[0]?["maximum"] == 50)
    }
}
