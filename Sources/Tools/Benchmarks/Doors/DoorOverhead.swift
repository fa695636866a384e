import Domain
import NIOCore
import ServerHarness

/// What each door takes over the native call that does the same: same server, same user, same questions, in turn.
package struct DoorOverhead: Sendable {
    package struct Row: Encodable, Sendable {
        package let door: String
        package let calls: Int
        /// Milliseconds until the answer is whole.
        package let medianMs: Double
        package let nativeMedianMs: Double
        /// The ratio of the medians.
        package let ratio: Double
    }

    private static let words = [
        "what did Sara say about her knee?", "how is Mike's back feeling?", "who trained in the gym?",
        "what is Sara's plan for protein?", "did Mike sleep well?", "who needs more protein?",
        "is anyone tired after training?", "what does Sara still want to run?",
    ]

    private let server: MadeUpServer

    package init(
        executable: SpotterExecutable,
        messages: Int,
        chats: Int,
        progress: @escaping @Sendable (String) -> Void
    ) {
        var server = MadeUpServer(
            executable: executable,
            messages: messages,
            chats: chats,
            progress: progress
        )
        server.settings = ["SPOTTER_LIMIT_QUESTIONS": "off", "SPOTTER_LIMIT_SEARCHES": "off"]
        self.server = server
    }

    /// - Parameter rounds: how often each question is asked at each door.
    package func run(rounds: Int) async throws -> [Row] {
        try await server.measure { rest, token, _, isWarmUp in
            let me = try await rest.request("GET", "/v1/me", token: token).json
            guard let user = (me["user"] as? [String: Any])?["id"] as? String else {
                throw SpotterError(.unavailable, "the server doesn't say who asks")
            }
            let rounds = isWarmUp ? 1 : rounds
            return try await Self.measure(
                .nativeQuestion,
                DoorRequest.questions,
                rounds,
                rest,
                token,
                user
            )
                + Self.measure(.nativeSearch, DoorRequest.searches, rounds, rest, token, user)
        }
    }

    /// Each question at every door before the next one, beginning with another door each time: what changes on the
    /// machine or in the data changes for all.
    private static func measure(
        _ native: DoorRequest,
        _ doors: [DoorRequest],
        _ rounds: Int,
        _ rest: RESTClient,
        _ token: String,
        _ user: String
    ) async throws -> [Row] {
        let all = [native] + doors
        var times: [String: [Double]] = [:]
        for round in 0..<rounds {
            for (position, question) in words.enumerated() {
                for turn in all.indices {
                    let door = all[(turn + round + position) % all.count]
                    let begin = ContinuousClock.now
                    let answer = try await rest.request(
                        door.method,
                        door.path,
                        token: token,
                        headers: door.headers,
                        body: door.body(question, user)
                    )
                    times[door.name, default: []].append((ContinuousClock.now - begin).milliseconds)
                    guard answer.isSuccess else {
                        let text = String(buffer: answer.bytes).prefix(200)
                        throw SpotterError(.unavailable, "\(door.name): \(answer.status) \(text)")
                    }
                }
            }
        }
        let nativeMedian = Sample(times[native.name] ?? []).median
        return all.map { door in
            let sample = times[door.name] ?? []
            let median = Sample(sample).median
            return Row(
                door: door.name,
                calls: sample.count,
                medianMs: median.rounded(places: 2),
                nativeMedianMs: nativeMedian.rounded(places: 2),
                ratio: (median / nativeMedian).rounded(places: 3)
            )
        }
    }
}
