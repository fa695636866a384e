import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// `spotter account`, by commands alone.
@Suite(.longTimeLimit, .serialized)
struct AccountCommandTests {
    @Test func anAccountIsChangedTakenAlongAndDeleted() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder, ["--registration", "open"])
        let nina = try CommandPerson("nina", in: folder, server: server.url)
        try await nina.register(
            "--email",
            "nina@example.com",
            "--name",
            "Nina",
            "--role",
            "client",
            "--timezone",
            "UTC"
        )
        let changed = try await nina.said("account", "set", "--name", "Nina Berg", "--timezone", "Europe/Oslo")
        #expect(changed.contains("Nina Berg <nina@example.com>, client") && changed.contains("Europe/Oslo"))
        let wrong = try await nina.said("account", "set", "--timezone", "Mars/Olympus", expecting: 1)
        #expect(wrong.contains("time zone"), "\(wrong)")
        // The log-in that is kept here knows the new name.
        #expect(try await nina.said("logins").contains("Nina Berg"))
        let quiet = try await nina.said("account", "set", "--read-receipts", "off")
        #expect(quiet.contains("read receipts  not shared"))

        try await otherDevices(nina, in: folder, server.url)
        let archive = "\(folder.path)/nina.tar"
        try await nina.enter(["secret-1"], ["account", "export", archive, "--password-stdin"])
        let saved = try #require(FileManager.default.contents(atPath: archive))
        #expect(saved.range(of: Data("nina@example.com".utf8)) != nil)

        let password = ["account", "password", "--password-stdin"]
        try await nina.enter(["wrong-1", "secret-2"], password, expecting: 1)
        try await nina.enter(["secret-1", "secret-2"], password)
        let delete = ["account", "delete", "--password-stdin", "--email"]
        try await nina.enter(["secret-2"], delete + ["tom@example.com"], expecting: 1)
        #expect(try await nina.said("account").contains("Nina Berg"))
        try await nina.enter(["secret-2"], delete + ["nina@example.com"])
        #expect(try await nina.said("account", expecting: 77).contains("spotter login"))
        _ = await server.stop()
    }

    private func otherDevices(_ nina: CommandPerson, in folder: TemporaryFolder, _ url: String) async throws {
        let phone = try CommandPerson("phone", in: folder, server: url)
        try await phone.logIn("--email", "nina@example.com")
        let listed = try await nina.said("account", "sessions", "--json")
        #expect(listed.ranges(of: "\"current\"").count == 2)
        let own = try #require(
            try await nina.said("account", "sessions").split(separator: "\n").first { $0.contains("(this one)") }?.first
        )
        #expect(try await nina.said("account", "sessions", "--end", "\(own)", expecting: 1).contains("spotter logout"))
        try await nina.spotter("account", "sessions", "--end-others")
        #expect(try await phone.said("account", expecting: 77).contains("spotter login"))
    }
}
