import AssistantTools
import Domain
import Retrieval
import SpotterAPI
import WebSearch

/// Answers "search the web for …" without a language model: by what the engine found, as outside text. Everything else goes
/// to the generator behind it.
struct WebSearchAnswers: AnswerGenerator {
    let generator: any AnswerGenerator
    let engine: (any WebSearching)?
    let search: MessageSearch

    private static let lead = "From the web, not from your chats; nobody here has checked it:"

    func answer(_ task: AnswerTask, into generation: Generation) async throws {
        guard let engine, let wish = task.webWish else { return try await generator.answer(task, into: generation) }
        let directory = try await search.scope(for: task.requester.actor, in: task.chatId).people
        guard let tool = WebTool(engine, for: task, directory: directory) else {
            return try await generator.answer(task, into: generation)
        }
        switch try await tool.search(wish, into: generation) {
        case .found(let results):
            generation.edit { $0.citePages(results.map(WebSource.init)) }
            generation.emit(.textDelta(Self.lead))
            for (position, result) in results.enumerated() {
                let words = result.snippet.isEmpty ? "" : ": “\(result.snippet)”"
                generation.emit(.textDelta("\n- \(result.title)\(words) [w\(position + 1)]"))
            }
        case .nothing(let reason):
            generation.edit { $0.claim(.nothing) }
            generation.emit(.textDelta("I found nothing on the web. \(reason)"))
        }
        generation.emit(.usage(AssistantAnswer.Usage()))
    }
}
