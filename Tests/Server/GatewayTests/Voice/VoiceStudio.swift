import AsyncHTTPClient
import Domain
import Foundation
import ModelTestKit
import NIOCore
import NIOHTTP1
import ServerTestKit
import SpotterServer
import TestSupport

/// A trainer and a client on a real server with a scripted service that transcribes.
struct VoiceStudio: Sendable {
    static let key = "sk-voice-4711-secret"

    let server: TestServer
    let alex: TestUser
    let sara: TestUser
    let chat: ChatID

    static func open(
        _ provider: ScriptedProvider?,
        _ change: @Sendable (inout ServerConfiguration) -> Void = { _ in },
        _ body: @Sendable (VoiceStudio) async throws -> Void
    ) async throws {
        try await TestServer.run(configure: {
            $0.transcription.baseURL = provider?.baseURL
            $0.transcription.apiKey = Secret(key)
            change(&$0)
        }) { server in
            let (alex, sara, chat) = try await server.pair()
            try await body(VoiceStudio(server: server, alex: alex, sara: sara, chat: chat.id))
        }
    }

    static func said(_ text: String) -> ScriptedResponse {
        .json(["text": .string(text), "language": "english", "duration": 2.0])
    }

    var mediaFolder: String { server.server.configuration.dataFolder + "/media" }

    struct Answer: Sendable {
        let status: Int
        let json: JSONValue

        var code: String? { json["error"]?["code"]?.string }
        var message: String { json["error"]?["message"]?.string ?? "" }
    }

    /// A request whose body isn't JSON.
    func post(
        _ path: String,
        _ bytes: [UInt8],
        type: String = "audio/wav",
        as user: TestUser? = nil,
        token: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: server.baseURL + path)
        request.method = .POST
        request.headers.add(name: "Authorization", value: "Bearer \(token ?? (user ?? sara).accessToken.reveal())")
        request.headers.add(name: "Content-Type", value: type)
        request.body = .bytes(ByteBuffer(bytes: bytes))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 20)
        return Answer(
            status: Int(response.status.code),
            json: JSONValue.parse(Array(body.readableBytesView)) ?? .null
        )
    }

    func dictate(_ bytes: [UInt8], type: String = "audio/wav", query: String = "", token: String? = nil) async throws
        -> Answer
    {
        try await post("/v1/audio/transcriptions\(query)", bytes, type: type, token: token)
    }

    /// The form that OpenAI's clients send.
    static func form(_ bytes: [UInt8], fields: [(String, String)] = [], name: String = "file") -> [UInt8] {
        var form = Array("--x7\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nwhisper-1\r\n".utf8)
        for (name, value) in fields {
            form += Array("--x7\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        let head =
            "--x7\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a.m4a\"\r\nContent-Type: audio/mp4\r\n\r\n"
        return form + Array(head.utf8) + bytes + Array("\r\n--x7--\r\n".utf8)
    }

    static let formType = "multipart/form-data; boundary=x7"

    /// Sends a voice message, and returns its id.
    func speak(_ bytes: [UInt8] = TestRecording.wav(seconds: 2), as user: TestUser? = nil) async throws -> String {
        let id = UUID().uuidString
        let upload = try await post("/v1/media?clientMediaId=\(id)&fileName=voice.wav", bytes, as: user)
        let media = upload.json["media"]?["id"]?.string ?? ""
        let body = #"{"clientMessageId":"\#(id)","text":"","mediaIds":["\#(media)"]}"#
        let sent = try await server.request("POST", "/v1/chats/\(chat)/messages", as: user ?? sara, body: body)
        return JSONValue.parse([UInt8](sent.body))?["message"]?["id"]?.string ?? ""
    }

    func json(_ method: String, _ path: String, as user: TestUser? = nil, _ body: String? = nil) async throws -> Answer
    {
        let answer = try await server.request(method, path, as: user ?? sara, body: body)
        return Answer(status: answer.status, json: JSONValue.parse([UInt8](answer.body), maxBytes: 16 << 20) ?? .null)
    }

    func optIn() async throws { _ = try await json("PATCH", "/v1/me/voice", #"{"transcribeMyMessages":true}"#) }
}
