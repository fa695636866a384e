import Accounts
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import NIOCore
import SpotterAPI

/// The answer to a call that proposes something: a stream with the question, and then, once its user has answered, with
/// the result. Closing the stream leaves the proposal as it is.
struct ElicitationStream: Sendable {
    /// For so long an answer is waited for. The proposal itself can be confirmed for longer.
    private static let patience = Duration.seconds(900)
    /// How often the connection is kept alive.
    private static let pulse = Duration.seconds(15)

    let tools: ToolRunner
    let session: LegacySession
    let caller: MCPCaller

    private enum Step {
        case pulse
        /// `nil` if nobody answered.
        case answered(Elicitation.Answer?)
    }

    /// - Throws: `rate_limited` if too many streams or questions of the caller wait.
    func response(asking proposal: Proposal, for call: JSONRPCID) throws -> Response {
        let place = try caller.context.admitStream(caller.principal)
        let (id, answers) = try session.ask(for: call)
        let question: JSONValue = [
            "jsonrpc": "2.0", "id": id.json, "method": "elicitation/create",
            "params": Elicitation.params(of: proposal, for: caller.principal.user),
        ]
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-cache, no-transform"]
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return Response(
            status: .ok,
            headers: headers,
            body: .init { [self] writer in
                defer { session.stopAsking(id) }
                try await writer.write(MCPResponse.event(question))
                for await step in Self.steps(answers) {
                    switch step {
                    case .pulse: try await writer.write(ByteBuffer(string: ": waiting\n\n"))
                    case .answered(let answer):
                        let (id, version) = (proposal.id, proposal.version)
                        let result = try await tools.settle(id, version, answer ?? .cancel, for: caller)
                        let message = MCPResponse.message(.object(result.members), call)
                        try await writer.write(MCPResponse.event(message))
                    }
                }
                try await writer.finish(nil)
                withExtendedLifetime(place) {}
            }
        )
    }

    /// A pulse now and then, and last the answer.
    private static func steps(_ answers: AsyncStream<Elicitation.Answer>) -> AsyncStream<Step> {
        AsyncStream { continuation in
            let pulses = Task {
                for _ in 0..<Int(patience / pulse) {
                    try await Task.sleep(for: pulse)
                    continuation.yield(.pulse)
                }
                continuation.yield(.answered(nil))
                continuation.finish()
            }
            let waiting = Task {
                var answer: Elicitation.Answer?
                for await given in answers { answer = given }
                guard !Task.isCancelled else { return }
                continuation.yield(.answered(answer))
                continuation.finish()
            }
            continuation.onTermination = { _ in
                pulses.cancel()
                waiting.cancel()
            }
        }
    }
}
