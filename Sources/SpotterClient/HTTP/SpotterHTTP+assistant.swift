import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import ServerSentEvents

extension SpotterHTTP {
    private struct Audit: Decodable { let entries: [AuditEntry] }
    private struct ProposalAnswer: Decodable { let proposal: Proposal }

    /// Asks, and waits for the whole answer.
    public func ask(_ question: AssistantQuestion) async throws -> AssistantAnswer {
        try await send(askCall(question, accept: "application/json"))
    }

    /// Asks, and gives the answer as it comes. The last event is `completed`; a failure is thrown.
    ///
    /// Dropping the stream closes the connection; the server goes on and stores the answer.
    public func askStreaming(_ question: AssistantQuestion) -> AsyncThrowingStream<AssistantEvent, any Error> {
        let call = askCall(question, accept: "text/event-stream")
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await stream(call) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func askCall(_ question: AssistantQuestion, accept: String) -> HTTPCall {
        var call = HTTPCall.post("/v1/assistant/query", question)
        call.accept = accept
        call.timeout = .minutes(5)  // a model on a small machine takes its time
        return call
    }

    private func stream(_ call: HTTPCall, _ yield: (AssistantEvent) -> Void) async throws {
        let response = try await respond(to: call)
        // `completed` carries the whole answer in one event.
        var parser = ServerSentEventParser(maxEventBytes: 8 << 20)
        var isComplete = false
        do {
            for try await chunk in response.body {
                for raw in try parser.feed(chunk.readableBytesView) {
                    guard let event = try AssistantEvent(raw) else { continue }
                    if case .completed = event { isComplete = true }
                    yield(event)
                }
            }
        } catch let error as DecodingError {
            throw ClientError.unexpectedAnswer("\(server) streamed something that this version can't read (\(error))")
        } catch is ServerSentEventParser.Overflow {
            throw ClientError.unexpectedAnswer("\(server) streamed an event that is too long")
        } catch {
            throw ClientError.unreachable(server, because: error)
        }
        guard isComplete else { throw ClientError.disconnected("the answer broke off before its end") }
    }

    /// Runs a proposal. Repeating it gives the same result and does nothing more.
    public func confirm(proposal id: String) async throws -> ProposalOutcome {
        try await send(.post("/v1/assistant/proposals/\(PercentEncoding.encode(id))/confirm"))
    }

    public func cancel(proposal id: String) async throws -> Proposal {
        try await send(.post("/v1/assistant/proposals/\(PercentEncoding.encode(id))/cancel"), ProposalAnswer.self)
            .proposal
    }

    /// Newest first.
    public func audit(limit: Int = 50) async throws -> [AuditEntry] {
        try await send(.get("/v1/assistant/audit", [("limit", String(limit))]), Audit.self).entries
    }
}
