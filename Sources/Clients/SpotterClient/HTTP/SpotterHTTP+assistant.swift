import AsyncHTTPClient
public import Domain
import Foundation
import NIOCore
import ServerSentEvents
public import SpotterAPI

extension SpotterHTTP {
    /// Asks the assistant and waits for the complete answer.
    /// - Throws: `ClientError.refused` with `invalid_request`, `rate_limited`, or `not_found` if the conversation isn't
    ///   the user's.
    public func ask(_ query: AssistantQuery) async throws -> AssistantAnswer {
        try await send(askCall(query, accept: "application/json"))
    }

    /// Asks the assistant and streams the answer as it is generated. The last event is `completed`; a failure is
    /// thrown.
    ///
    /// Releasing the stream closes the connection. The server continues and stores the answer.
    public func askStreaming(_ query: AssistantQuery) -> AsyncThrowingStream<AssistantEvent, any Error> {
        events(of: askCall(query, accept: "text/event-stream"))
    }

    /// Answers the same question again, beside the old answer, and streams like `askStreaming`.
    public func regenerateStreaming(
        _ turn: TurnID,
        timezone: String? = nil
    ) -> AsyncThrowingStream<AssistantEvent, any Error> {
        var call = HTTPCall.post("/v1/assistant/messages/\(turn)/regenerate", RegenerateRequest(timezone: timezone))
        call.accept = "text/event-stream"
        call.timeout = .minutes(5)
        return events(of: call)
    }

    private func events(of call: HTTPCall) -> AsyncThrowingStream<AssistantEvent, any Error> {
        AsyncThrowingStream { continuation in
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

    private func askCall(_ query: AssistantQuery, accept: String) -> HTTPCall {
        var call = HTTPCall.post("/v1/assistant/query", query)
        call.accept = accept
        call.timeout = .minutes(5)  // a model on a small machine may take minutes
        return call
    }

    private func stream(_ call: HTTPCall, _ yield: (AssistantEvent) -> Void) async throws {
        let response = try await respond(to: call)
        // `completed` contains the complete answer in one event.
        var parser = ServerSentEventParser(maxEventBytes: 8 << 20)
        var isComplete = false
        do {
            for try await chunk in response.body {
                for raw in try parser.feed(chunk.readableBytesView) {
                    if raw.name == AssistantEvent.errorName {
                        throw ClientError(try JSONDecoder().decode(ErrorEnvelope.self, from: Data(raw.data.utf8)))
                    }
                    guard let event = try AssistantEvent(raw) else { continue }
                    if case .completed = event { isComplete = true }
                    yield(event)
                }
            }
        } catch let error as ClientError {
            throw error
        } catch let error as DecodingError {
            throw ClientError.unexpectedAnswer(
                "\(server) streamed something that this version can't read (\(ErrorText.of(error)))"
            )
        } catch is ServerSentEventParser.Overflow {
            throw ClientError.unexpectedAnswer("\(server) streamed an event that is too long")
        } catch {
            throw ClientError.unreachable(server, because: error)
        }
        guard isComplete else { throw ClientError.disconnected("the answer broke off before its end") }
    }

    /// What waits for the user's yes, newest first.
    /// - Throws: `ClientError`.
    public func pendingProposals() async throws -> [Proposal] {
        try await send(.get("/v1/assistant/proposals", [("state", "pending")]), ProposalsResponse.self).proposals
    }

    /// Confirms a proposal, which executes it. A second confirmation returns the same result and has no effect.
    /// - Parameter version: the one that the user has seen.
    /// - Throws: `ClientError.refused` with `not_found`, `expired`, or `conflict` if it was edited since, was cancelled or
    ///   couldn't be executed.
    public func confirm(proposal id: String, version: Int = 1) async throws -> ProposalOutcome {
        let path = "/v1/assistant/proposals/\(PercentEncoding.encode(id))/confirm"
        return try await send(.post(path, ConfirmProposalRequest(version: version)))
    }

    /// Changes what a pending proposal would do, with the checks of a new one.
    /// - Throws: `ClientError.refused` with `not_found`, `expired`, `invalid_request`, or `conflict` if it isn't pending,
    ///   was edited since, or if something stands against it.
    public func edit(proposal id: String, _ request: EditProposalRequest) async throws -> Proposal {
        let path = "/v1/assistant/proposals/\(PercentEncoding.encode(id))"
        let response: ProposalResponse = try await send(.patch(path, request))
        return response.proposal
    }

    /// Cancels a proposal. Cancelling it again has no effect.
    /// - Throws: `ClientError.refused` with `not_found`, `expired`, or `conflict` if it was executed or has failed.
    public func cancel(proposal id: String) async throws -> Proposal {
        try await send(.post("/v1/assistant/proposals/\(PercentEncoding.encode(id))/cancel"), ProposalResponse.self)
            .proposal
    }

    /// The user's entries of the audit log, newest first.
    /// - Parameter limit: 1 to 200.
    /// - Throws: `ClientError`.
    public func audit(limit: Int = 50) async throws -> [AuditEntry] {
        try await send(.get("/v1/assistant/audit", [("limit", String(limit))]), AuditResponse.self).entries
    }
}
