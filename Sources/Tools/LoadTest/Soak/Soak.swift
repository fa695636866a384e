import Domain
import Foundation
import ServerHarness

/// A long run. Pairs and a group write at a fixed rate, readers disconnect and reconnect, and the server's resources
/// are sampled.
package struct Soak: Sendable {
    package struct Settings: Sendable {
        package var duration = Duration.seconds(20 * 60)
        /// The time between two samples of the server.
        package var interval = Duration.seconds(10)
        package var pairs = 100
        /// Messages per second of each pair.
        package var pairRate = 2
        package var groupMembers = 100
        package var groupRate = 10
        /// The number of readers that are cut off at a time, and the time until they reconnect.
        package var returning = 10
        package var churn = Duration.seconds(1)
        /// Whether readers send read receipts: for each message in a pair, for every tenth in the group.
        package var marksRead = true

        package init() {}
    }

    private let options: LoadOptions
    private let settings: Settings

    package init(_ options: LoadOptions, _ settings: Settings) {
        (self.options, self.settings) = (options, settings)
    }

    /// - Parameter report: called with each sample as soon as it is taken.
    package func run(report: @escaping @Sendable (SoakSample) -> Void) async throws -> SoakReport {
        try await ScenarioContext.with(options) { try await run(in: $0, report) }
    }

    private func run(
        in context: ScenarioContext,
        _ report: @escaping @Sendable (SoakSample) -> Void
    ) async throws -> SoakReport {
        guard let server = context.server else { throw SpotterError.invalid("A soak needs a server of its own.") }
        let (plans, readers) = try await plans(context)
        let clients = try await context.clients(plans)
        try await clients.open()
        await clients.beginSending()
        await clients.beginMeasuring()
        let begin = ContinuousClock.now
        async let taken = sample(server, since: begin, report)
        let reconnections = try await reconnect(readers, clients, until: begin + settings.duration)
        let samples = try await taken
        let seconds = (ContinuousClock.now - begin).seconds
        let counters = await clients.endMeasuring()
        await clients.stopSending()
        try await clients.drain()
        let check = DeliveryCheck(await clients.outcomes())
        await clients.close()
        return SoakReport(
            minutes: (seconds / 60).rounded(places: 2),
            messagesPerSecond: (Double(counters.acked) / seconds).rounded(places: 1),
            deliveriesPerSecond: (Double(counters.delivered) / seconds).rounded(places: 1),
            reconnections: reconnections,
            p50Ms: ScenarioReport.milliseconds(counters.delivery.quantile(0.5)),
            p99Ms: ScenarioReport.milliseconds(counters.delivery.quantile(0.99)),
            p999Ms: ScenarioReport.milliseconds(counters.delivery.quantile(0.999)),
            missing: check.missing,
            duplicated: check.duplicated,
            outOfOrder: check.outOfOrder,
            failures: counters.lost + counters.refused,
            firstFailure: counters.firstFailure,
            slopesPerHour: SoakReport.Slopes(samples),
            first: samples.first,
            last: samples.last
        )
    }

    /// Readers come last, so that they are a range.
    private func plans(_ context: ScenarioContext) async throws -> ([SocketPlan], readers: Range<Int>) {
        let fixtures = context.fixtures
        var (senders, readers): ([SocketPlan], [SocketPlan]) = ([], [])
        let spacing = Int64(1_000_000 / max(1, settings.pairRate))
        for (number, pair) in try await fixtures.pairs(settings.pairs).enumerated() {
            let offset = spacing * Int64(number) / Int64(settings.pairs)
            senders.append(
                SocketPlan(token: pair.trainer.token, chat: pair.chat, sending: .every(spacing, offset: offset))
            )
            readers.append(reader(pair.client, pair.chat, readReceiptInterval: 1))
        }
        if settings.groupMembers >= 3 {
            guard let studio = try await fixtures.studios(1, clients: settings.groupMembers - 1).first else {
                return ([], 0..<0)
            }
            let chat = try await fixtures.group(studio, name: "Soak")
            let sending = SocketPlan.Sending.every(Int64(1_000_000 / max(1, settings.groupRate)))
            senders.append(SocketPlan(token: studio.trainer.token, chat: chat, sending: sending))
            readers += studio.clients.map { reader($0, chat, readReceiptInterval: 10) }
        }
        return (senders + readers, senders.count..<senders.count + readers.count)
    }

    private func reader(_ person: Fixtures.Person, _ chat: ChatID, readReceiptInterval every: Int) -> SocketPlan {
        var plan = SocketPlan(token: person.token, chat: chat)
        if settings.marksRead { plan.readReceiptInterval = every }
        return plan
    }

    /// Cuts off a few readers at a time, in turn. They reconnect with the position of their last message.
    private func reconnect(_ readers: Range<Int>, _ clients: LoadClients, until end: ContinuousClock.Instant)
        async throws
        -> Int
    {
        var (next, count) = (readers.lowerBound, 0)
        repeat {
            let batch = next..<min(next + settings.returning, readers.upperBound)
            await clients.cut(in: batch)
            try await Task.sleep(for: min(settings.churn, end - ContinuousClock.now))
            await clients.resume()
            await clients.beginOpening(in: batch)
            count += batch.count
            next = batch.upperBound < readers.upperBound ? batch.upperBound : readers.lowerBound
        } while ContinuousClock.now < end
        try await clients.wait(60, "the readers did not all come back") { await clients.openCount() == clients.count }
        return count
    }

    private func sample(
        _ server: ServerProcess,
        since begin: ContinuousClock.Instant,
        _ report: @Sendable (SoakSample) -> Void
    ) async throws -> [SoakSample] {
        var samples: [SoakSample] = []
        while true {
            let elapsed = ContinuousClock.now - begin
            let sample = SoakSample(at: elapsed.seconds, server.statistics, folder: server.options.folder)
            samples.append(sample)
            report(sample)
            guard elapsed < settings.duration else { return samples }
            try await Task.sleep(for: min(settings.interval, settings.duration - elapsed))
        }
    }
}
