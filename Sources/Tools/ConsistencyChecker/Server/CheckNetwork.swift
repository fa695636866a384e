import ServerHarness

/// What the servers of a batch share, PostgreSQL and NATS, and the ways there, which can be cut and healed.
struct CheckNetwork: Sendable {
    private let pair: PostgreSQLPair?
    private let bus: NATSProcess?
    private let database: TemporaryDatabase?
    /// For each server the ways to both databases.
    private let databaseLinks: [[TCPRelay]]
    private let busLinks: [TCPRelay]
    private let busAddress: String?

    /// What may be taken away.
    var own: Set<FaultPlan.Resource> {
        Set((pair == nil ? [] : [.database]) + (bus == nil ? [] : [.bus]))
    }

    /// - Throws: why PostgreSQL or NATS doesn't start or can't be used.
    static func start(_ options: Check.Options) async throws -> CheckNetwork {
        var pair: PostgreSQLPair?
        var bus: NATSProcess?
        do {
            if case .own = options.database { pair = try await PostgreSQLPair.start() }
            if case .own = options.bus { bus = try await NATSProcess.start() }
            return try await CheckNetwork(options, pair, bus)
        } catch {
            await pair?.end()
            await bus?.end()
            throw error
        }
    }

    private init(_ options: Check.Options, _ pair: PostgreSQLPair?, _ bus: NATSProcess?) async throws {
        (self.pair, self.bus) = (pair, bus)
        var (databaseLinks, busLinks): ([[TCPRelay]], [TCPRelay]) = ([], [])
        for _ in 0..<options.nodes {
            if let pair {
                var links: [TCPRelay] = []
                for process in [pair.first, pair.second] {
                    links.append(try await TCPRelay.start(to: .socket(path: process.socket)))
                }
                databaseLinks.append(links)
            }
            if let bus { busLinks.append(try await TCPRelay.start(to: .port(bus.port))) }
        }
        (self.databaseLinks, self.busLinks) = (databaseLinks, busLinks)
        if case .at(let address) = options.bus { busAddress = address } else { busAddress = nil }
        if case .at(let address) = options.database {
            database = try TemporaryDatabase(on: address, prefix: "spotter_check")
        } else {
            database = nil
        }
    }

    /// The settings of a server by which it uses them.
    func settings(of server: Int) -> [String: String] {
        var settings: [String: String] = [:]
        if let database { settings["SPOTTER_DATABASE"] = database.address }
        if pair != nil {
            let hosts = databaseLinks[server].map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
            settings["SPOTTER_DATABASE"] = "postgres://spotter@\(hosts)/postgres?sslmode=disable&gssencmode=disable"
        }
        if let busAddress { settings["SPOTTER_BUS"] = busAddress }
        if bus != nil { settings["SPOTTER_BUS"] = "nats://127.0.0.1:\(busLinks[server].port)" }
        if settings["SPOTTER_DATABASE"] != nil { settings["SPOTTER_CLUSTER"] = "true" }
        return settings
    }

    // MARK: Faults

    func set(_ link: TCPRelay.Link, between server: Int, and resource: FaultPlan.Resource) async throws {
        let links = resource == .bus ? [busLinks[server]] : databaseLinks[server]
        for relay in links { try await relay.set(link) }
    }

    func endBus() async { await bus?.end() }
    func restartBus() async throws { try await bus?.restart() }

    /// - Parameter isHung: whether it falls silent instead of ending.
    func losePrimary(isHung: Bool) async { await pair?.losePrimary(isHung: isHung) }
    func promoteStandby() async throws { try await pair?.promote() }

    /// The former primary doesn't come back.
    func removePrimary() async { await pair?.removePrimary() }

    /// Ends and removes everything.
    func end() async {
        for relay in databaseLinks.flatMap({ $0 }) + busLinks { try? await relay.close() }
        await pair?.end()
        await bus?.end()
        try? database?.drop()
    }
}
