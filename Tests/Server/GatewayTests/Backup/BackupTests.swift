import Domain
import Foundation
import ServerTestKit
import Storage
import TestSupport
import Testing

@testable import Backup
@testable import SpotterServer

/// Backups of a running server and of a stopped one, restored and read again.
@Suite(.standardTimeLimit, .onSQLite("an archive holds the file of the database")) struct BackupTests {
    @Test func aRunningServerIsSavedWhole() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let (data, archive, restored) = ("\(folder.path)/data", "\(folder.path)/a.tar", "\(folder.path)/restored")
        let media = "A file that a message shows."
        let (sara, chat) = try await TestServer.run(in: data) { server in
            let (alex, sara, chat) = try await server.pair()
            let begun = try await server.request(
                "POST",
                "/v1/media",
                as: alex,
                json: ["clientMediaId": "m1", "fileName": "notes.bin", "size": media.utf8.count]
            )
            let id = try #require(Self.json(begun)?["media"]?["id"]?.string)
            let sent = try await RESTClient(baseURL: server.baseURL).request(
                "PATCH",
                "/v1/media/\(id)",
                token: alex.accessToken.reveal(),
                headers: ["Upload-Offset": "0", "Content-Type": "application/octet-stream"],
                body: media
            )
            #expect(sent.status == 200)
            let path = "/v1/chats/\(chat.id)/messages"
            let first: [String: Any] = ["clientMessageId": "f", "text": "look", "mediaIds": [id]]
            #expect(try await server.request("POST", path, as: alex, json: first).status == 201)
            for n in 0..<50 {
                let body: [String: Any] = ["clientMessageId": "m\(n)", "text": "message \(n)"]
                #expect(try await server.request("POST", path, as: alex, json: body).status == 201)
            }
            try FileManager.default.createDirectory(atPath: "\(data)/keys", withIntermediateDirectories: true)
            try Data([1, 2, 3]).write(to: URL(filePath: "\(data)/keys/test.key"))
            let manifest = try await server.server.backups.make(try PartialFile(archive))
            #expect(manifest.counts["messages"] == 51 && manifest.counts["users"] == 2 && manifest.counts["files"] == 1)
            #expect(manifest.missing == [] && manifest.damaged == [])
            let late: [String: Any] = ["clientMessageId": "late", "text": "after the backup"]
            #expect(try await server.request("POST", path, as: alex, json: late).status == 201)
            return (sara, chat)
        }
        #expect(try folder.names() == ["a.tar", "data"], "nothing else is left")
        let manifest = try await Restore(archive, to: restored + "/", migrations: ServerSchema.migrations).run()
        #expect(manifest == (try ArchiveReader(archive).verify()))
        #expect(FileManager.default.contents(atPath: "\(restored)/keys/test.key") == Data([1, 2, 3]))
        for (name, mode) in [("", 0o700), ("/spotter.db", 0o600), ("/keys", 0o700), ("/keys/test.key", 0o600)] {
            let rights = try FileManager.default.attributesOfItem(atPath: restored + name)[.posixPermissions] as? Int
            #expect(rights == mode, "\(name)")
        }
        try await TestServer.run(in: restored) { server in
            let page = try await server.request("GET", "/v1/chats/\(chat.id)/messages?limit=200", as: sara)
            let messages = try #require(Self.json(page)?["messages"]?.array)
            #expect(messages.compactMap { $0["text"]?.string } == ["look"] + (0..<50).map { "message \($0)" })
            let id = try #require(messages.first?["media"]?.array?.first?["id"]?.string)
            let content = try await server.request("GET", "/v1/media/\(id)/content", as: sara)
            #expect([UInt8](content.body) == Array(media.utf8), "tokens and files are as they were")
        }
    }

    private static func json(_ response: RESTResponse) -> JSONValue? {
        JSONValue.parse([UInt8](response.body), maxBytes: 1 << 20)
    }

    /// What a crash left in the log is part of a stopped folder's backup.
    @Test func aStoppedFolderIsSavedWithItsLog() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let data = "\(folder.path)/data"
        try await TestServer.run(in: data) { server in
            _ = try await server.pair()
            // As a killed server leaves it.
            try FileManager.default.createDirectory(atPath: "\(folder.path)/killed", withIntermediateDirectories: true)
            for name in ["spotter.db", "spotter.db-wal"] {
                try FileManager.default.copyItem(
                    atPath: "\(data)/\(name)",
                    toPath: "\(folder.path)/killed/\(name)"
                )
            }
        }
        var configuration = ServerConfiguration()
        configuration.dataFolder = "\(folder.path)/killed"
        let lock = try DataFolder(path: configuration.dataFolder)
        let backups = Backups(SpotterServer.backupSource(configuration, isStopped: true))
        let manifest = try await backups.make(try PartialFile("\(folder.path)/a.tar"))
        #expect(manifest.counts["users"] == 2 && manifest.counts["chats"] == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: lock.path).sorted() == ["lock", "spotter.db"])
    }

    /// Sums that are right say only that nobody changed the archive since they were made.
    @Test func aDatabaseWithATriggerOfSomebodyElseIsRefused() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let (data, archive, restored) = ("\(folder.path)/data", "\(folder.path)/a.tar", "\(folder.path)/restored")
        try await TestServer.run(in: data) { server in
            _ = try await server.pair()
            try await server.server.database.write { connection in
                _ = try connection.execute(
                    """
                    CREATE TRIGGER promote AFTER INSERT ON sessions
                    BEGIN UPDATE users SET role = 'trainer' WHERE id = new.user_id; END
                    """
                )
            }
        }
        var configuration = ServerConfiguration()
        configuration.dataFolder = data
        let backups = Backups(SpotterServer.backupSource(configuration, isStopped: true))
        _ = try await backups.make(try PartialFile(archive))
        let error = await #expect(throws: BackupError.self) {
            _ = try await Restore(archive, to: restored, migrations: ServerSchema.migrations).run()
        }
        #expect(error?.description.contains("trigger promote on sessions isn't Spotter's") == true)
        #expect(try folder.names() == ["a.tar", "data"], "nothing was made")
        _ = try await Restore(archive, to: restored, migrations: ServerSchema.migrations, takesAnySchema: true).run()
        #expect(try folder.names() == ["a.tar", "data", "restored"])
    }
}
