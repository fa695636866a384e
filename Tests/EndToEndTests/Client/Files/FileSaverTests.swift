import Domain
import Foundation
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

@Suite struct FileSaverTests {
    @Test func nothingIsReplaced() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let sara = try await server.register("Sara", role: .client)
            try await server.addClient(sara, of: alex)
            let (sender, receiver) = (server.api(of: alex), server.api(of: sara))
            let chat = try await sender.directChat(with: sara.id)
            let source = folder.path + "/plan.txt"
            try Data("Monday: squats".utf8).write(to: URL(filePath: source))
            let upload = try await sender.upload(path: source, clientMediaId: "m")
            _ = try await sender.send(Draft(chatId: chat.id, clientMessageId: "c", text: "", mediaIds: [upload.id]))
            let files = try await receiver.files(in: chat.id, limit: 10)
            let file = try #require(files.first)
            #expect(files.count == 1 && file.media.fileName == "plan.txt")
            let saver = FileSaver(receiver)
            // The source itself is in the folder.
            #expect(try await saver.save(file.media, to: folder.path) == folder.path + "/plan (2).txt")
            #expect(try String(contentsOfFile: folder.path + "/plan (2).txt", encoding: .utf8) == "Monday: squats")
            await #expect(throws: ClientError.self) { try await saver.save(file.media, to: source) }
            #expect(try await saver.save(file.media, to: folder.path + "/new.txt") == folder.path + "/new.txt")
            let gone = Media(
                id: .init(high: 1, low: 1),
                kind: .file,
                mimeType: "",
                fileName: "x",
                size: 1,
                thumbnail: false
            )
            await #expect(throws: ClientError.self) { try await saver.save(gone, to: folder.path + "/none") }
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"), "nothing half is left")
        }
    }
}
