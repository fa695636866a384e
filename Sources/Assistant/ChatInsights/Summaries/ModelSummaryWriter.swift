package import AssistantTools
package import Domain
package import LanguageModels
import Messaging
package import ModelBudgets
package import SpotterAPI

/// Lets a language model write the points of a summary, from the lines that the extracted summary cites.
///
/// A point that cites no line, or that has a number or a name that its lines don't have, is left out: what can't be
/// looked up isn't told. Tasks, decisions, questions and dates stay in the chat's own words.
package struct ModelSummaryWriter: Sendable {
    /// The extracted points from which the model writes.
    package static let maxSourcePoints = 40
    package static let maxTextLength = 8_000
    package static let maxOutputTokens = 2_000
    /// Written summaries.
    package static let maxCached = 64
    package static let timeLimit = Duration.seconds(60)

    package let model: any LanguageModel
    package let meter: ModelMeter
    let cache: SummaryCache
    package let sleep: @Sendable (Duration) async throws -> Void

    package init(
        model: any LanguageModel,
        meter: ModelMeter,
        cache: SummaryCache,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.model = model
        self.meter = meter
        self.cache = cache
        self.sleep = sleep
    }

    /// - Parameter source: with up to ``maxSourcePoints`` points.
    /// - Returns: `nil` if nothing that the model wrote can be looked up.
    /// - Throws: `ModelError`; `quota_exceeded`.
    package func summary(from source: ExtractedSummary, for requester: Requester, at now: Timestamp) async throws
        -> ChatSummary?
    {
        let lines = source.citedMessages
        guard !lines.isEmpty else { return nil }
        let prompt = SummaryPrompt(requester: requester, now: now, lines: lines)
        let key = SummaryKey(model: model.name, owner: requester.user.id, prompt: prompt.messages)
        let written: String
        if let known = cache[key] {
            written = known
        } else {
            written = try await meter.text(
                of: model,
                prompt.request(of: model),
                for: requester.user.id,
                upTo: Self.maxTextLength,
                within: Self.timeLimit,
                orSay: "The model took too long to write a summary.",
                sleep: sleep
            ).text
        }
        let points = WrittenPoints(prompt: prompt, people: Set(source.messages.map(\.senderName))).points(in: written)
        guard !points.isEmpty else { return nil }
        cache.store(written, for: key)
        var summary = source.summary
        summary.points = points
        summary.model = model.name
        return summary.worded(for: requester, covering: source.messages)
    }
}
