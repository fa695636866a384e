package import Domain
package import LanguageModels
package import Logging
import Synchronization

/// Makes requests to models within the user's budget and writes them to the ledger.
package struct ModelMeter: Sendable {
    package let ledger: UsageLedger
    package let logger: Logger

    package init(ledger: UsageLedger, logger: Logger) {
        self.ledger = ledger
        self.logger = logger
    }

    package typealias Stream = AsyncPrefixWhileSequence<AsyncThrowingStream<ModelEvent, any Error>>

    /// What an answer may have if neither the request nor the model says so.
    static let standardOutput = 8_192

    /// Reserves, lets `body` read the answer, and settles what was used, however the reading ends.
    ///
    /// - Parameters:
    ///   - didSettle: is told what counts, before this returns or throws.
    ///   - body: is also told whether the budget makes the answer shorter than it could be.
    /// - Throws: `quota_exceeded`, `CancellationError` before the model is asked, and what `body` throws.
    package func ask<Value>(
        _ model: any LanguageModel,
        _ request: ModelRequest,
        for owner: UserID,
        didSettle: (ModelUsage) -> Void,
        _ body: (Stream, _ isShort: Bool) async throws -> Value
    ) async throws -> Value {
        let input = TokenEstimate(request)
        let wanted = request.maxOutputTokens ?? model.profile.maxOutputTokens ?? Self.standardOutput
        let reservation = try await ledger.reserve(model, for: owner, input: input.most, output: wanted)
        var request = request
        if reservation.isBounded { request.maxOutputTokens = reservation.outputTokens }
        let tally = UsageTally(input: input, mostOutput: reservation.isBounded ? reservation.outputTokens : .max)
        let result: Result<Value, any Error>
        var wasAsked = false
        do {
            try Task.checkCancellation()
            wasAsked = true
            // An answer that goes on beyond its limit is cut off, which ends the request.
            let stream = try model.stream(request).prefix { tally.admit($0) }
            result = .success(try await body(stream, reservation.outputTokens < wanted))
        } catch {
            result = .failure(error)
        }
        if let settled = await settle(reservation, tally, result.failure, wasAsked: wasAsked) { didSettle(settled) }
        return try result.get()
    }

    private func settle(
        _ reservation: UsageLedger.Reservation,
        _ tally: UsageTally,
        _ failure: (any Error)?,
        wasAsked: Bool
    ) async -> ModelUsage? {
        do {
            let isRefusal = !tally.hasEvents && (failure as? ModelError)?.isRefusal == true
            if isRefusal || !wasAsked {
                try await ledger.release(reservation)
                return nil
            }
            let (usage, isEstimate) = tally.usage
            return try await ledger.settle(reservation, usage, isEstimate: isEstimate)
        } catch {
            // Until the ledger can write it, what was reserved is charged.
            logger.error("the use of a model could not be noted yet: \(error)")
            return nil
        }
    }
}

extension ModelError {
    /// Whether the model can't have worked on the request.
    fileprivate var isRefusal: Bool {
        switch code {
        case .timeout, .interrupted: false
        case .unavailable, .rateLimited, .rejected, .misconfigured, .authentication, .protocolViolation: true
        }
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// Counts what comes of an answer.
final class UsageTally: Sendable {
    private struct State {
        var output = TokenEstimate()
        var reported: ModelUsage?
        var hasEvents = false
    }

    /// Words to a token from which on a provider isn't believed. Some leave out of the request what they had cached.
    private static let patience = (input: 64, output: 4)

    private let input: TokenEstimate
    private let mostOutput: Int
    private let state = Mutex(State())

    init(input: TokenEstimate, mostOutput: Int) {
        self.input = input
        self.mostOutput = mostOutput
    }

    var hasEvents: Bool { state.withLock { $0.hasEvents } }

    /// Whether the answer may go on. A text has at least as many tokens as words.
    func admit(_ event: ModelEvent) -> Bool {
        state.withLock { state in
            state.hasEvents = true
            switch event {
            case .textDelta(let text), .thinkingDelta(let text): state.output.add(text)
            case .toolCall(let call): state.output.add(" \(call.name) \(call.rawArguments)")
            case .usage(let usage): state.reported = usage
            case .providerState, .finished: break
            }
            return state.output.words <= mostOutput
        }
    }

    /// What the provider reports if that can be true, otherwise an estimate.
    var usage: (ModelUsage, isEstimate: Bool) {
        state.withLock { state in
            let guess = ModelUsage(inputTokens: input.likely, outputTokens: state.output.likely)
            guard let reported = state.reported else { return (guess, true) }
            let isLow = (
                input: reported.inputTokens < input.words / Self.patience.input,
                output: reported.outputTokens < state.output.words / Self.patience.output
            )
            guard isLow.input || isLow.output else { return (reported, false) }
            let usage = ModelUsage(
                inputTokens: isLow.input ? guess.inputTokens : reported.inputTokens,
                cachedInputTokens: isLow.input ? 0 : reported.cachedInputTokens,
                outputTokens: isLow.output ? guess.outputTokens : reported.outputTokens,
                reasoningTokens: isLow.output ? 0 : reported.reasoningTokens
            )
            return (usage, true)
        }
    }
}
