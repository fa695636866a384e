import Domain
import NIOCore
import ServerHarness

/// The server under load, with operations that all scenarios share.
struct ScenarioContext: Sendable {
    let options: LoadOptions
    /// `nil` unless this run started it. Only then may it be killed.
    let server: ServerProcess?
    /// Others over the same database, over which connections are spread, too.
    var others: [ServerProcess] = []
    /// The programs whose processor time belongs to the database: all that run on this machine.
    var databasePrograms: Set<String>?

    /// Runs `body` with a separate server, unless the options give an address.
    static func with<Value: Sendable>(
        _ options: LoadOptions,
        _ body: (ScenarioContext) async throws -> Value
    ) async throws -> Value {
        guard options.address == nil else { return try await body(ScenarioContext(options: options, server: nil)) }
        let certificate = options.isSecure ? try await TemporaryCertificate.make() : nil
        defer { certificate?.remove() }
        var process = ServerProcessOptions.forMeasurement(executable: options.executable)
        process.more += options.serverOptions + (certificate?.serverOptions ?? [])
        process.settings = options.serverEnvironment
        if options.usesModel == false { process.settings["SPOTTER_MODEL_DIR"] = "/nonexistent" }
        process.niceness = options.serverNiceness
        guard let place = options.database else {
            return try await ServerProcess.with(process) { server in
                try await body(ScenarioContext(options: options, server: server))
            }
        }
        let database = try TemporaryDatabase(on: place, prefix: "spotter_load")
        defer { try? database.drop() }
        process.settings["SPOTTER_DATABASE"] = database.address
        if options.nodes > 1 { process.settings["SPOTTER_CLUSTER"] = "true" }
        return try await ServerProcess.with(process) { server in
            var context = ScenarioContext(options: options, server: server)
            context.databasePrograms = ["postgres"]
            return try await context.withOthers(options.nodes - 1, like: process, body)
        }
    }

    /// Runs `body` with more servers over the same database.
    private func withOthers<Value: Sendable>(
        _ count: Int,
        like first: ServerProcessOptions,
        _ body: (ScenarioContext) async throws -> Value
    ) async throws -> Value {
        guard count > 0 else { return try await body(self) }
        var process = first
        process.folder = TemporaryFolderPath.make("spotter-bench")
        try ServerIdentity.copy(from: first.folder, to: process.folder)
        return try await ServerProcess.with(process) { other in
            var context = self
            context.others.append(other)
            return try await context.withOthers(count - 1, like: first, body)
        }
    }

    var address: String { server?.url ?? options.address ?? "" }
    var rest: RESTClient { .measuring(address) }
    var fixtures: Fixtures { Fixtures(rest: rest) }
    var statistics: ProcessStatistics? { server?.statistics ?? options.serverPID.map { ProcessStatistics(pid: $0) } }
    var allStatistics: [ProcessStatistics] { (statistics.map { [$0] } ?? []) + others.map(\.statistics) }

    /// 100 bytes of natural words, so that the full-text index has its usual work.
    static let text =
        "Morning! My left knee is still sore after squats, can we swap Thursday's session for a swim, please?"

    func clients(
        _ plans: [SocketPlan],
        latencySampleInterval: Int = 1,
        keepsAckedNumbers: Bool = false
    ) async throws -> LoadClients {
        var settings = LoadLoop.Settings(address: try TargetAddress(address), text: Self.text)
        if settings.address.isSecure { settings.tls = try TLSClient() }
        settings.clientIDs = options.clientIDs
        settings.latencySampleInterval = latencySampleInterval
        settings.keepsAckedNumbers = keepsAckedNumbers
        return try await LoadClients(try spread(plans), settings, threads: options.threads)
    }

    /// Neighbours, such as the two of a chat, come to different servers.
    private func spread(_ plans: [SocketPlan]) throws -> [SocketPlan] {
        guard !others.isEmpty else { return plans }
        let targets = try [address].map { try TargetAddress($0) } + others.map { try TargetAddress($0.url) }
        return plans.enumerated().map { number, plan in
            var plan = plan
            plan.address = targets[(number / 2 + number % 2) % targets.count]
            return plan
        }
    }

    /// Connects, lets the load run, and checks that everything arrived.
    func run(_ plans: [SocketPlan], latencySampleInterval: Int = 1) async throws -> (LoadMeasurement, DeliveryCheck) {
        let clients = try await clients(plans, latencySampleInterval: latencySampleInterval)
        try await clients.open()
        await clients.beginSending()
        try await Task.sleep(for: options.warmUp)
        var measurement = try await measure(clients)
        measurement.isPaced = plans.allSatisfy(\.isPaced)
        await clients.stopSending()
        try await clients.drain()
        let check = DeliveryCheck(await clients.outcomes())
        await clients.close()
        return (measurement, check)
    }

    /// Measures for the duration of the options, and if nothing came through meanwhile, until something does: on a busy
    /// machine a short moment may hold no message at all, and has no rate then.
    func measure(_ clients: LoadClients) async throws -> LoadMeasurement {
        try await measure(clients) {
            try await Task.sleep(for: options.duration)
            try await clients.waitUntilMeasured()
        }
    }

    func measure(_ clients: LoadClients, during body: () async throws -> Void) async throws -> LoadMeasurement {
        var fsyncs: FsyncCounter?
        if let statistics, others.isEmpty { fsyncs = await FsyncCounter.start(pid: statistics.pid) }
        let before = CPUTimes(servers: allStatistics, database: databasePrograms)
        await clients.beginMeasuring()
        try await body()
        let counters = await clients.endMeasuring()
        let after = CPUTimes(servers: allStatistics, database: databasePrograms)
        var measurement = after.since(before, counters)
        measurement.fsyncsPerSecond = await fsyncs?.stop()
        return measurement
    }

    /// A value of the server's `/metrics`; `nil` if there is none of that name.
    func metric(_ name: String) async -> Double? {
        guard let bytes = try? await rest.get("/metrics") else { return nil }
        let line = String(buffer: bytes).split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").last.flatMap { Double($0) }
    }
}
