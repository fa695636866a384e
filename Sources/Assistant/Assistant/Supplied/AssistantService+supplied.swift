public import Accounts
import AssistantTools
public import Domain
import Logging
import ModelBudgets
public import SpotterAPI

extension AssistantService {
    /// Continues an answer that ended with calls of a program's tools. The new answer stands beside it, under the same
    /// question, whose words are still all that allows an action.
    /// - Parameters:
    ///   - turn: the answer with the calls.
    ///   - outputs: of all its calls.
    /// - Throws: the same as `query`; `not_found` unless the turn is an answer to this user; `invalid_request` if the
    ///   output of a call is missing.
    public func resume(
        _ turn: TurnID,
        with outputs: [ToolExchange.Output],
        _ supplied: SuppliedContext,
        model: String? = nil,
        by principal: Principal
    ) async throws -> Generation {
        let record = try await conversations.record(of: turn, for: principal.actor)
        let exchange = ToolExchange(text: record.answer.text, calls: record.calls, outputs: outputs)
        if let call = exchange.unanswered {
            throw SpotterError.invalid("No tool output found for function call \(call.id).")
        }
        let choice = try await choice(of: model, for: principal.userId)
        let requester = try Self.requester(principal.user, timezone: nil, locale: nil)
        var wanted = Wanted(by: principal)
        wanted.supplied = supplied
        wanted.supplied.exchanges = record.exchanges + [exchange]
        wanted.continued = turn
        return try await begin(for: requester, nil, wanted) { [conversations] in
            try await conversations.askAgain(turn, model: choice, by: principal.actor)
        }
    }

    /// A program that wants nothing kept gets its answer even if this fails; what is left stands among the archived ones.
    func remove(_ added: Conversations.Added, of task: AnswerTask) async {
        do {
            switch added {
            case .conversation: try await conversations.delete(task.conversationId, by: task.requester.actor)
            case .turn(let turn): _ = try await conversations.deleteTurns(from: turn, by: task.requester.actor)
            }
        } catch {
            logger.error("an answer could not be deleted: \(error)", metadata: ["turn": "\(task.answerId)"])
        }
    }

    /// About how many tokens a text has, for programs that ask before they send it.
    public static func estimatedTokens(of text: String) -> Int {
        var estimate = TokenEstimate()
        estimate.add(text)
        return estimate.likely
    }
}
