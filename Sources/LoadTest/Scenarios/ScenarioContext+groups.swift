/// S3: groups, at a fixed rate and as fast as the server acks.
extension ScenarioContext {
    func groups(_ count: Int, isFast: Bool) async throws -> ScenarioReport {
        let sizes = options.sizes
        let studios = try await fixtures.studios(count, clients: sizes.members - 1)
        var plans: [SocketPlan] = []
        let interval = Int64(1_000_000 / max(1, sizes.groupRate))
        for (number, studio) in studios.enumerated() {
            let chat = try await fixtures.group(studio, name: "Group \(number)")
            for (index, person) in studio.everyone.enumerated() {
                var plan = SocketPlan(token: person.token, chat: chat)
                if isFast {
                    if index < sizes.groupSenders { plan.sending = .window(sizes.groupWindow) }
                } else if index == 0 {
                    // Spread over the interval, so that the groups don't send at the same time.
                    plan.sending = .every(interval, offset: interval * Int64(number) / Int64(count))
                }
                plans.append(plan)
            }
        }
        let pace =
            isFast
            ? "as fast as it goes, \(sizes.groupSenders) senders with \(sizes.groupWindow) in flight each"
            : "\(sizes.groupRate) messages/s each"
        return try await report(
            "s3-\(count)x\(sizes.members)-\(isFast ? "max" : "rate")",
            "\(count) group(s) of \(sizes.members), \(pace)",
            plans,
            latencySampleInterval: isFast ? 4 : 1
        )
    }
}
