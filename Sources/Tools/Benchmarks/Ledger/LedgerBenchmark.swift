import Domain
import ServerHarness

/// Measures what operations cost a server, in counts that don't depend on the machine's speed.
package struct LedgerBenchmark: Sendable {
    /// An operation's cost in each round.
    package struct Row: Sendable {
        package let name: String
        package let rounds: [Cost]

        package init(name: String, rounds: [Cost]) { (self.name, self.rounds) = (name, rounds) }

        /// The least of each column. Timers fall into some rounds, and pages of the database fill up in some: both only add.
        package var cost: Cost { .least(of: rounds) }

        /// The lowest and the highest figure of a column.
        package func range(of column: CostColumn) -> ClosedRange<Int> {
            let values = rounds.compactMap { $0[column] }
            return (values.min() ?? 0)...(values.max() ?? 0)
        }
    }

    package struct Report: Sendable {
        package let rows: [Row]
        package let origin: Ledger.Origin

        package init(rows: [Row], origin: Ledger.Origin) { (self.rows, self.origin) = (rows, origin) }

        package var ledger: Ledger {
            Ledger(origin: origin, operations: Dictionary(rows.map { ($0.name, $0.cost) }) { first, _ in first })
        }

        /// The report with the rounds of another one as well.
        package func adding(_ other: Report) -> Report {
            let more = Dictionary(other.rows.map { ($0.name, $0.rounds) }) { first, _ in first }
            return Report(
                rows: rows.map { Row(name: $0.name, rounds: $0.rounds + (more[$0.name] ?? [])) },
                origin: origin
            )
        }
    }

    /// Rounds before the measured ones: statements are prepared, buffers and caches have grown.
    private static let warmUp = 6
    /// In how many worlds something has to cost more.
    private static let maxWorlds = 3
    private static let clients = 99
    private static let chats = 40

    private let executable: SpotterExecutable
    private let library: String
    private let configuration: String
    private let rounds: Int
    private let progress: @Sendable (String) -> Void

    /// - Parameters:
    ///   - library: the path of `libCallCounter.so`.
    ///   - configuration: how the server was built, `debug` or `release`.
    package init(
        executable: SpotterExecutable,
        library: String,
        configuration: String,
        rounds: Int,
        progress: @escaping @Sendable (String) -> Void
    ) {
        (self.executable, self.library, self.configuration) = (executable, library, configuration)
        (self.rounds, self.progress) = (rounds, progress)
    }

    package func run() async throws -> Report {
        let (rows, sqlite) = try await withoutModel()
        let all = rows + [try await withModel()]
        return Report(rows: all, origin: Ledger.Origin(configuration: configuration, sqlite: sqlite))
    }

    /// Compares with a committed ledger. What seems to cost more is measured in other worlds as well: their ids are random, and
    /// some need a little more. What costs more does so in each.
    package func run(against committed: Ledger) async throws -> Report {
        var report = try await run()
        for _ in 1..<Self.maxWorlds
        where !LedgerComparison(measured: report.ledger, committed: committed).failures.isEmpty {
            progress("something costs more: once more, in a new world")
            report = report.adding(try await run())
        }
        return report
    }

    private func withoutModel() async throws -> (rows: [Row], sqlite: String) {
        try await CountedServer.with(executable, library: library, settings: [:]) { server in
            progress("a world of 100 people")
            let connection = try KeptConnection(port: server.process.port)
            let world = try LedgerWorld.make(on: connection, clients: Self.clients, chats: Self.chats)
            var rows: [Row] = []
            for operation in LedgerOperation.requests(world) { rows.append(try await measure(operation, server)) }
            let port = server.process.port
            rows.append(try await measure(.logIn(world, port: port), server))
            rows.append(try await measure(try await .resume(world, port: port, missed: 5), server))

            let sender = try await LedgerSocket.open(port: port, token: world.trainer.token)
            let sara = try await LedgerSocket.open(port: port, token: world.clients[0].token)
            rows.append(
                try await measure(.send("a 1:1 send", to: world.chats[0], by: sender, heard: [sara]), server)
            )
            var others: [LedgerSocket] = []
            for person in world.clients.dropFirst() {
                others.append(try await .open(port: port, token: person.token, isHeard: false))
            }
            rows.append(
                try await measure(.send("a send to 100", to: world.group, by: sender, heard: [sara]), server)
            )
            withExtendedLifetime(others) {}
            return (rows, try server.sqliteVersion())
        }
    }

    private func withModel() async throws -> Row {
        let model = try await EmbeddingStandIn()
        let settings = [
            "SPOTTER_EMBEDDING_BASE_URL": model.baseURL, "SPOTTER_EMBEDDING_MODEL": "stand-in",
            "SPOTTER_EMBEDDING_DIMENSION": "\(EmbeddingStandIn.dimension)",
        ]
        let row = try await CountedServer.with(executable, library: library, settings: settings) { server in
            progress("a world that is searched by meaning")
            let connection = try KeptConnection(port: server.process.port)
            let world = try LedgerWorld.make(on: connection, clients: 10, chats: 10)
            try await RESTClient(baseURL: server.process.url).waitUntilIndexed()
            return try await measure(.hybridSearch(world), server)
        }
        try await model.stop()
        return row
    }

    private func measure(_ operation: LedgerOperation, _ server: CountedServer) async throws -> Row {
        progress(operation.name)
        var costs: [Cost] = []
        var before = try await server.quiet()
        for round in 0..<Self.warmUp + rounds {
            try await operation.perform(round)
            let after = try await server.quiet()
            if round >= Self.warmUp { costs.append(after - before) }
            before = after
        }
        return Row(name: operation.name, rounds: costs)
    }
}
