import AssistantTools
import Domain
import LanguageModels
import OutputSafety
import Retrieval
import SpotterAPI
import WebSearch

/// Searches of the web for one answer: whether they are allowed, what is asked, and what is told of it.
struct WebTool: Sendable {
    static let name = "webSearch"
    /// For one answer.
    static let maxSearches = 2
    static let maxResults = 5

    private let engine: any WebSearching
    private let task: AnswerTask
    private let directory: PeopleDirectory

    /// - Parameter engine: `nil` if the operator has set up none.
    /// - Returns: `nil` unless the user wants a search, or asks for what only the web knows. Nothing but the user's own
    ///   words decides.
    init?(_ engine: (any WebSearching)?, for task: AnswerTask, directory: PeopleDirectory) {
        guard let engine, task.searchDecision(directory).shouldSearch else { return nil }
        self.engine = engine
        self.task = task
        self.directory = directory
    }

    /// What the model is offered.
    static let definition = ToolDefinition(
        name: name,
        description: "Search the web. Only words that the user typed are sent; others are dropped.",
        parameters: [
            "type": "object",
            "properties": ["query": ["type": "string", "description": "A few words, as the user put them."]],
            "required": ["query"], "additionalProperties": false,
        ]
    )

    enum Outcome: Sendable {
        case found([WebResult])
        /// Why there is nothing, for the model and for people.
        case nothing(String)
    }

    /// Searches, and tells the readers so.
    /// - Parameter wanted: the query that a model asks for, or the user's own wish.
    /// - Throws: `CancellationError`.
    func search(_ wanted: String, into generation: Generation) async throws -> Outcome {
        let query = WebQuery(
            wanted,
            typed: task.typed,
            directory: directory,
            ownName: task.requester.user.displayName
        )
        guard let query else {
            return .nothing("Nothing was searched: no word of the query may leave the server. Names never do.")
        }
        func tell(_ state: WebSearchStatus.State, _ text: String, results: Int? = nil) {
            generation.emit(
                .webSearch(WebSearchStatus(state: state, query: query.text, results: results, text: text))
            )
        }
        tell(.started, "Searching the web…")
        do {
            let results = try await engine.results(for: query.text, limit: Self.maxResults)
            let count = results.count
            tell(.completed, "Found \(count == 1 ? "1 page" : "\(count) pages") on the web.", results: count)
            return results.isEmpty ? .nothing("The search engine found nothing.") : .found(results)
        } catch let error as WebSearchError {
            tell(.failed, "The web could not be searched. \(error.message)")
            return .nothing(error.message)
        }
    }
}

extension WebSource {
    /// What the page's own words link to is left out.
    init(_ result: WebResult) {
        let links = LinkFilter(allowedHosts: [result.host])
        self.init(
            title: links.harmless(result.title),
            url: result.url,
            host: result.host,
            quote: links.harmless(result.snippet)
        )
    }
}
