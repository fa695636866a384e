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

    private let server: MadeUpServer

    package init(
        executable: SpotterExecutable,
        messages: Int,
        chats: Int,
        progress: @escaping @Sendable (String) -> Void
    ) {
        server = MadeUpServer(executable: executable, messages: messages, chats: chats, progress: progress)
    }

    /// - Parameter rounds: how often each question is asked, each time in a conversation of its own.
    /// - Returns: a report per kind of question, after one of all.
    package func run(rounds: Int) async throws -> [Report] {
        try await server.measure { rest, token, server, isWarmUp in
            var kinds: [(kind: String, times: [Double], cpuSeconds: Double)] = []
            for (kind, questions) in Self.questions {
                let cpuBefore = server.statistics.cpuSeconds
                var times: [Double] = []
                for _ in 0..<(isWarmUp ? 1 : rounds) {
                    for question in questions {
                        let begin = ContinuousClock.now
                        _ = try await rest.post("/v1/assistant/query", ["message": question], token: token)
                        times.append((ContinuousClock.now - begin).milliseconds)
                    }
                }
                kinds.append((kind, times, server.statistics.cpuSeconds - cpuBefore))
            }
            kinds.insert(("all", kinds.flatMap(\.times), kinds.map(\.cpuSeconds).reduce(0, +)), at: 0)
            return kinds.map { Report(kind: $0.kind, times: $0.times, cpuSeconds: $0.cpuSeconds) }
        }
    }
}

extension AnswerLatency.Report {
    fileprivate init(kind: String, times: [Double], cpuSeconds: Double) {
        let sample = Sample(times)
        self.init(
            kind: kind,
            questions: times.count,
            p50Ms: sample.median.rounded(places: 1),
            p95Ms: sample.quantile(0.95).rounded(places: 1),
            cpuMs: (cpuSeconds * 1000 / Double(max(1, times.count))).rounded(places: 1)
        )
    }
}
