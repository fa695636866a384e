package import Domain
import ServerHarness

/// S2 on one server, first alone, then while backups are taken, then alone again.
package struct BackupLoad: Sendable {
    /// A backup, and what was acknowledged when it began.
    package struct Backup: Sendable {
        package let archive: String
        package let seconds: Double
        /// How many messages of each chat were acked. A sender's messages are acked in their order.
        package let acked: [ChatID: Int]
    }

    package struct Outcome: Sendable {
        package let backups: [Backup]
        /// Acks per second without backups, before and after, and with.
        package let alone: [Double]
        package let meanwhile: Double
        package let refused: Int
    }

    /// - Parameter backUp: backs the server's data folder up to a file.
    package static func run(
        _ options: LoadOptions,
        archives: [String],
        backUp: (_ folder: String, _ archive: String) async throws -> Void
    ) async throws -> Outcome {
        try await ScenarioContext.with(options) { context in
            guard let server = context.server else {
                throw SpotterError.invalid("backups are taken of a server that is started here")
            }
            let clients = try await context.streamingClients()
            try await clients.open()
            await clients.beginSending()
            try await Task.sleep(for: options.warmUp)
            let before = try await context.measure(clients)
            var backups: [Backup] = []
            let during = try await context.measure(clients) {
                for archive in archives {
                    let acked = Dictionary(
                        await clients.outcomes().map { ($0.chat, $0.acked) },
                        uniquingKeysWith: +
                    )
                    let begin = ContinuousClock.now
                    try await backUp(server.options.folder, archive)
                    backups.append(
                        Backup(archive: archive, seconds: (ContinuousClock.now - begin).seconds, acked: acked)
                    )
                }
            }
            let after = try await context.measure(clients)
            await clients.stopSending()
            let refused = await clients.counters().refused
            await clients.close()
            return Outcome(
                backups: backups,
                alone: [before.rate, after.rate],
                meanwhile: during.rate,
                refused: refused
            )
        }
    }
}

extension LoadMeasurement {
    fileprivate var rate: Double { Double(counters.acked) / seconds }
}

/// The number at the end of the client id of a message that a load sent, from 1 up for each sender.
package enum LoadMessageNumber {
    package static func parse(_ clientMessageId: String) -> Int64? {
        guard clientMessageId.utf8.first == SendTemplate.mark else { return nil }
        return Int64(clientMessageId.suffix(SendTemplate.numberDigits))
    }
}
