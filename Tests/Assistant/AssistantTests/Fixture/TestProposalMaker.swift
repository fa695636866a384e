import Assistant
import AssistantTools
import Domain
import Foundation
import LanguageModels
import SpotterAPI
import Storage
import Synchronization

/// Resolves requests as a test specifies, and stores proposals without executing them.
final class TestProposalMaker: ToolResolving, Proposing {
    typealias Resolve = @Sendable (ToolRequest, Requester) throws -> ToolResolution

    private let database: any Database
    private let ids: any IDSource
    private let clock: any WallClock
    private let state = Mutex((requests: [ToolRequest](), requesters: [Requester](), resolve: Resolve?.none))

    init(database: any Database, ids: any IDSource, clock: any WallClock) {
        self.database = database
        self.ids = ids
        self.clock = clock
    }

    var requests: [ToolRequest] { state.withLock { $0.requests } }
    var requesters: [Requester] { state.withLock { $0.requesters } }

    /// By default, every request resolves to a reminder with the request's text.
    func resolves(_ resolve: @escaping Resolve) { state.withLock { $0.resolve = resolve } }

    func resolve(_ request: ToolRequest, for requester: Requester) async throws -> ToolResolution {
        let resolve = state.withLock { state in
            state.requests.append(request)
            state.requesters.append(requester)
            return state.resolve
        }
        if let resolve { return try resolve(request, requester) }
        let text = request.text ?? request.tool.rawValue
        return .ready(.setReminder(.init(text: text, dueAt: clock.now())), summary: "Do: \(text)")
    }

    func create(
        arguments: ToolArguments,
        summary: String,
        doubts: [ProposalDoubt],
        owner: UserID,
        conversation: ConversationID?,
        turn: TurnID?
    ) async throws -> Proposal {
        let now = clock.now()
        let proposal = Proposal(
            id: ids.next(),
            tool: arguments.tool,
            arguments: arguments,
            summary: summary,
            state: .pending,
            expiresAt: now.adding(minutes: 10),
            doubts: doubts
        )
        try await database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO proposals (id, owner_id, conversation_id, turn_id, tool, arguments, summary, state,
                    created_at, expires_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9)
                """,
                proposal.id,
                owner,
                conversation,
                turn,
                proposal.tool.rawValue,
                String(decoding: try JSONEncoder().encode(arguments), as: UTF8.self),
                summary,
                now,
                proposal.expiresAt
            )
        }
        return proposal
    }

    func pending(in conversation: ConversationID, for actor: Actor) async throws -> [Proposal] { [] }

    func confirm(
        _ id: ProposalID,
        version: Int,
        by actor: Actor
    ) async throws -> (proposal: Proposal, result: ProposalResult) {
        throw SpotterError.notFound("proposal")
    }

    func cancel(_ id: ProposalID, by actor: Actor) async throws -> Proposal { throw SpotterError.notFound("proposal") }

    /// Owners and states of all proposals.
    func stored() async throws -> [(owner: UserID, state: ProposalState)] {
        try await database.read { connection in
            try connection.query("SELECT owner_id, state FROM proposals ORDER BY created_at, id") {
                (try $0.id(0), try $0.word(1))
            }
        }
    }
}

/// A model that returns what a test feeds it, at the time of the test's choice.
final class FedModel: LanguageModel {
    let name: String
    private let streams = Mutex<[AsyncThrowingStream<ModelEvent, any Error>.Continuation]>([])
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init(name: String = "fed") {
        self.name = name
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelEvent, any Error> {
        let (stream, continuation) = AsyncThrowingStream<ModelEvent, any Error>.makeStream()
        streams.withLock { $0.append(continuation) }
        arrival.yield()
        return stream
    }

    /// Returns when the next request has arrived.
    func asked() async {
        for await _ in arrivals { return }
    }

    func say(_ text: String, to request: Int = 0) {
        streams.withLock { _ = $0[request].yield(.textDelta(text)) }
    }

    func end(_ request: Int = 0, _ error: ModelError? = nil) {
        let stream = streams.withLock { $0[request] }
        if error == nil { stream.yield(.finished(.stop)) }
        stream.finish(throwing: error)
    }
}

/// A calendar with these events.
struct FixedCalendar: CalendarReading {
    let list: [CalendarEvent]

    func events(of actor: Actor, since: Timestamp, until: Timestamp) async throws -> [CalendarEvent] {
        list.filter { $0.trainerId == actor.userId && $0.startsAt < until && $0.endsAt > since }
            .sorted { $0.startsAt < $1.startsAt }
    }
}

extension AsyncStream<AssistantEvent> {
    /// All events, each in a few words.
    func told() async -> [String] {
        var told: [String] = []
        for await event in self { told.append(event.told) }
        return told
    }
}

extension AssistantEvent {
    var told: String {
        switch self {
        case .started: "started"
        case .retrieved(let citations): "retrieved \(citations.count)"
        case .thinkingDelta(let text): "thinking \(text)"
        case .textDelta(let text): "text \(text)"
        case .webSearch(let search): "web \(search.state.rawValue) \(search.query)"
        case .lookup(let lookup): "lookup \(lookup.state.rawValue) \(lookup.tool)"
        case .proposal(let proposal): "proposal \(proposal.summary)"
        case .needs: "needs"
        case .usage: "usage"
        case .completed(let answer): "completed \(answer.text)"
        case .failed(let error): "failed \(error.code.rawValue)"
        }
    }
}
