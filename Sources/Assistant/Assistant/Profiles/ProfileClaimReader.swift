public import ClientProfiles
public import Domain
import LanguageModels
import ModelBudgets
import SpotterAPI

/// Asks a language model for claims about a client, within the trainer's budget.
struct ProfileClaimReader: ProfileModel {
    static let maxTextLength = 32_000
    static let timeLimit = Duration.seconds(120)

    let model: any LanguageModel
    let meter: ModelMeter
    let sleep: @Sendable (Duration) async throws -> Void

    var name: String { model.name }

    func claims(in messages: [ProfileModelMessage], for trainer: UserID) async throws -> [ProfileClaim] {
        let answer: (text: String, isShort: Bool)
        do {
            answer = try await meter.text(
                of: model,
                ProfileClaimPrompt(messages: messages).request(of: model),
                for: trainer,
                upTo: Self.maxTextLength,
                within: Self.timeLimit,
                orSay: "The model took too long to read messages.",
                sleep: sleep
            )
        } catch let error as ModelError {
            throw ProfileModelFailure(error)
        } catch let error as SpotterError where error.code == .quotaExceeded {
            throw ProfileModelFailure.budgetUsedUp(retryAfter: error.retryAfterMs.map { .milliseconds($0) })
        }
        // A stream that is cancelled ends like one that is complete.
        try Task.checkCancellation()
        guard let claims = ProfileClaimReading.claims(in: answer.text) else {
            // An answer that the budget has cut off would be cut off again.
            if answer.isShort { throw ProfileModelFailure.budgetUsedUp() }
            throw ProfileModelFailure.unusable("it isn't the JSON that was asked for")
        }
        return claims
    }
}

extension ProfileModelFailure {
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
    /// Reads client profiles with one of the models.
    /// - Throws: `invalid_request` if there is no such model.
    public func profileModel(named name: String) throws(SpotterError) -> any ProfileModel {
        guard let reader = profileReaders[name] else {
            let names = profileReaders.keys.sorted().joined(separator: ", ")
            throw SpotterError.invalid(
                "There is no language model named \(name) to read client profiles; "
                    + (names.isEmpty ? "none is configured." : "there are: \(names).")
            )
        }
        return reader
    }
}
