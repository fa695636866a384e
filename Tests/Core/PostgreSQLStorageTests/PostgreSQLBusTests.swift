import EventBus
import PostgreSQLTestKit
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStorage

@Suite(.standardTimeLimit) struct PostgreSQLBusTests {
    private final class Heard: Sendable {
        private let messages = Mutex<[[UInt8]]>([])
        var all: [String] { messages.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }

        init(_ bus: some EventBus) {
            bus.subscribe { [weak self] message in self?.messages.withLock { $0.append(message) } }
        }
    }

    /// Every server hears every message, its own among them, in the order of each sender, however long it is.
    @Test func everybodyHearsEverythingInOrder() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let (one, two) = (try PostgreSQLBus(address: address), try PostgreSQLBus(address: address))
        let (first, second) = (Heard(one), Heard(two))
        // Nobody hears what was published before it listens.
        await until("both listen") {
            one.publish(Array("?".utf8))
            return !first.all.isEmpty && !second.all.isEmpty
        }
        let long = String(repeating: "aé€💪", count: 5000)
        for text in ["1", long, "2", "3"] { one.publish(Array(text.utf8)) }
        let expected = ["1", long, "2", "3"]
        await until("both have heard it") {
            [first, second].allSatisfy { $0.all.last == "3" }
        }
        #expect(first.all.filter { $0 != "?" } == expected && second.all.filter { $0 != "?" } == expected)
        await one.close()
        await two.close()
    }

    /// What has come together with the answer to a statement is there at once: nothing else need arrive for it.
    @Test func whatWasReadWithAnAnswerIsNotWaitedFor() throws {
        let session = try PostgreSQLSession(PostgreSQLAddress(PostgreSQLTestServer.shared.makeDatabase()))
        try session.execute("LISTEN spotter")
        // A session hears itself, before the end of the answer.
        for text in ["1", "2"] { try session.execute("SELECT pg_notify('spotter', '\(text)')") }
        let heard = try session.notifications(within: 600_000)
        #expect(heard == ["1", "2"])
        let more = try session.notifications(within: 0)
        #expect(more == [])
    }

    /// A restart of the database costs what was published meanwhile, and nothing else.
    @Test func itConnectsAgain() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let bus = try PostgreSQLBus(address: address)
        let heard = Heard(bus)
        await until("it listens") {
            bus.publish(Array("before".utf8))
            return heard.all.contains("before")
        }
        let session = try PostgreSQLSession(PostgreSQLAddress(address))
        // Other tests' buses have sessions of the same server.
        try session.execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'spotter bus' AND datname = current_database()
            """
        )
        await until("it listens again") {
            bus.publish(Array("after".utf8))
            return heard.all.contains("after")
        }
        await bus.close()
    }
}
