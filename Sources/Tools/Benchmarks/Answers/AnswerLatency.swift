import Foundation
import ServerHarness

/// How long the built-in assistant takes over HTTP when a trainer has many messages.
package struct AnswerLatency: Sendable {
    /// Milliseconds until the answer is whole.
    package struct Report: Encodable, Sendable {
        package let kind: String
        package let questions: Int
        package let p50Ms: Double
        package let p95Ms: Double
        /// Processor time of the server, per question.
        package let cpuMs: Double
        /// The slowest question by its median.
        package let slowest: String
        package let slowestMs: Double
        /// The first time that each question was asked of a server just started: what isn't in memory yet is read.
        package let firstP95Ms: Double
    }

    private struct Kind {
        let name: String
        var times: [(question: String, milliseconds: Double)] = []
        var firstTimes: [Double] = []
        var cpuSeconds = 0.0
    }

    /// Questions by what answers them: words that many messages have, of people who wrote in every chat.
    private static let questions: [(kind: String, questions: [String])] = [
        (
            "messages",
            [
                "what did Sara say about her knee?", "how is Mike's back feeling?", "who trained in the gym?",
                "what is Sara's plan for protein?", "did Mike sleep well?", "who needs more protein?",
                "when did Sara last mention her weight?", "what did Mike eat before the session?",
                "is anyone tired after training?", "what does Sara still want to run?",
            ]
        ),
        (
            "periods",
            [
                "what did Sara say about food in January?", "what happened with Mike's knee on 5 January?",
                "who felt good in the first week of January?", "what did Sara plan last month?",
            ]
        ),
        (
            "data",
            [
                "who is waiting for an answer?", "who has gone quiet?", "what did I miss?", "what's on today?",
                "find me a free hour with Sara this week", "how many sessions did Mike have?",
                "which reminders are open?",
            ]
        ),
        ("nothing", ["what is Sara's passport number?", "which clients speak Finnish?", "who is Olga's doctor?"]),
        (
            "requests",
            [
                "remind me to call Sara tomorrow at 5pm", "tell Mike that the gym is closed on Friday",
                "book a session with Sara on Monday at 10",
            ]
        ),
    ]

    private static let pause = Duration.milliseconds(20)

    private let server: MadeUpServer

    package init(
        executable: SpotterExecutable,
        messages: Int,
        chats: Int,
        progress: @escaping @Sendable (String) -> Void
    ) {
        server = MadeUpServer(executable: executable, messages: messages, chats: chats, progress: progress)
    }

    /// - Parameters:
    ///   - rounds: how often each question is asked, each time in a conversation of its own.
    ///   - untilModel: whether a language model is asked, and the time ends when its server has the request.
    /// - Returns: a report per kind of question, after one of all.
    package func run(rounds: Int, untilModel: Bool = false) async throws -> [Report] {
        guard untilModel else { return try await run(rounds: rounds, on: server, until: nil) }
        let model = try await ModelStandIn()
        var server = server
        // A title would be another request.
        server.settings = [
            "SPOTTER_LLM_BASE_URL": model.baseURL, "SPOTTER_LLM_MODEL": "stand-in", "SPOTTER_LLM_TITLES": "false",
        ]
        let reports = try await run(rounds: rounds, on: server, until: model)
        try await model.stop()
        return reports
    }

    private func run(rounds: Int, on server: MadeUpServer, until model: ModelStandIn?) async throws -> [Report] {
        try await server.measure { rest, token, server, isWarmUp in
            var all = Kind(name: "all")
            var kinds: [Kind] = []
            for (name, questions) in Self.questions {
                let cpuBefore = server.statistics.cpuSeconds
                var kind = Kind(name: name)
                for round in 0..<(isWarmUp ? 1 : rounds) {
                    for question in questions {
                        _ = model?.takeArrival()
                        let begin = ContinuousClock.now
                        _ = try await rest.post("/v1/assistant/query", ["message": question], token: token)
                        var end = ContinuousClock.now
                        if let model {
                            // What needs no model is answered without one.
                            guard let arrival = model.takeArrival() else { continue }
                            end = arrival
                        }
                        let time = (end - begin).milliseconds
                        kind.times.append((question, time))
                        if round == 0 { kind.firstTimes.append(time) }
                        // A user's questions are limited; the pause isn't measured.
                        try await Task.sleep(for: Self.pause)
                    }
                }
                kind.cpuSeconds = server.statistics.cpuSeconds - cpuBefore
                kinds.append(kind)
                all.times += kind.times
                all.firstTimes += kind.firstTimes
                all.cpuSeconds += kind.cpuSeconds
            }
            // Nothing but requests for an action may have needed no model.
            return ([all] + kinds).filter { !$0.times.isEmpty }.map(Self.report)
        }
    }

    private static func report(of kind: Kind) -> Report {
        let sample = Sample(kind.times.map(\.milliseconds))
        let medians = Dictionary(grouping: kind.times, by: \.question).mapValues {
            Sample($0.map(\.milliseconds)).median
        }
        let slowest = medians.max { ($0.value, $0.key) < ($1.value, $1.key) }
        return Report(
            kind: kind.name,
            questions: kind.times.count,
            p50Ms: sample.median.rounded(places: 1),
            p95Ms: sample.quantile(0.95).rounded(places: 1),
            cpuMs: (kind.cpuSeconds * 1000 / Double(max(1, kind.times.count))).rounded(places: 1),
            slowest: slowest?.key ?? "",
            slowestMs: (slowest?.value ?? 0).rounded(places: 1),
            firstP95Ms: Sample(kind.firstTimes).quantile(0.95).rounded(places: 1)
        )
    }
}
