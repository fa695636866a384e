import Cluster
import ClusterTestKit
import Domain
import Foundation
import Logging
import MediaTestKit
import Messaging
import MessagingTestKit
import NIOCore
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import MediaStore

@Suite(.standardTimeLimit)
struct MediaGarbageCollectorTests {
    /// Media over a database of their own, with a clock that stands still.
    private struct Fixture {
        let database: any Database
        let clock = ManualClock(Timestamp(milliseconds: 1_800_000_000_000))
        let media: MediaServices
        let owner = Actor(userId: UserID(high: 1, low: 1), role: .trainer)
        let chat = ChatID(high: 2, low: 2)

        init(_ folder: TemporaryFolder) async throws {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            database = try TestDatabase.open(path: "\(folder.path)/db", logger: logger)
            media = try MediaServices(
                database: database,
                clock: clock,
                ids: UUIDv7Source(clock: clock),
                folder: "\(folder.path)/media",
                limits: MediaLimits(),
                erasure: MediaErasureSignal(),
                worker: try BuiltExecutable.mediaWorkerProbe.path,
                workerTimeout: .seconds(60),
                logger: logger
            )
            let (owner, chat) = (owner, chat)
            _ = try await database.write { connection in
                try connection.execute(
                    """
                    INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                    VALUES ($1, 'a@example.com', 'Alex', 'trainer', 'UTC', '', 0)
                    """,
                    owner.userId
                )
                try connection.execute(
                    """
                    INSERT INTO chats (id, kind, created_by, created_at, active_at, num) VALUES ($1, 'group', $2, 0, 0, 1)
                    """,
                    chat,
                    owner.userId
                )
            }
        }

        func upload(_ bytes: [UInt8], _ id: String) async throws -> UploadStatus {
            let new = MediaUploads.New(clientMediaId: id, fileName: "a", size: Int64(bytes.count))
            let body = AsyncStream<ByteBuffer> { stream in
                stream.yield(ByteBuffer(bytes: bytes))
                stream.finish()
            }
            return try await media.uploads.upload(new, body: body, by: owner).upload
        }

        func begin(_ id: String) async throws -> UploadStatus {
            let begun = try await media.uploads.begin(.init(clientMediaId: id, fileName: "a", size: 100), by: owner)
            let body = AsyncStream<ByteBuffer> { stream in
                stream.yield(ByteBuffer(string: "some"))
                stream.finish()
            }
            return try await media.uploads.append(body, length: 4, to: begun.upload.id, at: 0, by: owner)
        }

        /// A message shows it. - Returns: the message.
        func show(_ id: MediaID) async throws -> MessageID {
            let message = MessageID(high: 3, low: id.low)
            let (owner, chat) = (owner, chat)
            _ = try await database.write { connection in
                try connection.execute(
                    """
                    INSERT INTO senders (user_id) VALUES ($1) ON CONFLICT DO NOTHING
                    """,
                    owner.userId
                )
                try connection.execute(
                    """
                    INSERT INTO message_rows (id, chat, seq, ordinal, sender, client_id, text, created_at, via)
                    SELECT $1, (SELECT num FROM chats WHERE id = $2), coalesce(max(seq), 0) + 1, 1,
                           (SELECT num FROM senders WHERE user_id = $3), $4, '', 0, 'user' FROM message_rows
                    """,
                    message,
                    chat,
                    owner.userId,
                    "\(id)"
                )
                try connection.execute(
                    "INSERT INTO message_media (message_id, position, media_id) VALUES ($1, 0, $2)",
                    message,
                    id
                )
            }
            return message
        }

        func run(_ sql: String, _ arguments: any SQLBindable & Sendable...) async throws {
            _ = try await database.write { try $0.execute(sql, arguments) }
        }

        func exists(_ id: MediaID) async throws -> Bool {
            try await database.read { try StoredMedia.find(id, on: $0) } != nil
        }

        var store: ContentStore { media.uploads.store }
        func contentCount() throws -> Int {
            try ContentStore.list(store.folder).filter { $0.count == 2 }
                .reduce(0) { try $0 + ContentStore.list("\(store.folder)/\($1)").count }
        }
    }

    private func inWorld(_ body: (Fixture) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let world = try await Fixture(folder)
        try await body(world)
        try await world.database.close()
    }

    @Test func aNodeWhoseWorkWasTakenOverRemovesNothing() async throws {
        try await inWorld { world in
            let forgotten = try await world.upload(Array("forgotten".utf8), "c1")
            world.clock.advance(milliseconds: 25 * 3_600_000)
            let takeover = try await TestCluster(world.database).takeover()
            let collector = world.media.garbageCollector
            await #expect(throws: LeaseLost.self) { try await takeover.late.perform { try await collector.collect() } }
            #expect(try await world.exists(forgotten.id))
            try await takeover.next.perform { try await collector.collect() }
            #expect(try await !world.exists(forgotten.id))
        }
    }

    @Test func filesThatNothingShowsAreRemovedAfterADay() async throws {
        try await inWorld { world in
            let forgotten = try await world.upload(Array("forgotten".utf8), "c1")
            let shown = try await world.upload(Array("shown".utf8), "c2")
            let face = try await world.upload(Pictures.png(width: 300, height: 200), "c3")
            let team = try await world.upload(Array("%PDF-team".utf8), "c4")
            let message = try await world.show(shown.id)
            try await world.run("UPDATE users SET photo_media_id = $1", face.id)
            try await world.run("UPDATE chats SET photo_media_id = $1", team.id)
            #expect(try world.contentCount() == 5)

            world.clock.advance(milliseconds: 24 * 3_600_000)
            try await world.media.garbageCollector.collect()
            #expect(try await world.exists(forgotten.id), "a day old, not older")
            world.clock.advance(milliseconds: 1)
            try await world.media.garbageCollector.collect()
            #expect(!(try await world.exists(forgotten.id)))
            for media in [shown, face, team] { #expect(try await world.exists(media.id)) }
            #expect(try world.contentCount() == 4)

            try await world.run("UPDATE message_rows SET deleted_at = 1 WHERE id = $1", message)
            try await world.run("UPDATE users SET photo_media_id = NULL")
            try await world.media.garbageCollector.collect()
            for media in [shown, face] { #expect(!(try await world.exists(media.id))) }
            #expect(try world.contentCount() == 1)
        }
    }

    @Test func whatAQuestionKeepsStaysAsLongAsItAndGoesWithIt() async throws {
        try await inWorld { world in
            let asked = try await world.upload(Array("asked".utf8), "c1")
            let shown = try await world.upload(Array("shown".utf8), "c2")
            _ = try await world.show(shown.id)
            let (one, other) = (TurnID(high: 5, low: 1), TurnID(high: 5, low: 2))
            try await world.database.write { connection in
                try KeptMedia.keep([asked.id, shown.id], by: one, on: connection)
                try KeptMedia.keep([asked.id], by: other, on: connection)
            }
            world.clock.advance(milliseconds: 30 * 24 * 3_600_000)
            try await world.media.garbageCollector.collect()
            for media in [asked, shown] { #expect(try await world.exists(media.id)) }
            await #expect(throws: SpotterError.self) {
                try await world.media.library.delete(asked.id, by: world.owner)
            }

            try await world.run(String(KeptMedia.letGo("$1").dropLast()), one)
            try await world.media.garbageCollector.collectErased()
            #expect(try await world.exists(asked.id), "the other question has it")
            try await world.run(String(KeptMedia.letGo("$1").dropLast()), other)
            try await world.media.garbageCollector.collectErased()
            #expect(!(try await world.exists(asked.id)))
            #expect(try await world.exists(shown.id), "a message shows it")
            #expect(try world.contentCount() == 1)
        }
    }

    @Test func bytesStayWhileAnyFileHasThem() async throws {
        try await inWorld { world in
            let first = try await world.upload(Array("the same".utf8), "c1")
            let second = try await world.upload(Array("the same".utf8), "c2")
            #expect(try world.contentCount() == 1)
            _ = try await world.show(second.id)
            world.clock.advance(milliseconds: 25 * 3_600_000)
            try await world.media.garbageCollector.collect()
            #expect(!(try await world.exists(first.id)))
            let left = try await world.media.library.content(second.id, for: world.owner)
            let bytes = try await left.bytes()
            #expect(bytes == Array("the same".utf8))
        }
    }

    @Test func abandonedUploadsAreRemovedAfterADay() async throws {
        try await inWorld { world in
            let old = try await world.begin("c1")
            world.clock.advance(milliseconds: 23 * 3_600_000)
            let young = try await world.begin("c2")
            world.clock.advance(milliseconds: 2 * 3_600_000)
            try await world.media.garbageCollector.collect()
            #expect(!(try await world.exists(old.id)))
            #expect(try await world.media.uploads.status(young.id, by: world.owner).offset == 4)
            #expect(try ContentStore.list(world.store.uploadsFolder) == ["\(young.id)"])
        }
    }

    @Test func leftoversOfACrashAreRemovedAndNothingElse() async throws {
        try await inWorld { world in
            let kept = try await world.upload(Array("kept".utf8), "c1")
            let path = world.store.temporaryPath()
            try OpenFile(path, .new).write(Array("stored, then the power went".utf8), at: 0)
            let file = try OpenFile(path, .reading)
            let hash = try ContentStore.hash(of: file)
            try world.store.insert(path, as: hash)
            let orphan = world.store.partialPath(MediaID(high: 9, low: 9))
            _ = try OpenFile(orphan, .new)
            let foreign = "\(world.store.folder)/\(hash.description.prefix(2))/README"
            _ = try OpenFile(foreign, .new)
            try await world.media.garbageCollector.collect()
            #expect(!FileManager.default.fileExists(atPath: world.store.path(of: hash)))
            #expect(!FileManager.default.fileExists(atPath: orphan))
            #expect(FileManager.default.fileExists(atPath: foreign))
            #expect(try await world.media.library.content(kept.id, for: world.owner).size == 4)
        }
    }

    @Test(arguments: 0..<4)
    func nothingIsLostBesideUploadsOfTheSameBytes(seed: UInt64) async throws {
        try await inWorld { world in
            let bytes = Array("popular".utf8)
            try await withThrowingTaskGroup(of: UploadStatus?.self) { group in
                for index in 0..<24 {
                    group.addTask {
                        if index % 3 == 0 {
                            try await world.media.garbageCollector.collect()
                            return nil
                        }
                        let media = try await world.upload(bytes, "c\(index)")
                        guard index % 2 == 0 else { return media }
                        try await world.media.library.delete(media.id, by: world.owner)
                        return nil
                    }
                }
                for try await media in group {
                    guard let media else { continue }
                    let content = try await world.media.library.content(media.id, for: world.owner)
                    let found = try await content.bytes()
                    #expect(found == bytes)
                }
            }
            try await world.media.garbageCollector.collect()
            #expect(try world.contentCount() == 1)
        }
    }
}
