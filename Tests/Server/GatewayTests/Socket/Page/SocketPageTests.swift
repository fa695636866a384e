import Domain
import Foundation
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

/// docs/socket.md tells of every frame, with examples that a real server has sent and takes.
@Suite(.standardTimeLimit) struct SocketPageTests {
    private let page: SocketPage

    init() throws { page = try SocketPage() }

    /// Every `type` that the server can send.
    private static let serverTypes = Set(
        ServerFrameType.allCases.map(\.rawValue) + ChatEvent.Kind.allCases.map(\.rawValue)
            + Notice.Kind.allCases.map(\.rawValue)
    )

    @Test func noFrameIsMissingAndNoneIsInvented() {
        #expect(Set(page.client.keys) == Set(ClientFrameType.allCases.map(\.rawValue)))
        #expect(Set(page.server.keys) == Self.serverTypes)
    }

    @Test(arguments: [1000, 1001, 1002, 1003, 1007, 1009, 4008, 4009, 4010, 4500, 4501])
    func everyCloseCodeIsTold(code: Int) {
        #expect(page.mentions("| \(code) |"), "\(code)")
    }

    /// With `SPOTTER_CAPTURE=FILE` the frames are also written there, a line each, to take examples from.
    @Test func theServersExamplesAreWhatItSends() async throws {
        let captured = try await FrameCapture.all()
        if let path = ProcessInfo.processInfo.environment["SPOTTER_CAPTURE"] {
            let lines = captured.sorted { $0.key < $1.key }.map(\.value.text).joined(separator: "\n")
            try Data((lines + "\n").utf8).write(to: URL(filePath: path))
        }
        #expect(Set(captured.keys) == Self.serverTypes, "a new kind of frame has to be captured here, too")
        for (type, frame) in captured {
            let example = try #require(page.server[type], "\(type) isn't in docs/socket.md")
            #expect(JSONShape.differences(example, frame) == [], "\(type): \(frame.text)")
        }
    }

    /// `spotter tail --json` decodes a frame and encodes it again: nothing of it may be lost on the way.
    @Test func whatTheClientPrintsIsTheWholeFrame() throws {
        // Answers to requests, which `tail` makes none of.
        for (type, frame) in page.server where !["welcome", "ack", "pong"].contains(type) {
            let event = try SpotterAPI.ServerEvent(frame: frame.text)
            let printed = JSONValue.parse(String(decoding: try JSONEncoder().encode(event), as: UTF8.self))
            #expect(printed?.withoutNulls == frame.withoutNulls, "\(type): \(printed?.text ?? "")")
        }
    }

    /// The examples of a client's frames, with the ids of this server: none is refused.
    @Test func theClientsExamplesAreTaken() async throws {
        try await TestServer.run { server in
            let (alex, _, chat) = try await server.pair()
            let socket = try await server.socket()
            for (number, type) in ClientFrameType.allCases.enumerated() {
                var frame = try #require(page.client[type.rawValue]?.object)
                let body = #"{"clientMessageId":"own-\#(number)","text":"My knee hurts"}"#
                let sent = try await server.request("POST", "/v1/chats/\(chat.id)/messages", as: alex, body: body)
                let message = try #require((sent.json["message"] as? [String: Any])?["id"] as? String)
                let real: [String: JSONValue] = [
                    "token": .string(alex.accessToken.reveal()), "positions": [chat.id.description: 1],
                    "chatId": .string(chat.id.description), "messageId": .string(message), "replyTo": .string(message),
                ]
                for (name, value) in real where frame[name] != nil { frame[name] = value }
                socket.send(text: JSONValue.object(frame).text)
                guard type != .hello else {
                    #expect(try await socket.next("welcome").json["chats"] != nil)
                    continue
                }
                if let id = frame["id"]?.string {
                    let answer = try await socket.next { $0.id == id }
                    #expect(answer.type == (type == .ping ? "pong" : "ack"), "\(type.rawValue): \(answer)")
                }
                #expect(try await socket.drained().allSatisfy { $0.type != "error" }, "\(type.rawValue)")
            }
        }
    }
}

extension JSONValue {
    /// A member that is `null` may be left out, and so may `gone` unless it is true.
    fileprivate var withoutNulls: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.filter { $0.value != .null && !($0.key == "gone" && $0.value == false) }.mapValues(
                    \.withoutNulls
                )
            )
        case .array(let elements): .array(elements.map(\.withoutNulls))
        default: self
        }
    }
}
