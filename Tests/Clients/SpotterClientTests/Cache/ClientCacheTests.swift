import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SpotterClient

@Suite struct ClientCacheTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/data/spotter/cache.sqlite" }
    private let chat: ChatID = Fixture.id(10)

    private func open() throws -> ClientCache { try ClientCache(path: path, me: Fixture.me.id) }

    private func entry(_ id: String, _ state: OutboxEntry.State = .staged) -> OutboxEntry {
        OutboxEntry(id: id, chatId: chat, text: "text of \(id)", writtenAt: Fixture.time, state: state)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    @Test func onlyItsOwnerReadsIt() throws {
        defer { folder.remove() }
        let cache = try open()
        try cache.write { try $0.add(entry("a")) }
        for file in ["", "-wal", "-shm"] { #expect(try mode(path + file) == 0o600) }
        #expect(try mode(folder.path + "/data/spotter") == 0o700)
    }

    @Test func keepsWhatItWasGiven() throws {
        defer { folder.remove() }
        var record = CachedChat(Fixture.chat(10, "Sara"))
        record.known.insert(3...5)
        let message = Fixture.message(seq: 4)
        let kept = record
        try open().write { transaction in
            try transaction.save(kept)
            try transaction.put(message)
        }
        let cache = try open()
        #expect(try cache.read { try $0.record(of: chat) } == kept)
        #expect(try cache.read { try $0.message(message.id, in: chat) } == message)
        #expect(try cache.read { try $0.positions() } == [chat: 0])
    }

    @Test func aCacheOfAnotherVersionIsThrownAwayButForWhatWasNotSent() throws {
        defer { folder.remove() }
        var cache: ClientCache? = try open()
        try cache?.write { transaction in
            try transaction.save(CachedChat(Fixture.chat(10, "Sara")))
            try transaction.add(entry("a"))
            try transaction.add(entry("b", .failed(reason: "no", retryable: true)))
            try transaction.execute("PRAGMA user_version = 99")
        }
        cache = nil
        let (records, outbox) = try open().read { (try $0.records(), try $0.outbox()) }
        #expect(records.isEmpty)
        #expect(outbox == [entry("a"), entry("b", .failed(reason: "no", retryable: true))])
    }

    @Test(arguments: [
        "", "not a database at all, but long enough to look like a file with a header", "SQLite format 3\0",
    ])
    func aDamagedFileIsReplaced(content: String) throws {
        defer { folder.remove() }
        try FileManager.default.createDirectory(
            atPath: folder.path + "/data/spotter",
            withIntermediateDirectories: true
        )
        try Data(content.utf8).write(to: URL(filePath: path))
        let cache = try open()
        try cache.write { try $0.save(CachedChat(Fixture.chat(10, "Sara"))) }
        #expect(try cache.read { try $0.chatIDs() } == [chat])
    }

    /// A closed file with a long chat and an outbox whose messages are damaged in the middle.
    private func damage() throws -> CachedChat {
        var record = CachedChat(Fixture.chat(10, "Sara"))
        record.position = 400
        let kept = record
        var cache: ClientCache? = try open()
        let (page, size) = try #require(
            try cache?.write { transaction -> (Int, Int)? in
                try transaction.save(kept)
                for seq in 1...400 { try transaction.put(Fixture.message(seq: Int64(seq))) }
                try transaction.add(entry("a"))
                let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'messages'"
                guard let page = try Int.fetchOne(transaction.database, sql: root),
                    let size = try Int.fetchOne(transaction.database, sql: "PRAGMA page_size")
                else { return nil }
                return (page, size)
            }
        )
        cache = nil
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xFF, count: size))
        try file.close()
        return kept
    }

    @Test func openingDoesNotReadTheWholeFile() throws {
        defer { folder.remove() }
        let kept = try damage()
        #expect(try open().read { try $0.records() } == [kept])
    }

    @Test func damageThatIsMetIsReplacedAndWhatWasNotSentIsKept() throws {
        defer { folder.remove() }
        _ = try damage()
        let cache = try open()
        #expect(try cache.read { try $0.messages(in: chat, 1...400, limit: 50) }.isEmpty)
        #expect(try cache.read { (try $0.records(), try $0.outbox()) } == ([], [entry("a")]))
        try cache.write { try $0.put(Fixture.message(seq: 1)) }
        #expect(try open().read { try $0.message(Fixture.message(seq: 1).id, in: chat) } != nil)
    }

    @Test func damageThatNothingMeetsIsFoundByReadingTheWholeFile() async throws {
        defer { folder.remove() }
        _ = try damage()
        let cache = try open()
        #expect(try await cache.replaceIfDamaged())
        #expect(try cache.read { (try $0.records(), try $0.outbox()) } == ([], [entry("a")]))
        #expect(try await !cache.replaceIfDamaged())
        #expect(try cache.read { try $0.outbox() } == [entry("a")])
    }

    @Test func theNewFileOfAnotherProcessIsTaken() throws {
        defer { folder.remove() }
        _ = try damage()
        let (first, second) = (try open(), try open())
        #expect(try first.read { try $0.messages(in: chat, 1...400, limit: 50) }.isEmpty)
        try first.write { try $0.save(CachedChat(Fixture.chat(11, "Ben"))) }
        #expect(try second.read { try $0.messages(in: chat, 1...400, limit: 50) }.isEmpty)
        #expect(try second.read { try $0.chatIDs() } == [Fixture.id(11)])
    }

    @Test func aStoredMessageLeavesTheOutboxInTheSameTransaction() throws {
        defer { folder.remove() }
        let cache = try open()
        let mine = Fixture.message(seq: 1, sender: 1)
        struct Crash: Error {}
        try cache.write { try $0.add(entry("c1", .sending)) }
        try? cache.write { transaction in
            try transaction.put(mine)
            throw Crash()
        }
        #expect(try cache.read { try $0.outbox() }.count == 1)
        #expect(try cache.read { try $0.message(mine.id, in: chat) } == nil)
        try cache.write { try $0.put(mine) }
        #expect(try cache.read { try $0.outbox() }.isEmpty)
    }

    /// After each transaction, and with the log torn anywhere behind it, what's found is whole: some position, and
    /// exactly the state of the server at that position.
    @Test(arguments: 0..<4 as Range<UInt64>) func positionAndStateAgreeWheneverItDies(seed: UInt64) throws {
        defer { folder.remove() }
        var random = SeededRandom(seed: seed)
        var server = ModelServer()
        let cache = try open()
        try cache.write { try $0.save(CachedChat(server.fresh)) }
        var states = [server.fresh]
        for _ in 0..<12 {
            let event = server.send(by: Fixture.id(2), mentions: [], replyTo: server.messages.last?.id)
            _ = try cache.write { try Replica(me: server.me, store: $0).apply(event) }
            states.append(server.fresh)
            let wal = try Data(contentsOf: URL(filePath: path + "-wal"))
            for length in [wal.count, Int.random(in: 0...wal.count, using: &random)] {
                let copy = folder.path + "/copy-\(states.count)-\(length).sqlite"
                try FileManager.default.copyItem(atPath: path, toPath: copy)
                try wal.prefix(length).write(to: URL(filePath: copy + "-wal"))
                try ClientCache(path: copy, me: server.me).read { transaction in
                    guard let record = try transaction.record(of: server.chat) else { return }  // before the first
                    let messages = try transaction.messages(in: server.chat, 1...100, limit: 100)
                    let state = try #require(states.first { $0.seq == record.position })
                    #expect(record.chat.withCurrentStatus == state)
                    #expect(messages.map(\.seq) == Array(1..<(record.position + 1)).map { $0 })
                }
            }
        }
    }

    @Test func knowsItsPlace() throws {
        let server = try #require(ServerAddress("https://chat.example.com:8443/x"))
        let user: UserID = Fixture.id(7)
        let name = "\(user)@chat.example.com_8443_x.sqlite"
        #expect(
            try CacheLocation.path(of: user, at: server, environment: ["HOME": "/h"])
                == "/h/.local/share/spotter/\(name)"
        )
        let both = ["HOME": "/h", "XDG_DATA_HOME": "/d"]
        #expect(try CacheLocation.path(of: user, at: server, environment: both) == "/d/spotter/\(name)")
        #expect(throws: CredentialStore.Failure.noHome) {
            try CacheLocation.path(of: user, at: server, environment: ["XDG_DATA_HOME": "relative"])
        }
    }
}
