/// S3: groups, at a fixed rate and as fast as the server acks.
extension ScenarioContext {
    /// - Parameter window: how many messages each sender has in flight; `nil` for a fixed rate.
    func groups(_ count: Int, window: Int?) async throws -> ScenarioReport {
        let sizes = options.sizes
        let studios = try await fixtures.studios(count, clients: sizes.members - 1)
        var plans: [SocketPlan] = []
        let interval = Int64(1_000_000 / max(1, sizes.groupRate))
        for (number, studio) in studios.enumerated() {
            let chat = try await fixtures.group(studio, name: "Group \(number)")
            for (index, person) in studio.everyone.enumerated() {
                var plan = SocketPlan(token: person.token, chat: chat)
                if let window {
                    if index < sizes.groupSenders { plan.sending = .window(window) }
                } else if index == 0 {
                    // Spread over the interval, so that the groups don't send at the same time.
                    plan.sending = .every(interval, offset: interval * Int64(number) / Int64(count))
                }
                plans.append(plan)
            }
        }
        let pace =
            window.map { "\(sizes.groupSenders * $0) in flight in each, by \(sizes.groupSenders) senders" }
            ?? "\(sizes.groupRate) messages/s each"
        return try await report(
            "s3-\(count)x\(sizes.members)-\(window.map { "\(sizes.groupSenders * $0)" } ?? "rate")",
            "\(count) group(s) of \(sizes.members), \(pace)",
            plans,
            latencySampleInterval: window == nil ? 1 : 4
        )
    }
}
