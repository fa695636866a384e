import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// `spotter import` into a running server: a zip with a picture, several files of which one is wrong, and people who
/// aren't there.
@Suite(.longTimeLimit, .serialized)
struct ImportCommandTests {
    private func spotter(
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> (status: Int32, text: String, errors: String) {
        let run = try await SpotterCommand.run(arguments, settings: environment)
        return (run.status, run.output, run.errors)
    }

    private static let picture =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        )
        ?? Data()

    @Test func chatsComeIntoALivingServer() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = TemporaryFolder()
        defer { server.remove() }
        let data = server.path
        let exports = folder.path + "/exports"
        for (email, name, role) in [("alex@example.com", "Alex", "trainer"), ("sara@example.com", "Sara", "client")] {
            // The first command makes the folder by way of an import of nothing.
            let line =
                #"{"type":"user","email":"\#(email)","displayName":"\#(name)","role":"\#(role)","password":"lighthouse"}"#
            try Data(line.utf8).write(to: URL(filePath: folder.path + "/user.jsonl"))
            #expect(try await spotter(["import", folder.path + "/user.jsonl", "--data", data]).status == 0)
        }
        let token = try await spotter(["admin", "token", "--data", data]).text
        let running = try await ServerProcess.start(on: server)
        let remote = ["--server", running.url, "--timezone", "UTC"]
        let people = ["--member", "Alex=alex@example.com", "--member", "Sara=sara@example.com"]
        let admin = ["SPOTTER_ADMIN_TOKEN": token]

        // An unpacked export with its picture: packed by the command, stored by the server.
        let unpacked = exports + "/unpacked"
        try FileManager.default.createDirectory(atPath: unpacked, withIntermediateDirectories: true)
        let chat = """
            [01/02/2026, 10:00:00] Alex: hello
            \u{200E}[13/02/2026, 10:01:00] Sara: my knee \u{200E}<attached: knee.png>
            \u{200E}[13/02/2026, 10:02:00] Sara: \u{200E}<attached: gone.png>
            """
        try Data(chat.utf8).write(to: URL(filePath: unpacked + "/_chat.txt"))
        try Self.picture.write(to: URL(filePath: unpacked + "/knee.png"))
        let first = try await spotter(["import", unpacked, "--json"] + remote + people, environment: admin)
        #expect(first.status == 0, "\(first.errors)")
        #expect(
            first.text.contains(#""messages":{"added":2"#) && first.text.contains(#""files":{"added":1"#),
            "\(first.text)"
        )
        #expect(first.text.contains("files aren't there (line 3)"))

        // Several: one isn't a chat. The others are imported, and the exit code says it.
        try Data("[13/03/2026, 10:00:00] Sara: later\n[13/03/2026, 10:00:01] Alex: ok".utf8)
            .write(to: URL(filePath: exports + "/a.txt"))
        try Data("not a chat".utf8).write(to: URL(filePath: exports + "/b.txt"))
        try Data("PK nonsense".utf8).write(to: URL(filePath: exports + "/c.zip"))
        let several = try await spotter(["import", exports] + remote + people, environment: admin)
        #expect(several.status == 1)
        #expect(several.text.contains("1 of 3 files imported, 2 new messages"), "\(several.text)")
        #expect(several.errors.contains("not a WhatsApp export") && several.errors.contains("zip archive is refused"))

        // Somebody who isn't there gets a link, and with it the account and the messages.
        try Data("[13/03/2026, 10:00:00] Tom: hi\n[13/03/2026, 10:00:01] Alex: hi Tom".utf8)
            .write(to: URL(filePath: folder.path + "/tom.txt"))
        let tom = ["--member", "Alex=alex@example.com", "--member", "Tom=tom@example.com"]
        let file = folder.path + "/tom.txt"
        let refused = try await spotter(["import", file] + remote + tom, environment: admin)
        #expect(refused.status == 1 && refused.errors.contains("--invite-missing"), "\(refused.errors)")
        let invited = try await spotter(["import", file, "--invite-missing"] + remote + tom, environment: admin)
        #expect(
            invited.status == 0 && invited.text.contains("invited: Tom <tom@example.com>: \(running.url)/invite/sp_i_")
        )
        let code = invited.text.split(separator: "/").last.map { String($0.prefix { $0 != "\n" }) } ?? ""
        let path = folder.path + "/home"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let home = ["HOME": path, "XDG_CONFIG_HOME": path, "XDG_CACHE_HOME": path, "XDG_DATA_HOME": path]
        let program = try BuiltExecutable.spotter.path
        let words = [
            program, "login", "--register", "--password-stdin", "--server", running.url, "--email", "tom@example.com",
            "--name", "Tom", "--role", "client", "--invite", code,
        ]
        let child = try await ChildProcess.start(
            "/bin/sh",
            ["-c", "echo lighthouse | exec \(words.map { "'\($0)'" }.joined(separator: " "))"],
            environment: ProcessInfo.processInfo.environment.merging(home) { $1 }
        )
        for await _ in child.lines {}
        #expect(await child.exit() == .code(0), "\(child.errors)")
        let chats = try await spotter(["chats"], environment: home)
        #expect(chats.text.contains("Alex") && chats.text.contains("hi Tom"), "\(chats.text) \(chats.errors)")
        running.terminate()
        _ = await running.end()
        #expect(try await spotter(["admin", "check", "--data", data]).status == 0)
    }

    @Test func aDryRunShowsTheChatAndWritesNothing() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let chat = """
            26/09/2025 à 22:38 - Les messages et les appels sont chiffrés de bout en bout.
            26/09/2025 à 22:39 - Coach Al: Bonsoir, séance demain ?
            26/09/2025 à 22:41 - Bea Client: Oui à 7h
            27/09/2025 à 22:41 - Dr Knee: \(String(repeating: "膝", count: 100))
            """
        let (file, data) = (folder.path + "/chat.txt", folder.path + "/data")
        try Data(chat.utf8).write(to: URL(filePath: file))
        let preview = try await spotter(["import", file, "--dry-run", "--data", data])
        #expect(preview.status == 0, "\(preview.errors)")
        for part in ["2025-09-26 to 2025-09-27", "Dr Knee     1  not named yet", "1 notices", "séance demain"] {
            #expect(preview.text.contains(part), "\(preview.text)")
        }
        #expect(preview.text.split(separator: "\n").contains { $0.contains("膝") && $0.count < 80 && $0.hasSuffix("…") })
        let people = ["--member", "Coach Al=al@example.com", "--member", "Bea Client=bea@example.com"]
        let options = ["--timezone", "Europe/Paris", "--invite-missing", "--data", data, "--skip", "Dr Knee"] + people
        let dry = try await spotter(["import", file, "--dry-run", "--json"] + options)
        #expect(dry.status == 0 && dry.text.contains(#""firstDay":"2025-09-26""#), "\(dry.text) \(dry.errors)")
        #expect(!FileManager.default.fileExists(atPath: data), "a dry run makes no folder")

        // Who wasn't named is shown, and the run says what the import would say.
        let missing = try await spotter(["import", file, "--dry-run", "--timezone", "UTC", "--data", data] + people)
        #expect(missing.status == 1 && missing.text.contains("not named yet"), "\(missing.text)")
        #expect(missing.errors.contains(#"--skip "Dr Knee""#), "\(missing.errors)")
        let done = try await spotter(["import", file] + options)
        #expect(done.status == 0 && done.text.contains("1 messages of people who were skipped"), "\(done.errors)")
    }
}
