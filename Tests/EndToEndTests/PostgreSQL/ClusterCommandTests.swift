import Cluster
import Domain
import Logging
import PostgreSQLStorage
import PostgreSQLTestKit
import ServerHarness
import TestSupport
import Testing

/// `spotter admin cluster` beside servers that run, or don't.
@Suite(.longTimeLimit) struct ClusterCommandTests {
    @Test func itTellsWhoDoesWhat() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let database = try PostgreSQLDatabase(address: address, migrations: ClusterSchema.migrations, logger: logger)
        let command = ["admin", "cluster", "--database", address]
        let none = try await SpotterCommand.run(command)
        #expect(none.status == 0 && none.output.contains("no server has joined"), "\(none)")
        let node = ClusterMember(
            name: "one",
            version: "1.2",
            database: database,
            ids: UUIDv7Source(clock: SystemClock()),
            logger: logger
        )
        node.didListen(at: "10.0.0.1:8080")
        _ = node.lease("reminders")
        try await node.beat()
        let told = try await SpotterCommand.run(command)
        for word in ["one", "10.0.0.1:8080", "1.2", "serving", "reminders"] { #expect(told.output.contains(word)) }
        let json = try await SpotterCommand.run(command + ["--json"])
        #expect(json.status == 0 && json.output.contains(#""node":"\#(node.id)""#), "\(json)")
        try await node.leave()
        let gone = try await SpotterCommand.run(command + ["--json"])
        #expect(gone.output.contains(#""nodes":[]"#) && gone.output.contains(#""work":"reminders""#), "\(gone)")
        try await database.close()
    }
}
