import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MediaStore

@Suite struct ContentTests {
    @Test func aHashHasOneTextForm() throws {
        let hash = try #require(ContentHash(bytes: (0..<32).map { UInt8($0 * 8 % 256) }))
        #expect(ContentHash(hex: hash.description) == hash)
        #expect(hash.description.count == 64)
        for wrong in [
            "", "00", hash.description.uppercased(), hash.description + "0", "../" + hash.description.dropFirst(3),
        ] {
            #expect(ContentHash(hex: wrong) == nil)
        }
        #expect(ContentHash(bytes: [1, 2, 3]) == nil)
    }

    @Test func theSameBytesAreStoredOnceUnderTheirHash() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let store = try ContentStore(folder: "\(folder.path)/media")
        for _ in 0..<2 {
            let path = store.temporaryPath()
            try OpenFile(path, .new).write(Array("0123456789".utf8), at: 0)
            let part = try store.extract(2..<5, of: try OpenFile(path, .reading))
            try store.insert(part.path, as: part.hash)
            let kept = try OpenFile(store.path(of: part.hash), .reading)
            #expect(try kept.read(at: 0, count: 100) == Array("234".utf8))
            #expect(try ContentStore.hash(of: kept) == part.hash)
            #expect(try ContentStore.list("\(store.folder)/\(part.hash.description.prefix(2))").count == 1)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: store.folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    @Test func unfinishedFilesAreGoneAfterAStart() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let left = try ContentStore(folder: folder.path).temporaryPath()
        _ = try OpenFile(left, .new)
        _ = try ContentStore(folder: folder.path)
        #expect(!FileManager.default.fileExists(atPath: left))
    }

    private final class Steps: Sendable {
        private let steps = Mutex<[String]>([])
        var all: [String] { steps.withLock { $0 } }
        func add(_ step: String) { steps.withLock { $0.append(step) } }
    }

    @Test func lockedContentIsNotRemovedAndWaitsForRemovals() async throws {
        let locks = ContentLocks()
        let hash = try #require(ContentHash(bytes: [UInt8](repeating: 1, count: 32)))
        let steps = Steps()
        try await locks.withSharedLock([hash]) {
            await locks.withExclusiveLock(hash) { steps.add("removed while held") }
        }
        #expect(steps.all.isEmpty)
        let (started, start) = AsyncStream<Void>.makeStream()
        let (removing, remove) = AsyncStream<Void>.makeStream()
        async let removal: Void = locks.withExclusiveLock(hash) {
            remove.finish()
            for await _ in started {}
            await Task.yield()
            steps.add("removed")
        }
        for await _ in removing {}
        async let holding: Void = {
            start.finish()
            try await locks.withSharedLock([hash]) { steps.add("held") }
        }()
        _ = try await (removal, holding)
        #expect(steps.all == ["removed", "held"])
    }
}
