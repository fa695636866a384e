import Domain
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

    // MARK: Several servers over one folder

    /// A file that a server is about to name in a row, and whether that was committed.
    private final class Offer: Sendable {
        let store: ContentStore
        let path: String
        let hash: ContentHash
        let isCommitted = Mutex(false)

        init(_ folder: TemporaryFolder) throws {
            store = try ContentStore(folder: folder.path, isShared: true)
            path = store.temporaryPath()
            try OpenFile(path, .new).write(Array("file".utf8), at: 0)
            hash = try ContentStore.hash(of: try OpenFile(path, .reading))
        }

        var isThere: Bool { FileManager.default.fileExists(atPath: store.path(of: hash)) }
        func commit() { isCommitted.withLock { $0 = true } }
        var leftovers: [String] { get throws { try ContentStore.list("\(store.folder)/temporary") } }
    }

    /// When the row is committed and made sure of, while another server removes the file.
    enum Moment: CaseIterable { case before, whileAside, lookedAt, after }

    @Test(arguments: Moment.allCases) func aFileIsThereOnceItsRowIs(moment: Moment) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let offer = try Offer(folder)
        try offer.store.offer(offer.path, as: offer.hash)
        func finish() throws {
            offer.commit()
            try offer.store.keep(offer.path, as: offer.hash)
        }
        if moment == .before { try finish() }
        try await offer.store.remove(offer.hash) {
            if moment == .whileAside { try finish() }
            let isReferenced = offer.isCommitted.withLock { $0 }
            if moment == .lookedAt { try finish() }
            return isReferenced
        }
        if moment == .after { try finish() }
        #expect(offer.isThere)
        #expect(try offer.leftovers.isEmpty)
        // What no row names goes.
        try await offer.store.remove(offer.hash) { false }
        #expect(try !offer.isThere && offer.leftovers.isEmpty)
    }

    @Test func aFailedLookRemovesNothing() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let offer = try Offer(folder)
        try offer.store.offer(offer.path, as: offer.hash)
        await #expect(throws: SpotterError.self) {
            try await offer.store.remove(offer.hash) { throw SpotterError(.unavailable, "no database") }
        }
        #expect(offer.isThere)
    }

    @Test func whatOtherServersWorkOnStaysAtAStart() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let store = try ContentStore(folder: folder.path, isShared: true)
        let (fresh, old) = (store.temporaryPath(), store.temporaryPath())
        for path in [fresh, old] { _ = try OpenFile(path, .new) }
        let before = Date(timeIntervalSinceNow: -2 * 86_400)
        try FileManager.default.setAttributes([.modificationDate: before], ofItemAtPath: old)
        _ = try ContentStore(folder: folder.path, isShared: true)
        #expect(FileManager.default.fileExists(atPath: fresh))
        #expect(!FileManager.default.fileExists(atPath: old))
    }

    @Test func oneServerWorksOnAnUpload() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let id = MediaID(high: 1, low: 2)
        let (one, other) = (UploadLocks(sharedFolder: folder.path), UploadLocks(sharedFolder: folder.path))
        let inner = await one.withLock(id) { await other.withLock(id) { true } }
        #expect(inner == .some(.none), "the other server is told that it's busy")
        #expect(await other.withLock(id) { true } == true)
        #expect(try ContentStore.list(folder.path).isEmpty)
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
