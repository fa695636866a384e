import ServerHarness

/// The results of a scenario. Results that don't apply are `nil`.
package struct ScenarioReport: Encodable, Sendable {
    package private(set) var scenario: String
    package private(set) var description: String
    package private(set) var clientIDs = ClientIDKind.ordered
    /// Whether the server embedded the messages; `nil` if that isn't known.
    package private(set) var usesModel: Bool?
    /// Messages that were in the database when the load began, in a series that measures growth.
    package private(set) var storedBefore: Int?
    /// Bytes in the data folder for each message, of the database with all its indexes. Measured in such a series only.
    package var diskBytesPerMessage: Double?
    package var messagesPerSecond: Double?
    package var deliveriesPerSecond: Double?
    /// Messages of the history that its readers got.
    package var messagesRead: Int?
    package var loginsPerSecond: Double?
    /// The time until the last operation was done, in milliseconds.
    package var allDoneMs: Double?
    package var p50Ms: Double?
    package var p99Ms: Double?
    package var p999Ms: Double?
    /// The same without the slow reader, in the scenario that has one.
    package var p99WithoutSlowMs: Double?
    package var ackP50Ms: Double?
    package var ackP99Ms: Double?
    package var serverCpuSecondsPer100k: Double?
    /// Of PostgreSQL's processes on this machine.
    package var databaseCpuSecondsPer100k: Double?
    package var bytesPerConnection: Double?
    package var anonymousBytesPerConnection: Double?
    package var fsyncsPerMessage: Double?
    /// Bytes sent to the slow reader until the server disconnected it.
    package var cutOffBytes: Int?
    /// The time from the kill until the server listens again, in milliseconds.
    package var restartMs: Double?
    package var acked: Int?
    /// Acked messages that were missing after a `kill -9`.
    package var ackedLost: Int?
    /// Deliveries that were missing, duplicated or out of order.
    package var missing: Int?
    package var duplicated: Int?
    package var outOfOrder: Int?
    /// From the ack until a search found the message.
    package var foundByWords: FoundReport?
    package var foundByMeaning: FoundReport?
    /// The time from the last ack of a burst until every message can be found, in milliseconds.
    package var allFoundByWordsMs: Double?
    package var allFoundByMeaningMs: Double?
    package var limitedBy: String?
    /// CPU use of the load tool's busiest thread; 1 is a whole core.
    package var loadThreadShare: Double?
    package var serverThreadShare: Double?
    package var serverProcessors: Double?
    package var notes: [String] = []

    /// The keys of `--json`.
    private enum CodingKeys: String, CodingKey {
        case scenario, description, usesModel, storedBefore, diskBytesPerMessage
        case messagesPerSecond, deliveriesPerSecond, messagesRead, loginsPerSecond, allDoneMs
        case p50Ms, p99Ms, p999Ms, p99WithoutSlowMs, ackP50Ms, ackP99Ms, serverCpuSecondsPer100k
        case databaseCpuSecondsPer100k
        case bytesPerConnection, anonymousBytesPerConnection, fsyncsPerMessage, cutOffBytes, restartMs
        case foundByWords, foundByMeaning, allFoundByWordsMs, allFoundByMeaningMs
        case acked, ackedLost, missing, limitedBy, loadThreadShare, serverThreadShare, serverProcessors
        case notes
        case clientIDs = "clientIds"
        case duplicated = "doubled"
        case outOfOrder = "disordered"
    }

    init(_ scenario: String, _ description: String) {
        (self.scenario, self.description) = (scenario, description)
    }

    /// Says under which of the options it was measured.
    ///
    /// - Parameter stored: messages that were in the database before, in a series that measures growth.
    mutating func describe(_ options: LoadOptions, stored: Int? = nil) {
        if let stored { scenario += " at \(stored)" }
        storedBefore = stored
        (clientIDs, usesModel) = (options.clientIDs, options.usesModel)
        if options.database != nil { description += ", \(options.nodes) server(s) over PostgreSQL" }
        if clientIDs == .random { description += ", random client ids" }
        if let usesModel { description += usesModel ? ", model on" : ", model off" }
    }

    /// Sets rates, latencies and costs from a measurement.
    mutating func fill(_ measurement: LoadMeasurement) {
        let counters = measurement.counters
        messagesPerSecond = Self.rate(counters.acked, measurement.seconds)
        deliveriesPerSecond = Self.rate(counters.delivered, measurement.seconds)
        fill(latencies: counters.delivery)
        ackP50Ms = Self.milliseconds(counters.acknowledgement.quantile(0.5))
        ackP99Ms = Self.milliseconds(counters.acknowledgement.quantile(0.99))
        fill(costs: measurement, per: counters.delivered)
        fsyncsPerMessage = measurement.fsyncsPerSecond.map {
            ($0 * measurement.seconds / Double(max(1, counters.acked))).rounded(places: 4)
        }
        if counters.refused > 0 { notes.append("\(counters.refused) sends refused: \(counters.firstFailure ?? "")") }
        if counters.lost > 0 { notes.append("\(counters.lost) connections lost: \(counters.firstFailure ?? "")") }
    }

    mutating func fill(latencies: LatencyHistogram) {
        p50Ms = Self.milliseconds(latencies.quantile(0.5))
        p99Ms = Self.milliseconds(latencies.quantile(0.99))
        p999Ms = Self.milliseconds(latencies.quantile(0.999))
    }

    mutating func fill(costs measurement: LoadMeasurement, per count: Int) {
        func per100k(_ seconds: Double) -> Double { (seconds / Double(max(1, count)) * 100_000).rounded(places: 3) }
        serverCpuSecondsPer100k = measurement.serverSeconds.map(per100k)
        databaseCpuSecondsPer100k = measurement.databaseSeconds.map(per100k)
        if measurement.counters.threadTime > 0 { loadThreadShare = measurement.loadThreadShare.rounded(places: 2) }
        serverThreadShare = measurement.serverThreadShare?.rounded(places: 2)
        serverProcessors = measurement.serverSeconds.map { ($0 / measurement.seconds).rounded(places: 2) }
        limitedBy = measurement.limit?.rawValue
        notes += measurement.notes
    }

    mutating func fill(_ check: DeliveryCheck) {
        (missing, duplicated, outOfOrder) = (check.missing, check.duplicated, check.outOfOrder)
    }

    /// Whole, unless there are so few that rounding would say none.
    static func rate(_ count: Int, _ seconds: Double) -> Double {
        let rate = Double(count) / seconds
        return rate.rounded(places: rate < 10 ? 3 : 0)
    }

    static func milliseconds(_ microseconds: Int64?) -> Double? {
        microseconds.map { (Double($0) / 1000).rounded(places: $0 < 10_000 ? 3 : 1) }
    }
}
