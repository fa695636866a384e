import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// `spotter admin` on a stopped folder and on a running server.
@Suite(.longTimeLimit, .serialized)
struct AdminCommandTests {
    private struct Result {
        let status: Int32
        let lines: [String]
        let errors: String

        var text: String { lines.joined(separator: "\n") }
    }

    private func spotter(_ arguments: String..., token: String? = nil) async throws -> Result {
        var environment = ProcessInfo.processInfo.environment
        environment["SPOTTER_ADMIN_TOKEN"] = token
        let program = try BuiltExecutable.spotter.path
        let child = try await ChildProcess.start(program, arguments, environment: environment)
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return Result(status: await child.exit().status, lines: lines, errors: child.errors)
    }

    /// A mistyped folder is an error of one line, and stays untouched.
    @Test(arguments: [
        ["user", "list"], ["user", "disable", "a@example.com"], ["token"], ["log"], ["index"],
        ["export"], ["user", "reset-token", "a@example.com"], ["user", "sessions", "a@example.com"],
    ])
    func nothingIsCreated(command: [String]) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let words = command == ["export"] ? ["export", "a@example.com", "--to", "a.tar"] : ["admin"] + command
        let arguments = words + ["--data", "\(folder.path)/typo"]
        let child = try await ChildProcess.start(try BuiltExecutable.spotter.path, arguments)
        for await _ in child.lines {}
        #expect(await child.exit() == .code(1))
        #expect(child.errors.split(separator: "\n").count == 1 && child.errors.contains("there is no data folder"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func accountsOfAFolderAndOfItsServer() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let first = try await ServerProcess.start(on: folder)
        // The running server's folder: what to do instead is said.
        let refused = try await spotter("admin", "user", "list", "--json", "--data", folder.path)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("SPOTTER_ADMIN_TOKEN=… spotter admin user list --json --server http://"))
        first.terminate()
        _ = await first.end()

        let made = try await spotter(
            "admin",
            "user",
            "create",
            "--email",
            "sara@example.com",
            "--name",
            "Sara",
            "--role",
            "client",
            "--no-password",
            "--data",
            folder.path
        )
        #expect(made.status == 0 && made.lines.last?.contains("sara@example.com  Sara") == true, "\(made.errors)")
        let token = try await spotter("admin", "token", "--data", folder.path).text
        #expect(token.hasPrefix("sp_admin_"))

        let server = try await ServerProcess.start(on: folder)
        let list = try await spotter("admin", "user", "list", "--server", server.url, token: token)
        #expect(list.lines.count == 2 && list.lines.first?.hasPrefix("ID ") == true)
        let disabled = try await spotter(
            "admin",
            "user",
            "disable",
            "sara@example.com",
            "--json",
            "--server",
            server.url,
            token: token
        )
        #expect(disabled.text.contains(#""state":"disabled""#))
        let file = "\(folder.path)/admin.token"
        try Data("\(token)\n".utf8).write(to: URL(filePath: file))
        let log = try await spotter("admin", "log", "--admin-token-file", file, "--server", server.url)
        #expect(log.lines.dropFirst().first?.contains("user.disable") == true)
        let exported = try await spotter(
            "export",
            "sara@example.com",
            "--to",
            folder.path,
            "--server",
            server.url,
            token: token
        )
        #expect(exported.status == 0 && exported.text.contains("\(folder.path)/spotter-export-"), "\(exported.errors)")
        let unasked = try await spotter(
            "admin",
            "user",
            "delete",
            "sara@example.com",
            "--server",
            server.url,
            token: token
        )
        #expect(unasked.status == 64 && unasked.errors.contains("--yes"))
        let wrong = try await spotter("admin", "user", "list", "--server", server.url, token: "sp_admin_no")
        #expect(wrong.status == 1 && wrong.errors.contains("admin token"))
        let none = try await spotter("admin", "user", "list", "--server", server.url)
        #expect(none.status == 64 && none.errors.contains("SPOTTER_ADMIN_TOKEN"))
        let deleted = try await spotter(
            "admin",
            "user",
            "delete",
            "sara@example.com",
            "--yes",
            "--server",
            server.url,
            token: token
        )
        #expect(deleted.text.hasPrefix("deleted sara@example.com"))
        #expect(try await spotter("admin", "user", "list", "--server", server.url, token: token).lines.count == 1)
    }
}
