public import Domain
import LanguageModels
public import Measures
import ModelBudgets
import SpotterAPI

/// Asks a language model for values in clients' messages, within the trainer's budget.
struct MeasureClaimReader: MeasureModel {
    static let maxTextLength = 32_000
    static let timeLimit = Duration.seconds(120)

    let model: any LanguageModel
    let meter: ModelMeter
    let sleep: @Sendable (Duration) async throws -> Void

    var name: String { model.name }

    func claims(in messages: [MeasureModelMessage], for trainer: UserID) async throws -> [MeasureClaim] {
        let answer: (text: String, isShort: Bool)
        do {
            answer = try await meter.text(
                of: model,
                MeasureClaimPrompt(messages: messages).request(of: model),
                for: trainer,
                upTo: Self.maxTextLength,
                within: Self.timeLimit,
                orSay: "The model took too long to read messages.",
                sleep: sleep
            )
        } catch let error as ModelError {
            throw MeasureModelFailure(error)
        } catch let error as SpotterError where error.code == .quotaExceeded {
            throw MeasureModelFailure.budgetUsedUp(retryAfter: error.retryAfterMs.map { .milliseconds($0) })
        }
        // A stream that is cancelled ends like one that is complete.
        try Task.checkCancellation()
        guard let claims = MeasureClaimReading.claims(in: answer.text) else {
            // An answer that the budget has cut off would be cut off again.
            if answer.isShort { throw MeasureModelFailure.budgetUsedUp() }
            throw MeasureModelFailure.unusable("it isn't the JSON that was asked for")
        }
        return claims
    }
}

extension MeasureModelFailure {
    init(_ error: ModelError) {
        self =
            switch error.code {
            case .rejected: .unusable(error.message)
            case .rateLimited(let retryAfter): .unavailable(error.message, retryAfter: retryAfter)
            case .unavailable, .timeout, .interrupted, .misconfigured, .authentication, .protocolViolation:
                .unavailable(error.message)
            }
    }
}

extension AssistantService {
    /// Reads measures with one of the models.
    /// - Throws: `invalid_request` if there is no such model.
    public func measureModel(named name: String) throws(SpotterError) -> any MeasureModel {
        guard let reader = measureReaders[name] else {
            let names = measureReaders.keys.sorted().joined(separator: ", ")
            throw SpotterError.invalid(
                "There is no language model named \(name) to read measures; "
                    + (names.isEmpty ? "none is configured." : "there are: \(names).")
            )
        }
        return reader
    }
}
