import Domain
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Every frame that a socket takes, about somebody else's chat and messages.
@Suite(.standardTimeLimit) struct ForeignObjectSocketTests {
    private static let nowhere = "018f0000-0000-7000-8000-00000000dead"

    /// Fields that each frame needs, with CHAT and MESSAGE for what it names; `nil` for frames that name nothing.
    private static let frames: [String: String?] = [
        "hello": nil, "presence.set": nil, "ping": nil,
        "message.send": #""chatId":"CHAT","clientMessageId":"c","text":"x""#,
        "message.edit": #""chatId":"CHAT","messageId":"MESSAGE","text":"x""#,
        "message.delete": #""chatId":"CHAT","messageId":"MESSAGE""#,
        "reaction.set": #""chatId":"CHAT","messageId":"MESSAGE","emoji":"👍","added":true"#,
        "receipt.delivered": #""chatId":"CHAT","seq":1"#, "receipt.read": #""chatId":"CHAT","seq":1"#,
        "typing.start": #""chatId":"CHAT""#, "typing.stop": #""chatId":"CHAT""#,
    ]

    @Test func framesFindNothing() async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let message = try await server.server.messaging.messages.send(
                .init(chatId: chat.id, sender: alex.actor, clientMessageId: "1", text: "zebra")
            ).message
            let (tess, tom, own) = try await server.pair("Tess", "Tom")
            let (owner, _) = try await server.open(sara)
            for stranger in [tess, tom] {
                let (socket, _) = try await server.open(stranger)
                _ = try await socket.drained()
                let names = try await knownFrames(of: socket)
                #expect(names.subtracting(Self.frames.keys) == [], "tell here what these frames name")
                for name in names.sorted() {
                    guard let fields = Self.frames[name] ?? nil, name != "typing.stop" else { continue }
                    let there = try await ask(socket, name, fields, "\(chat.id)", "\(message.id)")
                    let absent = try await ask(socket, name, fields, Self.nowhere, Self.nowhere)
                    #expect(there == absent && there.contains("error") && !there.contains("zebra"), "\(name): \(there)")
                    guard fields.contains("MESSAGE") else { continue }
                    let mixed = try await ask(socket, name, fields, "\(own.id)", "\(message.id)")
                    let mixedAbsent = try await ask(socket, name, fields, "\(own.id)", Self.nowhere)
                    #expect(mixed == mixedAbsent && mixed.contains("error"), "\(name): \(mixed)")
                }
                socket.close()
            }
            let seen = try await owner.drained().filter { $0.chatId == "\(chat.id)" }
            #expect(seen == [], "the owner was told of a stranger's attempt")
        }
    }

    /// The types that the server says it knows.
    private func knownFrames(of socket: RawSocket) async throws -> Set<String> {
        socket.send(text: #"{"type":"nope","id":"n"}"#)
        let error = try await socket.next("error").json["error"] as? [String: Any]
        let text = try #require(error?["message"] as? String)
        let list = try #require(text.split(separator: "Known: ").last)
        return Set(
            list.split(separator: ",").map { String($0.filter { $0.isLetter || $0 == "." }) }.map {
                $0.hasSuffix(".") ? String($0.dropLast()) : $0
            }
        )
    }

    /// Everything that comes back to a frame, without what differs between two requests.
    private func ask(
        _ socket: RawSocket,
        _ type: String,
        _ fields: String,
        _ chat: String,
        _ message: String
    ) async throws -> String {
        let body = fields.replacing("CHAT", with: chat).replacing("MESSAGE", with: message)
        socket.send(text: #"{"type":"\#(type)","id":"q",\#(body)}"#)
        // Refusals come by way of the writer: each of these frames gets one.
        let error = try await socket.next("error")
        let told = try await [error] + socket.drained()
        return told.filter { !["receipt.updated", "message.created"].contains($0.type) }.map { frame in
            let error = frame.json["error"] as? [String: Any]
            return "\(frame.type ?? "") \(frame.id ?? "") \(error?["code"] ?? "") \(error?["message"] ?? "")"
        }.joined(separator: "\n")
    }
}
