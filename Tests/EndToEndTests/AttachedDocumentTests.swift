import Domain
import Foundation
import ModelTestKit
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// The text of a PDF on its way from an upload to a model's server, by real processes and sockets.
@Suite(.longTimeLimit, .serialized)
struct AttachedDocumentTests {
    private static let pages = [["Monday: squats 5 x 5", "at 82.5 kg"], ["Friday: rows"]]

    private static func body(_ text: String, _ api: String) -> ScriptedResponse {
        switch api {
        case "responses":
            let item = #"{"type":"message","content":[{"type":"output_text","text":"\#(text)"}]}"#
            return .body([
                #"data: {"type":"response.completed","response":{"status":"completed","output":[\#(item)],"#
                    + #""usage":{"input_tokens":400,"output_tokens":5}}}"# + "\n\n"
            ])
        case "gemini":
            return .body([
                #"data: {"candidates":[{"content":{"parts":[{"text":"\#(text)"}]},"finishReason":"STOP"}],"#
                    + #""usageMetadata":{"promptTokenCount":400,"candidatesTokenCount":5}}"# + "\r\n\r\n"
            ])
        default: return .text(text)
        }
    }

    /// The text that the last request gave a model as the user's.
    private static func prompt(_ request: ScriptedProvider.Request?, _ api: String) -> String {
        let json = request?.json
        let text =
            switch api {
            case "responses": json?["input"]?.array?.last?["content"]?.string
            case "gemini": json?["contents"]?.array?.last?["parts"]?[0]?["text"]?.string
            default: json?["messages"]?.array?.last?["content"]?.string
            }
        return text ?? ""
    }

    private static func start(_ folder: TemporaryFolder, _ provider: ScriptedProvider, api: String)
        async throws -> ServerProcess
    {
        try await ServerProcess.start(
            on: folder,
            [
                "--llm-base-url", provider.baseURL, "--llm-model", "scripted", "--llm-api", api, "--llm-titles",
                "false",
            ]
        )
    }

    /// - Parameter bytes: only ASCII.
    private static func upload(
        _ bytes: [UInt8],
        _ name: String,
        to server: ServerProcess,
        token: String
    ) async throws -> String {
        let response = try await server.http.request(
            "POST",
            "/v1/media?clientMediaId=\(name)&fileName=\(name)",
            token: token,
            headers: ["Content-Type": "application/pdf"],
            body: String(decoding: bytes, as: UTF8.self)
        )
        #expect(response.status == 201)
        let media = try #require(response.json["media"] as? [String: Any])
        #expect(media["mimeType"] as? String == "application/pdf")
        return try #require(media["id"] as? String)
    }

    private static func ask(
        _ files: [String],
        _ server: ServerProcess,
        token: String,
        model: String? = nil
    ) async throws -> RESTResponse {
        var body: [String: Any] = ["message": "What is on Monday?", "mediaIds": files]
        body["model"] = model
        return try await server.http.request("POST", "/v1/assistant/query", token: token, json: body)
    }

    @Test(arguments: ["chat", "responses", "gemini"])
    func theTextReachesTheModel(api: String) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let provider = try await ScriptedProvider { _, _ in Self.body("Squats at 82.5 kg.", api) }
        let server = try await Self.start(folder, provider, api: api)
        let team = try await Team.make(on: server, clients: 2)
        let file = try await Self.upload(
            TestPDF.document(pages: Self.pages),
            "plan.pdf",
            to: server,
            token: team.tokens[0]
        )
        let answer = try await Self.ask([file], server, token: team.tokens[0])
        #expect(answer.status == 200 && answer.json["text"] as? String == "Squats at 82.5 kg.")
        let prompt = Self.prompt(provider.requests.last, api)
        #expect(
            prompt.contains(
                """
                PDF "plan.pdf", 2 pages:
                page 1:
                Monday: squats 5 x 5
                at 82.5 kg
                page 2:
                Friday: rows
                </attachments>
                """
            )
        )
        // Nobody else may ask about it.
        let foreign = try await Self.ask([file], server, token: team.tokens[1])
        #expect(foreign.status == 404 && provider.requests.count == 1)
        _ = await server.stop()
        await provider.stop()
    }

    @Test func whatCantBeReadIsToldAndTheServerGoesOn() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let provider = try await ScriptedProvider { _, _ in Self.body("I can't tell.", "chat") }
        let server = try await Self.start(folder, provider, api: "chat")
        let team = try await Team.make(on: server, clients: 2)
        let token = team.tokens[0]
        let many = TestPDF.document(pages: (1...10_000).map { ["Page \($0)"] })
        let bomb = TestPDF.document(
            contents: [Array(String(repeating: "81", count: 16_384).utf8)],
            filters: "[/ASCIIHexDecode /RunLengthDecode /RunLengthDecode /RunLengthDecode /RunLengthDecode]"
        )
        let drawing = TestPDF.document(contents: [Array("0 0 m 612 792 l S\n".utf8)])
        let cases = [
            (TestPDF.locked(), "locked.pdf", "opens only with a password"), (drawing, "scan.pdf", "has no text"),
            (Array("%PDF-1.7\nnothing".utf8), "broken.pdf", "is damaged"), (bomb, "bomb.pdf", "too long"),
            (many, "many.pdf", "read only the first 50 of the 10000 pages of “many.pdf”"),
        ]
        for (bytes, name, words) in cases {
            let file = try await Self.upload(bytes, name, to: server, token: token)
            let answer = try await Self.ask([file], server, token: token)
            let text = try #require(answer.json["text"] as? String)
            let expected = words.hasPrefix("is ") ? "it's damaged" : words
            #expect(answer.status == 200 && text.hasPrefix("I can't tell.\n\n") && text.contains(expected), "\(text)")
        }
        let plan = try await Self.upload(TestPDF.document(pages: Self.pages), "plan.pdf", to: server, token: token)
        let builtIn = try await Self.ask([plan], server, token: token, model: "built-in")
        let text = try #require(builtIn.json["text"] as? String)
        #expect(text.contains("I can't answer from “plan.pdf” (2 pages): that needs a language model."))
        _ = await server.stop()
        await provider.stop()
    }

    /// A server whose system lacks poppler starts, says so, and answers without the file.
    @Test func withoutPopplerTheAnswerSaysSo() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let worker = "\(folder.path)/worker"
        try Data("#!/bin/sh\nexit 12\n".utf8).write(to: URL(filePath: worker))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: worker)
        let checked = try await SpotterCommand.run(
            ["serve", "--check", "--data", "\(folder.path)/data", "--port", "0"],
            settings: ["SPOTTER_MEDIA_WORKER": worker]
        )
        #expect(checked.output.contains("warning  PDFs: the assistant reads no PDFs: poppler isn't installed"))
        #expect(checked.output.contains("apt-get install libpoppler-glib8"))
    }
}
