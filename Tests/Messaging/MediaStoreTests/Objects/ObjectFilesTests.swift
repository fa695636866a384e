import ClusterTestKit
import Domain
import Foundation
import Logging
import MediaTestKit
import MessagingTestKit
import NIOCore
import ObjectStorage
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

@testable import MediaStore

private let realStore = ProcessInfo.processInfo.environment["SPOTTER_TEST_S3"]

/// Files of two servers that share a database and an object store, each with a folder of its own.
@Suite(.standardTimeLimit) struct ObjectFilesTests {
    private struct World {
        let objects: any ObjectStore
        let folder: TemporaryFolder
        let database: any Database
        let servers: [MediaServices]
        let clock = ManualClock(Timestamp(milliseconds: 1_800_000_000_000))
        let owner = Actor(userId: UserID(high: 1, low: 1), role: .trainer)

        init(_ folder: TemporaryFolder, _ objects: any ObjectStore) async throws {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            self.folder = folder
            self.objects = objects
            let database = SharedDatabase(try TestDatabase.open(path: "\(folder.path)/db", logger: logger))
            self.database = database
            let clock = clock
            servers = try ["one", "two"].map { name in
                try MediaServices(
                    database: database,
                    clock: clock,
                    ids: UUIDv7Source(clock: clock),
                    folder: "\(folder.path)/\(name)",
                    objects: objects,
                    limits: MediaLimits(),
                    erasure: MediaErasureSignal(),
                    worker: try BuiltExecutable.mediaWorkerProbe.path,
                    workerTimeout: .seconds(60),
                    logger: logger
                )
            }
            let owner = owner
            _ = try await database.write { connection in
                try connection.execute(
                    """
                    INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                    VALUES ($1, 'a@example.com', 'Alex', 'trainer', 'UTC', '', 0)
                    """,
                    owner.userId
                )
            }
        }

        func upload(_ bytes: [UInt8], _ id: String, at server: Int = 0) async throws -> UploadStatus {
            let new = MediaUploads.New(clientMediaId: id, fileName: "a", size: Int64(bytes.count))
            return try await servers[server].uploads.upload(new, body: Self.body(bytes), by: owner).upload
        }

        func begin(_ id: String, size: Int) async throws -> MediaID {
            let new = MediaUploads.New(clientMediaId: id, fileName: "a", size: Int64(size))
            return try await servers[0].uploads.begin(new, by: owner).upload.id
        }

        @discardableResult
        func append(
            _ text: String,
            to id: MediaID,
            from offset: Int64,
            at server: Int = 0
        ) async throws -> UploadStatus {
            try await append(Array(text.utf8), to: id, from: offset, at: server)
        }

        func append(_ bytes: [UInt8], to id: MediaID, from offset: Int64, at server: Int) async throws -> UploadStatus {
            let (uploads, count) = (servers[server].uploads, Int64(bytes.count))
            return try await uploads.append(Self.body(bytes), length: count, to: id, at: offset, by: owner)
        }

        static func body(_ bytes: [UInt8]) -> AsyncStream<ByteBuffer> {
            AsyncStream { stream in
                if !bytes.isEmpty { stream.yield(ByteBuffer(bytes: bytes)) }
                stream.finish()
            }
        }

        /// A connection that breaks after some bytes.
        static func broken(_ text: String) -> AsyncThrowingStream<ByteBuffer, any Error> {
            AsyncThrowingStream { stream in
                stream.yield(ByteBuffer(string: text))
                stream.finish(throwing: CancellationError())
            }
        }

        func content(_ id: MediaID, at server: Int = 1) async throws -> MediaLibrary.Content {
            try await servers[server].library.content(id, for: owner)
        }

        /// What lies in the servers' own folders.
        func local() throws -> [String] {
            try ["one", "two"].flatMap { server in
                try ["uploads", "temporary"].flatMap { try ContentStore.list("\(folder.path)/\(server)/\($0)") }
            }
        }
    }

    private func inWorld(
        _ objects: any ObjectStore,
        _ body: (World) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let world = try await World(folder, objects)
        do {
            try await body(world)
        } catch {
            try? await world.database.close()
            throw error
        }
        try await world.database.close()
    }

    private static func name(_ bytes: String) throws -> String {
        ObjectFiles.name(of: try hash(bytes))
    }

    private static func hash(_ text: String) throws -> ContentHash {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let file = try OpenFile("\(folder.path)/a", .new)
        try file.write(Array(text.utf8), at: 0)
        return try ContentStore.hash(of: file)
    }

    @Test func whatOneServerTakesAnotherOneGives() async throws {
        let objects = MemoryObjects()
        try await inWorld(objects) { world in
            let bytes = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let media = try await world.upload(bytes, "c1")
            #expect(objects.names.count == 1)
            #expect(try world.local().isEmpty)
            let content = try await world.content(media.id)
            #expect(content.size == 2_500_000)
            let part = try await content.read(at: 1_048_570, count: 20)
            #expect(Array(part.readableBytesView) == Array(bytes[1_048_570..<1_048_590]))
            let end = try await content.read(at: 2_499_999, count: 20)
            #expect(Array(end.readableBytesView) == [bytes[2_499_999]])
            let file = try await content.source.file(in: world.servers[1].library.store)
            #expect(try file.read(at: 0, count: 3_000_000) == bytes)
            #expect(try world.local().isEmpty, "the copy goes with who reads it")
            let all = try await world.servers[1].library.bytes(of: media.id, for: world.owner)
            #expect(all == bytes && objects.longestRead <= content.piece)
        }
    }

    @Test func picturesAndTheirThumbnailsAreThere() async throws {
        try await inWorld(MemoryObjects()) { try await Self.takeAPicture(in: $0) }
    }

    /// Over a store by another maker, which `scripts/lib/with-object-store` brings.
    @Test(.enabled(if: realStore != nil, "SPOTTER_TEST_S3 names no store"))
    func aRealStoreDoesAsOneInMemory() async throws {
        let variables = ProcessInfo.processInfo.environment
        let store = S3Store(
            try S3Address(try #require(realStore).replacing("?", with: "/files?")),
            try #require(S3Credentials(environment: variables)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await inWorld(store) { world in
            try await Self.takeAPicture(in: world)
            let upload = try await Self.uploadInPieces(in: world)
            try await world.servers[0].library.delete(upload, by: world.owner)
            let left = try await store.list("", after: nil)
            #expect(left.isEmpty)
        }
    }

    /// A picture is uploaded at one server, seen at the other one, and deleted there.
    private static func takeAPicture(in world: World) async throws {
        let picture = try await world.upload(Pictures.png(width: 400, height: 300), "picture")
        #expect(picture.width == 400 && picture.thumbnail)
        let content = try await world.content(picture.id)
        let bytes = try await content.bytes()
        #expect(content.mimeType == "image/png" && bytes.starts(with: [0x89, 0x50]))
        let thumbnail = try await world.servers[1].library.thumbnail(picture.id, for: world.owner)
        let small = try await thumbnail.bytes()
        #expect(!small.isEmpty && small.count == Int(thumbnail.size))
        #expect(try world.local().isEmpty)
        try await world.servers[1].library.delete(picture.id, by: world.owner)
        await #expect(throws: SpotterError.self) { try await world.content(picture.id, at: 0) }
    }

    @Test func anUploadGoesOnAtAnyServer() async throws {
        let objects = MemoryObjects()
        try await inWorld(objects) { world in
            _ = try await Self.uploadInPieces(in: world)
            #expect(objects.names.count == 1, "its pieces are gone")
            for server in world.servers { try await server.garbageCollector.collect() }
            #expect(try world.local().isEmpty && objects.names.count == 1)
        }
    }

    /// A balancer sends each request to another server.
    private static func uploadInPieces(in world: World) async throws -> MediaID {
        let bytes = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let id = try await world.begin("pieces", size: bytes.count)
        var offset = 0
        for (server, end) in [(1, 1_000_000), (0, 1_000_001), (0, 2_300_000), (1, 2_500_000)] {
            let known = try await world.servers[1 - server].uploads.status(id, by: world.owner)
            #expect(known.offset == offset && known.state == .uploading)
            let upload = try await world.append(Array(bytes[offset..<end]), to: id, from: Int64(offset), at: server)
            #expect(upload.offset == end)
            offset = end
        }
        let stored = try await world.content(id, at: 0).bytes()
        #expect(stored == bytes)
        return id
    }

    @Test func whatArrivedBeforeABreakIsThereForAllServers() async throws {
        let objects = MemoryObjects()
        try await inWorld(objects) { world in
            let id = try await world.begin("c1", size: 4)
            let uploads = world.servers[0].uploads
            await #expect(throws: CancellationError.self) {
                try await uploads.append(World.broken("so"), length: 4, to: id, at: 0, by: world.owner)
            }
            let known = try await world.servers[1].uploads.status(id, by: world.owner)
            #expect(known.offset == 2)
            // The first server is asked the same once more, and its bytes are the same.
            objects["uploads/\(id)/0000000000000000-0000000000000001-\(try Self.hash("s"))"] = Array("s".utf8)
            try await world.append("me", to: id, from: 2, at: 1)
            let bytes = try await world.content(id).bytes()
            #expect(bytes == Array("some".utf8))
        }
    }

    /// What a server has on its disk of an attempt before isn't part of the file.
    @Test func anAttemptThatIsBegunAgainCounts() async throws {
        try await inWorld(MemoryObjects()) { world in
            let id = try await world.begin("c1", size: 4)
            try await world.append("xxx", to: id, from: 0)
            let new = MediaUploads.New(clientMediaId: "c1", fileName: "a", size: 4)
            await #expect(throws: CancellationError.self) {
                try await world.servers[1].uploads.upload(new, body: World.broken("so"), by: world.owner)
            }
            try await world.append("me", to: id, from: 2)
            let bytes = try await world.content(id).bytes()
            #expect(bytes == Array("some".utf8))
        }
    }

    /// Another server begins the upload again while this one takes its last bytes: those before aren't there any more.
    @Test func whatIsBegunAgainMeanwhileHasNoHole() async throws {
        let objects = MemoryObjects()
        try await inWorld(objects) { world in
            let id = try await world.begin("c1", size: 4)
            try await world.append("so", to: id, from: 0)
            let chunks = Mutex(["me"])
            let body = AsyncStream<ByteBuffer>(unfolding: {
                for name in objects.names { objects[name] = nil }
                return chunks.withLock { $0.popLast() }.map { ByteBuffer(string: $0) }
            })
            await #expect(throws: UploadConflict(reason: .wrongOffset, offset: 0, size: 4)) {
                try await world.servers[1].uploads.append(body, length: 2, to: id, at: 2, by: world.owner)
            }
            let known = try await world.servers[0].uploads.status(id, by: world.owner)
            #expect(known.state == .uploading && known.offset == 0)
            try await world.append("some", to: id, from: 0, at: 1)
            let bytes = try await world.content(id).bytes()
            #expect(bytes == Array("some".utf8))
        }
    }

    @Test func anUploadHasSoManyPiecesAtMost() async throws {
        let objects = MemoryObjects()
        let pieces = UploadPieces(files: ObjectFiles(objects: objects, isShared: true), maxCount: 3)
        let id = MediaID(high: 1, low: 2)
        func add(_ start: Int) { objects["uploads/\(id)/\(1_000 + start)-\(1_001 + start)-\(start)"] = [1] }
        // Also those that count for nothing, such as after a gap.
        for start in 0..<3 { add(start) }
        let end = try await pieces.end(of: id)
        #expect(end == 0)
        add(3)
        let error = await #expect(throws: SpotterError.self) { _ = try await pieces.end(of: id) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func piecesOfAnUploadThatIsOverGo() async throws {
        let objects = MemoryObjects()
        try await inWorld(objects) { world in
            let id = try await world.begin("c1", size: 4)
            for offset in 0..<3 { try await world.append("a", to: id, from: Int64(offset)) }
            #expect(objects.names.count == 3)
            try await world.servers[1].garbageCollector.collect()
            #expect(objects.names.count == 3 && objects.names.allSatisfy { $0.hasPrefix("uploads/\(id)/") })
            #expect(await MediaCheck(world.servers[0]).run().isEmpty)
            try await world.servers[1].library.delete(id, by: world.owner)
            #expect(objects.names.isEmpty)
            // A server was just storing one.
            objects["uploads/\(id)/0000000000000003-0000000000000004-00"] = [1]
            try await world.servers[1].garbageCollector.collect()
            #expect(objects.names.isEmpty)
        }
    }

    @Test func whatIsDeletedLeavesTheStore() async throws {
        let objects = MemoryObjects()
        try await inWorld(objects) { world in
            let first = try await world.upload(Array("the same".utf8), "c1")
            let second = try await world.upload(Array("the same".utf8), "c2", at: 1)
            try await world.servers[1].library.delete(first.id, by: world.owner)
            #expect(objects.names == [try Self.name("the same")], "another file has the same bytes")
            try await world.servers[0].library.delete(second.id, by: world.owner)
            #expect(objects.names.isEmpty)
        }
    }

    @Test func aStoreThatFailsLosesNothing() async throws {
        let objects = MemoryObjects()
        try await inWorld(objects) { world in
            let uploads = world.servers[0].uploads
            let id = try await world.begin("c1", size: 4)
            try await world.append("so", to: id, from: 0)
            objects.fail(ObjectStoreError(.unavailable, "it takes too long to answer"))
            let error = await #expect(throws: SpotterError.self) {
                try await world.append("me", to: id, from: 2)
            }
            #expect(error?.code == .unavailable && error?.retryable == true)
            objects.fail(nil)
            let kept = try await uploads.status(id, by: world.owner)
            #expect(kept.offset == 2 && kept.state == .uploading)
            let done = try await world.append("me", to: id, from: 2)
            #expect(done.state == .ready)
            let bytes = try await world.content(id).bytes()
            #expect(bytes == Array("some".utf8))
        }
    }

    @Test func aMissingObjectIsAMissingFile() async throws {
        let objects = MemoryObjects()
        try await inWorld(objects) { world in
            let media = try await world.upload(Array("some".utf8), "c1")
            objects[try Self.name("some")] = Array("sum".utf8)
            let changed = await MediaCheck(world.servers[1]).run()
            #expect(changed.map(\.text) == ["file \(media.id): the content has 3 bytes instead of 4"])
            objects[try Self.name("some")] = nil
            let error = await #expect(throws: SpotterError.self) { try await world.content(media.id) }
            #expect(error?.code == .notFound)
            let missing = await MediaCheck(world.servers[1]).run()
            #expect(missing.map(\.text) == ["file \(media.id): the content is missing"])
        }
    }

    @Test func leftoversGoAndForeignObjectsStay() async throws {
        let objects = MemoryObjects()
        try await inWorld(objects) { world in
            let kept = try await world.upload(Array("kept".utf8), "c1")
            for text in ["left", "over", "behind"] { objects[try Self.name(text)] = Array(text.utf8) }
            objects["README"] = []
            objects["zz/\(try Self.hash("kept"))"] = []
            try await world.servers[1].garbageCollector.collect()
            #expect(objects.names == [try Self.name("kept"), "README", "zz/\(try Self.hash("kept"))"].sorted())
            let bytes = try await world.content(kept.id).bytes()
            #expect(bytes == Array("kept".utf8))
        }
    }

    /// When the row is committed and made sure of, while another server removes the file.
    enum Moment: CaseIterable { case before, whileAside, lookedAt, after }

    @Test(arguments: Moment.allCases) func aFileIsThereOnceItsRowIs(moment: Moment) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let objects = MemoryObjects()
        let files = ObjectFiles(objects: objects, isShared: true)
        let (hash, name) = (try Self.hash("file"), try Self.name("file"))
        let file = ProcessedFile(path: "\(folder.path)/made", hash: hash)
        try OpenFile(file.path, .new).write(Array("file".utf8), at: 0)
        let isCommitted = Mutex(false)
        func finish() async throws {
            isCommitted.withLock { $0 = true }
            try await files.confirm([file])
        }
        try await files.add([file])
        if moment == .before { try await finish() }
        try await files.remove(hash) {
            if moment == .whileAside { try await finish() }
            let isReferenced = isCommitted.withLock { $0 }
            if moment == .lookedAt { try await finish() }
            return isReferenced
        }
        if moment == .after { try await finish() }
        #expect(objects.names == [name])
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try await files.remove(hash) { false }
        #expect(objects.names.isEmpty)
    }

    @Test func aFailedLookRemovesNothing() async throws {
        let objects = MemoryObjects()
        objects[try Self.name("file")] = Array("file".utf8)
        await #expect(throws: SpotterError.self) {
            try await ObjectFiles(objects: objects, isShared: true).remove(try Self.hash("file")) {
                throw SpotterError(.unavailable, "no database")
            }
        }
        #expect(objects.names == [try Self.name("file")])
    }

    @Test func whatADeadServerPutAsideComesBackIfItIsNeeded() async throws {
        let clock = ManualClock(Timestamp(milliseconds: 1_800_000_000_000))
        let objects = MemoryObjects(clock: clock)
        let (needed, unused) = (try Self.hash("needed"), try Self.hash("unused"))
        for hash in [needed, unused] { objects["aside/\(hash)-1"] = [1] }
        clock.advance(milliseconds: 25 * 3_600_000)
        // A server may just be looking at this one.
        objects["aside/\(needed)-2"] = [1]
        try await ObjectFiles(objects: objects, isShared: true, clock: clock).recover { $0 == needed }
        #expect(objects.names == [ObjectFiles.name(of: needed), "aside/\(needed)-2"].sorted())
    }
}
