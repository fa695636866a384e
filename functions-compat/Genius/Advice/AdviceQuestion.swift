import Accounts
import Assistant
import Domain
import SportsData
import SpotterAPI

/// Puts a request to the assistant: in the conversation that it continues, or in a new one.
struct AdviceQuestion: Sendable {
    let wanted: AdviceRequest
    let services: GeniusServices
    let principal: Principal

    func ask() async throws -> AskedAdvice {
        let (model, replaced) = chosenModel
        var query = AssistantQuery(message: wanted.question, model: model, webSearch: wanted.webSearch)
        query.mediaIds = try await services.files.stored(wanted.pictures, for: principal)
        let notes = replaced.map { [$0] } ?? []
        if let previous = wanted.previous, let generation = try await continued(from: previous, query) {
            return AskedAdvice(generation: generation, notes: notes)
        }
        let generation = try await advise(query, with: wanted.supplied)
        let restart = wanted.previous == nil ? [] : [AdviceStatus.contextRestarted]
        return AskedAdvice(generation: generation, notes: restart + notes)
    }

    /// The stored conversation goes on. What the app sends of it along is left out: the server has it.
    /// - Returns: `nil` if no answer of the user's has that id.
    private func continued(from previous: String, _ query: AssistantQuery) async throws -> Generation? {
        guard let turn = ResponseID.turn(previous), let conversation = try await conversation(of: turn) else {
            return nil
        }
        var query = query
        query.conversationId = conversation
        query.parent = .turn(turn)
        var supplied = SuppliedContext()
        supplied.instructions = wanted.supplied.instructions
        do {
            return try await advise(query, with: supplied)
        } catch let error as SpotterError where error.code == .notFound {
            // It was deleted meanwhile, unless something else is missing.
            guard try await self.conversation(of: turn) == nil else { throw error }
            return nil
        }
    }

    private func conversation(of turn: TurnID) async throws -> ConversationID? {
        do {
            return try await services.assistant.record(of: turn, for: principal).conversationId
        } catch let error as SpotterError where error.code == .notFound {
            return nil
        }
    }

    private func advise(_ query: AssistantQuery, with supplied: SuppliedContext) async throws -> Generation {
        let lookups = services.sports.isOn ? BaseballTools(sports: services.sports) : nil
        return try await services.assistant.advise(query, with: supplied, lookups, by: principal)
    }

    /// The app names a model of its own where it couldn't learn the server's. Pictures go to one that sees.
    private var chosenModel: (name: String?, note: AdviceStatus?) {
        let models = services.models
        var (model, note): (String?, AdviceStatus?) = (nil, nil)
        do {
            model = try models.answering(wanted.model)
        } catch {
            note = .modelReplaced(models.shownName(nil))
        }
        guard !wanted.pictures.isEmpty else { return (model, note) }
        let seeing = models.seeing(model)
        return (seeing, seeing == model ? note : .modelSees(models.shownName(seeing)))
    }
}
