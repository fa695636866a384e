import Domain
import MessagingTestKit
import PostgreSQLTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Messaging

/// A message is stored once for each sender, chat and client's id, wherever the index has it: in memory, half written, or in
/// its table.
@Suite(.standardTimeLimit) struct SentMessageIndexTests {
    @Test(arguments: [
        "018f3c5a-0000-7000-8000-00000000002a", "018F3C5A-0000-7000-8000-00000000002A", "1", "a-🐘",
        "018f3c5a-0000-7000-8000-00000000002", String(repeating: "0", count: 36),
    ])
    func anIDComesBackAsItWasGiven(id: String) async throws {
        #expect(ClientMessageKey(id).clientMessageId == id)
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let sent = try await fixture.send("text", id, to: chat, by: trainer)
            #expect(sent.message.clientMessageId == id)
            let page = try await fixture.services.chats.history(of: chat, for: client.actor)
            #expect(page.messages.map(\.clientMessageId) == [id])
            #expect(try await fixture.send("again", id, to: chat, by: trainer).isRepeat)
            #expect(try await !fixture.send("again", id, to: chat, by: client).isRepeat)
        }
    }

    /// The index, with rows of messages that are written here.
    private struct Store {
        let database: any Database
        let index: SentMessageIndex
        let states = ChatStateCache()

        /// Stores messages of 3 senders in 2 chats, unless they're there. Returns how many were new.
        @discardableResult
        func send(_ ids: some Sequence<Int> & Sendable, fails: Bool = false) async throws -> Int {
            do {
                return try await database.write { [index, states] connection in
                    var count = 0
                    for id in ids {
                        let (sender, chat) = (Int64(id % 3 + 1), Int64(id % 2 + 1))
                        let key = ClientMessageKey(id % 5 == 0 ? "text \(id)" : Self.uuid(id))
                        let hash = try index.hash(of: key, in: chat, on: connection)
                        guard try index.find(key, hash, of: sender, in: chat, on: connection) == nil else { continue }
                        count += 1
                        let num = try states.nextNumber(on: connection)
                        let row = MessageIdentity(num: num, chat: chat, sender: sender, client: key)
                        try connection.execute(
                            """
                            INSERT INTO message_rows
                                (num, id, chat, seq, ordinal, sender, client_id, text, created_at, via)
                            VALUES ($1, $2, $3, $1, $1, $4, $5, 'x', 0, 'user')
                            """,
                            row.num,
                            MessageID(high: 9, low: UInt64(id)),
                            chat,
                            sender,
                            key
                        )
                        index.add(row, hash)
                    }
                    if fails { throw Failure() }
                    return count
                }
            } catch is Failure {
                return 0
            }
        }

        private static func uuid(_ id: Int) -> String {
            MessageID(high: UInt64(id) &* 0x9E37_79B9_7F4A_7C15, low: UInt64(id)).description
        }

        /// A step of writing; `isLost` undoes it, as a failed commit would.
        func step(_ limit: Int, isLost: Bool = false) async throws -> Bool {
            do {
                return try await database.write { [index] connection in
                    let hasMore = try index.advance(by: limit, on: connection)
                    if isLost { throw Failure() }
                    return hasMore
                }
            } catch is Failure {
                return true
            }
        }

        var rows: Int64 {
            get async throws {
                try await database.read { try $0.first("SELECT count(*) FROM message_rows") { try $0.int(0) } ?? 0 }
            }
        }
    }

    private struct Failure: Error {}

    /// What the servers of a shared database do at the beginning of a transaction.
    private struct Catching: GroupCommitObserver {
        let index: SentMessageIndex
        let states: ChatStateCache

        func transactionDidBegin(
            with jobs: [any WriteJob],
            after othersWrites: OthersWrites,
            on connection: any SQLConnection
        ) throws {
            try index.transactionDidBegin(after: othersWrites, on: connection)
            try states.transactionDidBegin(on: [], after: othersWrites, on: connection)
        }

        func groupWillBegin() {}
        func groupWillCommit(on connection: any SQLConnection) {}
        func groupDidRollBack() { index.didRollBack() }
        func groupDidComplete() {}
    }

    /// The same by two servers in random turns, of which either may begin again at any time.
    @Test(arguments: 1...6 as ClosedRange<UInt64>) func nothingIsStoredTwiceByTwoServers(seed: UInt64) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        func begin() throws -> Store {
            let store = Store(
                database: try TestDatabase.open(path: "\(folder.path)/spotter.db", on: .postgreSQL, isShared: true),
                index: SentMessageIndex(batchSize: 16...32, isShared: true)
            )
            store.database.setObserver(Catching(index: store.index, states: store.states))
            return store
        }
        var random = SeededRandom(seed: seed)
        var stores = [try begin(), try begin()]
        var sent: Set<Int> = []
        for _ in 0..<200 {
            let server = Int.random(in: 0...1, using: &random)
            let ids = (0..<Int.random(in: 1...8, using: &random)).map { _ in Int.random(in: 0..<400, using: &random) }
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<10:
                #expect(try await stores[server].send(ids) == Set(ids).subtracting(sent).count)
                sent.formUnion(ids)
            case 10..<13: try await stores[server].send(ids, fails: true)
            case 13..<19:
                _ = try await stores[server].step(20, isLost: Int.random(in: 0..<4, using: &random) == 0)
            default:
                try await stores[server].database.close()
                stores[server] = try begin()
            }
        }
        for store in stores {
            #expect(try await store.send(sent) == 0)
            #expect(try await store.rows == Int64(sent.count))
        }
        let indexed = try await stores[0].database.read { try SentMessageProgress.read(on: $0).indexed }
        #expect(indexed > 0, "batches were written")
        for store in stores { try await store.database.close() }
    }

    /// Sends, repeats, failed transactions, steps of writing that are kept or undone, and restarts, in random order.
    @Test(arguments: 1...12 as ClosedRange<UInt64>) func nothingIsStoredTwice(seed: UInt64) async throws {
        try await MessagingFixture.run { fixture in
            var random = SeededRandom(seed: seed)
            func index() -> SentMessageIndex { SentMessageIndex(batchSize: 16...32) }
            var store = Store(database: fixture.database, index: index())
            var sent: Set<Int> = []
            for _ in 0..<200 {
                let ids = (0..<Int.random(in: 1...8, using: &random)).map { _ in Int.random(in: 0..<400, using: &random)
                }
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<4:
                    #expect(try await store.send(ids) == Set(ids).subtracting(sent).count)
                    sent.formUnion(ids)
                case 4: try await store.send(ids, fails: true)
                case 5..<8:
                    _ = try await store.step(
                        Int.random(in: 1...20, using: &random),
                        isLost: Int.random(in: 0..<4, using: &random) == 0
                    )
                case 8: store = Store(database: fixture.database, index: index())
                default: while try await store.step(8) {}
                }
            }
            #expect(try await store.rows == Int64(sent.count))
            #expect(try await store.send(0..<400) == 400 - sent.count)
        }
    }

    /// Another message with the same hash is another message.
    @Test func aCollisionMergesNothing() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, _) = try await fixture.pair()
            _ = try await fixture.send("first", "1", to: chat, by: trainer)
            // As if "2" had the hash of "1".
            let hash = try await fixture.database.read { connection in
                let progress = try SentMessageProgress.read(on: connection)
                return ClientMessageKey("2").hash(in: 1, with: progress.key)
            }
            _ = try await fixture.database.write { connection in
                try connection.execute("INSERT INTO sent_messages (sender, hash, num) VALUES (1, $1, 1)", hash)
            }
            #expect(try await !fixture.send("second", "2", to: chat, by: trainer).isRepeat)
            #expect(try await fixture.send("second", "2", to: chat, by: trainer).isRepeat)
        }
    }

    /// All that a user wrote is found for erasure and export, also while it's being indexed.
    @Test func allMessagesOfASenderAreFound() async throws {
        try await MessagingFixture.run { fixture in
            let store = Store(database: fixture.database, index: SentMessageIndex(batchSize: 16...16))
            let user = UserID(high: 5, low: 5)
            _ = try await fixture.database.write { connection in
                try connection.execute(
                    """
                    INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                    VALUES ($1, 'x@example.com', 'X', 'client', 'UTC', '!', 0)
                    """,
                    user
                )
                try connection.execute("INSERT INTO senders (num, user_id) VALUES (1, $1)", user)
            }
            try await store.send(0..<20)
            while try await store.step(5) {}
            try await store.send(20..<50)
            _ = try await store.step(5)
            #expect(try await fixture.database.read { try SentMessages(of: user, on: $0).count(on: $0) } == 17)
            var pages = try await fixture.database.read { try SentMessages(of: user, on: $0) }
            var found: [Int64] = []
            while true {
                let (page, next) = try await fixture.database.read { [pages] connection in
                    var pages = pages
                    return (try pages.next(3, on: connection), pages)
                }
                guard !page.isEmpty else { break }
                found += page
                pages = next
                _ = try await store.step(7)
            }
            let expected = try await fixture.database.read { connection in
                try connection.query("SELECT num FROM message_rows WHERE sender = 1 ORDER BY num") { try $0.int(0) }
            }
            #expect(found.sorted() == expected && expected.count == 17)
        }
    }
}
