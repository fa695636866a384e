import Accounts
import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// `scripts/advice-calibration` makes the server's report from the raw rows, by itself.
@Suite(.longTimeLimit) struct AdviceReportTests {
    private static let script = Repository.root.appending(path: "scripts/advice-calibration")

    @Test func theReportIsRecomputedFromTheRows() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let token = alex.accessToken.reveal()
            let questions = ["Whose knee hurts?", "What can you do?", "Write me a poem", "Who is that?", "hello"]
            for (number, question) in (questions + questions).enumerated() {
                let asked = try await server.request(
                    "POST",
                    "/v1/assistant/advice",
                    token: token,
                    body: #"{"message":"\#(question)"}"#
                )
                let id = try #require(asked.json["responseId"] as? String)
                guard number % 4 != 3 else { continue }
                let rating = #"{"outcome":"\#(number % 3 == 0 ? "bad" : "good")","note":"noted"}"#
                let path = "/v1/assistant/messages/\(id)/feedback"
                #expect(try await server.request("PUT", path, token: token, body: rating).status == 200)
            }
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            for (path, token) in [("/v1/assistant/advice", token), ("/v1/admin/advice", admin)] {
                let rows = try await server.request("GET", path, token: token)
                let report = try await server.request("GET", path + "/calibration", token: token)
                let files = (
                    rows: try folder.write(rows.body, to: "rows.json"),
                    report: try folder.write(report.body, to: "report.json")
                )
                let checked = try await Self.run([files.rows.path, "--check", files.report.path])
                #expect(checked.status == 0 && checked.output.contains("agrees with 10 rows"), "\(checked.output)")
                // It would notice.
                let text = String(decoding: report.body, as: UTF8.self)
                let wrong = text.replacing(#""rated":"#, with: #""rated":1"#)
                let forged = try folder.write(Array(wrong.utf8), to: "wrong.json")
                #expect(try await Self.run([files.rows.path, "--check", forged.path]).status == 1)
            }
            // An account's export has the rows, too.
            let password = #"{"password":"secret-Alex"}"#
            let archive = try await server.request("POST", "/v1/me/export", token: token, body: password)
            let tar = try folder.write(archive.body, to: "export.tar")
            let report = try await server.request("GET", "/v1/assistant/advice/calibration", token: token)
            let file = try folder.write(report.body, to: "report.json")
            let checked = try await Self.run([tar.path, "--check", file.path])
            #expect(checked.status == 0 && checked.output.contains("agrees with 10 rows"), "\(checked.output)")
        }
    }

    private static func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        let child = try await ChildProcess.start("python3", [script.path] + arguments)
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return (await child.exit().status, (lines + [child.errors]).joined(separator: "\n"))
    }
}
