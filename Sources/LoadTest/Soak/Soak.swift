import Domain
import Foundation

/// A day at the studio, for as long as it takes: pairs and a group write at a pace, readers come and go, and the server is
/// watched for what grows.
package struct Soak: Sendable {
    package struct Settings: Sendable {
        package var duration = Duration.seconds(20 * 60)
        /// Between two looks at the server.
        package var interval = Duration.seconds(10)
        package var pairs = 100
        /// Messages a second of each pair.
        package var pairRate = 2
        package var groupMembers = 100
        package var groupRate = 10
        /// Readers that are cut off and come back, every so often.
        package var returning = 10
        package var churn = Duration.seconds(1)
        /// Whether readers say what they have read: all of a pair's, each tenth of the group's.
        package var marksRead = true

        package init() {}
    }

    private let options: LoadOptions
    private let settings: Settings

    package init(_ options: LoadOptions, _ settings: Settings) {
        (self.options, self.settings) = (options, settings)
    }

    /// - Parameter report: gets each look at the server as it comes.
    package func run(report: @escaping @Sendable (SoakSample) -> Void) async throws -> SoakReport {
        let stage = try Stage(options)
        defer { stage.server?.stop() }
        guard let server = stage.server else { throw SpotterError.invalid("A soak needs a server of its own.") }
        let (plans, readers) = try await plans(stage)
        let fleet = try await stage.fleet(plans)
        try await fleet.open()
        await fleet.beginSending()
        await fleet.beginMeasuring()
        let begin = ContinuousClock.now
        async let watched = watch(server, since: begin, report)
        let reconnections = try await comeAndGo(readers, fleet, until: begin + settings.duration)
        let samples = try await watched
        let seconds = (ContinuousClock.now - begin).seconds
        let tally = await fleet.endMeasuring()
        await fleet.stopSending()
        try await fleet.settle()
        let check = DeliveryCheck(await fleet.outcomes())
        await fleet.close()
        return SoakReport(
            minutes: (seconds / 60).rounded(places: 2),
            messagesPerSecond: (Double(tally.acked) / seconds).rounded(places: 1),
            deliveriesPerSecond: (Double(tally.delivered) / seconds).rounded(places: 1),
            reconnections: reconnections,
            p50Ms: ScenarioReport.milliseconds(tally.delivery.quantile(0.5)),
            p99Ms: ScenarioReport.milliseconds(tally.delivery.quantile(0.99)),
            p999Ms: ScenarioReport.milliseconds(tally.delivery.quantile(0.999)),
            missing: check.missing,
            doubled: check.doubled,
            disordered: check.disordered,
            failures: tally.lost + tally.refused,
            firstFailure: tally.firstFailure,
            slopesPerHour: SoakReport.Slopes(samples),
            first: samples.first,
            last: samples.last
        )
    }

    /// Those who only read come last, so that they are a range.
    private func plans(_ stage: Stage) async throws -> ([SocketPlan], readers: Range<Int>) {
        let world = stage.world
        var (senders, readers): ([SocketPlan], [SocketPlan]) = ([], [])
        let spacing = Int64(1_000_000 / max(1, settings.pairRate))
        for (number, pair) in try await world.pairs(settings.pairs).enumerated() {
            let offset = spacing * Int64(number) / Int64(settings.pairs)
            senders.append(
                SocketPlan(token: pair.trainer.token, chat: pair.chat, sending: .every(spacing, offset: offset))
            )
            readers.append(reader(pair.client, pair.chat, marksReadEvery: 1))
        }
        if settings.groupMembers >= 3 {
            guard let studio = try await world.studios(1, clients: settings.groupMembers - 1).first else {
                return ([], 0..<0)
            }
            let chat = try await world.group(studio, name: "Soak")
            let sending = SocketPlan.Sending.every(Int64(1_000_000 / max(1, settings.groupRate)))
            senders.append(SocketPlan(token: studio.trainer.token, chat: chat, sending: sending))
            readers += studio.clients.map { reader($0, chat, marksReadEvery: 10) }
        }
        return (senders + readers, senders.count..<senders.count + readers.count)
    }

    private func reader(_ person: World.Person, _ chat: String, marksReadEvery every: Int) -> SocketPlan {
        var plan = SocketPlan(token: person.token, chat: chat)
        if settings.marksRead { plan.marksReadEvery = every }
        return plan
    }

    /// A few at a time, in turn: cut, and back with the position of the last message they got.
    private func comeAndGo(_ readers: Range<Int>, _ fleet: Fleet, until end: ContinuousClock.Instant) async throws
        -> Int
    {
        var (next, count) = (readers.lowerBound, 0)
        while ContinuousClock.now < end {
            let some = next..<min(next + settings.returning, readers.upperBound)
            await fleet.cut(some)
            try await Task.sleep(for: min(settings.churn, end - ContinuousClock.now))
            await fleet.resume()
            await fleet.beginOpening(some)
            count += some.count
            next = some.upperBound < readers.upperBound ? some.upperBound : readers.lowerBound
        }
        try await fleet.wait(60, "the readers did not all come back") { await fleet.openCount() == fleet.count }
        return count
    }

    private func watch(
        _ server: MeasuredServer,
        since begin: ContinuousClock.Instant,
        _ report: @Sendable (SoakSample) -> Void
    ) async throws -> [SoakSample] {
        var samples: [SoakSample] = []
        while true {
            let elapsed = ContinuousClock.now - begin
            let sample = SoakSample(at: elapsed.seconds, server.figures, folder: server.folder)
            samples.append(sample)
            report(sample)
            guard elapsed < settings.duration else { return samples }
            try await Task.sleep(for: min(settings.interval, settings.duration - elapsed))
        }
    }
}
