import Domain
import Foundation
import ServerTestKit
import Storage
import TestSupport
import Testing

@testable import SpotterServer

@Suite(.standardTimeLimit) struct DataCheckTests {
    private func faults(_ server: TestServer) async -> [DataFault] {
        await DataCheck(server.server).run { _ in }.faults
    }

    /// A studio with messages, changes of all kinds and a file has no faults; each that is made is found.
    @Test func whatIsWrongIsFound() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let path = "/v1/chats/\(chat.id)/messages"
            var ids: [String] = []
            for number in 0..<5 {
                let body: [String: Any] = ["clientMessageId": "\(number)", "text": "My knee hurts \(number)"]
                let answer = try await server.request("POST", path, as: client, json: body)
                ids.append(try #require((answer.json["message"] as? [String: Any])?["id"] as? String))
            }
            #expect(try await server.request("DELETE", "\(path)/\(ids[1])", as: client).status < 300)
            let edit: [String: Any] = ["text": "My shoulder hurts"]
            #expect(try await server.request("PATCH", "\(path)/\(ids[2])", as: client, json: edit).status == 200)
            let upload = "/v1/media?clientMediaId=a&fileName=plan.txt"
            let sent = try await RESTClient(baseURL: server.baseURL).request(
                "POST",
                upload,
                token: trainer.accessToken.reveal(),
                headers: ["Content-Type": "text/plain"],
                body: "three sets of ten"
            )
            #expect(sent.status == 201, "\(sent.status)")
            #expect(await faults(server) == [])

            let media = "\(server.server.folder.path)/media"
            let stored = try #require(
                try FileManager.default.subpathsOfDirectory(atPath: media).first {
                    $0.split(separator: "/").last?.count == 64
                }
            )
            try Data("three sets of six".utf8).write(to: URL(filePath: "\(media)/\(stored)"))
            #expect(await faults(server).map(\.text).contains { $0.hasSuffix("the content was changed") })
            try FileManager.default.moveItem(atPath: "\(media)/\(stored)", toPath: "\(media)/\(stored.dropLast())")
            let moved = await faults(server).filter { $0.area == "media" }.map(\.text)
            #expect(moved.count == 2 && moved.contains { $0.hasSuffix("is missing") })
            #expect(moved.contains { $0.hasSuffix("belongs to nothing") })

            try await server.server.database.write { connection in
                _ = try connection.execute("UPDATE chats SET seq = seq + 2 WHERE id = $1", chat.id)
            }
            let broken = await faults(server)
            #expect(broken.contains { $0.area == "positions" && $0.text.contains("\(chat.id)") })
            #expect(broken.allSatisfy { !$0.description.contains("\n") })
        }
    }

    /// On a stopped server's folder, where nothing tidies up meanwhile.
    @Test(.onSQLite("the stopped folder is opened by its path")) func damagedAndMissingVectorsAreFound() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await TestServer.run(in: folder.path) { server in
            let (_, client, chat) = try await server.pair()
            for number in 0..<2 {
                let body: [String: Any] = ["clientMessageId": "\(number)", "text": "My knee hurts \(number)"]
                _ = try await server.request("POST", "/v1/chats/\(chat.id)/messages", as: client, json: body)
            }
        }
        let faults = try await SpotterServer.withFolder(DataLocation(folder: folder.path)) { server in
            try await server.database.write { connection in
                try connection.execute("UPDATE index_progress SET num = 100 WHERE name = 'embedding'")
                try connection.execute(
                    "INSERT INTO embedding_models (id, name, dimension, is_active, is_ready) VALUES (7, 'm', 1, 1, 1)"
                )
                try connection.execute(
                    """
                    INSERT INTO vectors (model_id, num, chat_id, message_id, part, vector)
                    SELECT 7, num, chat_id, id, 0, x'00' FROM messages ORDER BY num LIMIT 1
                    """
                )
            }
            return await DataCheck(server).run { _ in }.faults
        }
        #expect(faults.map(\.area) == ["vectors", "vectors"])
        #expect(faults.contains { $0.text.contains("is damaged") }, "\(faults)")
        #expect(faults.contains { $0.text.contains("has no vector") }, "\(faults)")
    }

    /// The words of the index are compared with the texts.
    @Test(.onSQLite("its trigger keeps the words")) func anIndexThatDiffersIsFound() async throws {
        try await TestServer.run { server in
            let (_, client, chat) = try await server.pair()
            let body: [String: Any] = ["clientMessageId": "1", "text": "My knee hurts"]
            _ = try await server.request("POST", "/v1/chats/\(chat.id)/messages", as: client, json: body)
            #expect(await faults(server) == [])
            try await server.server.database.write { connection in
                try connection.execute("DROP TRIGGER message_rows_fts_update")
                try connection.execute("UPDATE message_rows SET text = 'zorro'")
            }
            #expect(await faults(server).map(\.area) == ["schema", "full text"])
        }
    }

    /// What somebody put into the file would act within the server's own statements.
    @Test(.onSQLite("what it adds is in SQLite's words")) func aSchemaThatIsNotOursIsFound() async throws {
        try await TestServer.run { server in
            try await server.server.database.write { connection in
                try connection.execute("CREATE TABLE extra (n)")
                try connection.execute("CREATE VIEW all_texts AS SELECT text FROM message_rows")
                try connection.execute(
                    """
                    CREATE TRIGGER promote AFTER INSERT ON sessions
                    BEGIN UPDATE users SET role = 'trainer' WHERE id = new.user_id; END
                    """
                )
            }
            let found = await faults(server)
            #expect(
                found.map(\.description) == [
                    "schema: table extra isn't Spotter's", "schema: trigger promote on sessions isn't Spotter's",
                    "schema: view all_texts isn't Spotter's",
                ]
            )
        }
    }
}
