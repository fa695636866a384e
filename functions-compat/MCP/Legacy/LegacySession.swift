import Accounts
import Domain
import Synchronization

/// A client of the era with sessions, and the questions that its user hasn't answered yet.
final class LegacySession: Sendable {
    let id: String
    let version: ProtocolVersion
    /// Whether its client can ask its user.
    let hasElicitation: Bool
    private let owner: Owner
    private let state: Mutex<State>

    private static let maxQuestions = 16

    private struct Owner: Hashable {
        let user: UserID
        let session: SessionID
    }

    private struct Question {
        /// The call that waits for the answer.
        let call: JSONRPCID
        let answers: AsyncStream<Elicitation.Answer>.Continuation
    }

    private struct State {
        var lastUsed: Timestamp
        var next = 1
        var questions: [JSONRPCID: Question] = [:]
    }

    init(id: String, version: ProtocolVersion, hasElicitation: Bool, owner principal: Principal, at now: Timestamp) {
        self.id = id
        self.version = version
        self.hasElicitation = hasElicitation && version.hasElicitation
        owner = Owner(user: principal.userId, session: principal.sessionId)
        state = Mutex(State(lastUsed: now))
    }

    var userId: UserID { owner.user }
    var lastUsed: Timestamp { state.withLock { $0.lastUsed } }

    /// Whether it was begun by the same user in the same log-in, or by the same key.
    func belongs(to principal: Principal) -> Bool {
        owner == Owner(user: principal.userId, session: principal.sessionId)
    }

    func use(at now: Timestamp) { state.withLock { $0.lastUsed = max($0.lastUsed, now) } }

    // MARK: Questions

    /// Begins to wait for an answer, which comes once or never.
    /// - Throws: `SpotterError` if too many wait.
    func ask(for call: JSONRPCID) throws -> (id: JSONRPCID, answers: AsyncStream<Elicitation.Answer>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Elicitation.Answer.self,
            bufferingPolicy: .bufferingOldest(1)
        )
        let id: JSONRPCID? = state.withLock { state in
            guard state.questions.count < Self.maxQuestions else { return nil }
            let id = JSONRPCID.text("spotter-\(state.next)")
            state.next += 1
            state.questions[id] = Question(call: call, answers: continuation)
            return id
        }
        guard let id else {
            throw SpotterError(.rateLimited, "Too many of your proposals wait for an answer. Answer one first.")
        }
        return (id, stream)
    }

    /// - Returns: whether the question waited for it.
    func answer(_ id: JSONRPCID, _ answer: Elicitation.Answer?) -> Bool {
        guard let question = state.withLock({ $0.questions.removeValue(forKey: id) }) else { return false }
        if let answer { question.answers.yield(answer) }
        question.answers.finish()
        return true
    }

    func stopAsking(_ id: JSONRPCID) { _ = answer(id, nil) }

    /// The client wants no result of a call any more.
    func cancel(_ call: JSONRPCID) {
        let waiting = state.withLock { state in state.questions.filter { $0.value.call == call }.map(\.key) }
        for id in waiting { stopAsking(id) }
    }

    func end() {
        for id in state.withLock({ Array($0.questions.keys) }) { stopAsking(id) }
    }
}
