import Domain
import Foundation
import ServerHarness
import SpotterAPI

/// Ordinary people write and read at a modest rate, first among themselves, then beside a hostile account.
package struct HostileLoad: Sendable {
    package struct Settings: Sendable {
        package var attacks = HostileAttack.allCases
        package var pairs = 50
        /// Messages per second of each pair.
        package var sendRate = 10
        /// REST requests per second of all together.
        package var readRate = 100
        /// Between the begin of the attack and the measurement, so that what is measured is an attack under way.
        package var attackWarmUp = Duration.seconds(1)
        /// The most bytes per second that the hostile account writes: a line of a gigabit per second.
        package var bytesPerSecond = 125_000_000

        package init() {}
    }

    struct Phase: Sendable {
        let sends: LoadMeasurement
        let reads: OrdinaryReading.Result
    }

    private let options: LoadOptions
    private let settings: Settings

    package init(_ options: LoadOptions, _ settings: Settings) {
        (self.options, self.settings) = (options, settings)
    }

    /// - Parameter attack: runs a `HostileClient` in a process of its own.
    package func run(
        attack: @escaping @Sendable (HostileTarget) async throws -> HostileDeeds
    ) async throws -> HostileReport {
        var options = options
        // The hostile account comes from elsewhere, as through a proxy: this machine is exempt from some limits.
        options.serverOptions += ["--trusted-proxies", "127.0.0.0/8"]
        return try await ScenarioContext.with(options) { try await run(in: $0, attack) }
    }

    private func run(
        in context: ScenarioContext,
        _ attack: @escaping @Sendable (HostileTarget) async throws -> HostileDeeds
    ) async throws -> HostileReport {
        guard let server = context.server else {
            throw SpotterError.invalid("the server under attack is one that is started here")
        }
        let duration = context.options.duration
        let target = try await target(context)
        let pairs = try await context.fixtures.pairs(settings.pairs)
        let clients = try await context.clients(plans(pairs))
        try await clients.open()
        await clients.beginSending()
        let reading = OrdinaryReading(pairs: pairs, rest: context.rest, rate: settings.readRate)
        _ = try await reading.run(for: context.options.warmUp)
        let phase: @Sendable () async throws -> Phase = {
            async let reads = reading.run(for: duration)
            let sends = try await context.measure(clients)
            return Phase(sends: sends, reads: try await reads)
        }
        let quiet = try await phase()
        let warmUp = settings.attackWarmUp
        let (outcome, peak) = try await MemoryWatch(server: server.statistics).during {
            async let deeds = attack(target)
            try await Task.sleep(for: warmUp)
            return (try await phase(), try await deeds)
        }
        await clients.close()
        return HostileReport(
            attacks: settings.attacks,
            quiet: quiet,
            hostile: outcome.0,
            peak: peak,
            deeds: outcome.1
        )
    }

    private func plans(_ pairs: [Fixtures.Pair]) -> [SocketPlan] {
        let interval = Int64(1_000_000 / max(1, settings.sendRate))
        return pairs.enumerated().flatMap { number, pair in
            // Spread over the interval.
            let sending = SocketPlan.Sending.every(interval, offset: interval * Int64(number) / Int64(pairs.count))
            return [
                SocketPlan(token: pair.trainer.token, chat: pair.chat, sending: sending),
                SocketPlan(token: pair.client.token, chat: pair.chat),
            ]
        }
    }

    /// The hostile account, with a long chat and a large file of its own.
    private func target(_ context: ScenarioContext) async throws -> HostileTarget {
        guard let pair = try await context.fixtures.pairs(1).first else { throw SystemFailure("hostile account") }
        let (rest, token) = (context.rest, pair.trainer.token)
        if settings.attacks.contains(.history) {
            for number in 0..<200 {
                let _: MessageResponse = try await rest.post(
                    "/v1/chats/\(pair.chat)/messages",
                    SendMessageRequest(clientMessageId: "long-\(number)", text: HostilePayloads.longText),
                    // Not by the account itself: its pace would be used up before the attack.
                    token: pair.client.token
                )
            }
        }
        let size = settings.attacks.contains(.downloads) ? 20_000_000 : 1000
        let uploaded = try await rest.request(
            "POST",
            "/v1/media?clientMediaId=large&fileName=large.bin",
            token: token,
            headers: ["Content-Type": "application/octet-stream"],
            body: String(repeating: "x", count: size)
        )
        let file = try JSONDecoder().decode(UploadResponse.self, from: uploaded.body).media.id
        return HostileTarget(
            address: context.address,
            email: pair.trainer.email,
            password: Fixtures.password,
            token: token,
            chat: pair.chat,
            file: file,
            attacks: settings.attacks,
            seconds: (settings.attackWarmUp + context.options.duration).seconds,
            bytesPerSecond: settings.bytesPerSecond
        )
    }
}
