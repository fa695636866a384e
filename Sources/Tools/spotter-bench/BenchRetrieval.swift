import ArgumentParser
import Benchmarks
import CommandLineSupport
import Domain
import Retrieval
import ServerHarness
import SpotterAPI

/// Measures how well search finds relevant messages: labelled queries over the example studio.
struct BenchRetrieval: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retrieval",
        abstract: "How well search finds what was meant: recall, nDCG and MRR on labelled queries.",
        discussion: """
            Imports the fixture into a temporary folder, embeds it, and asks the search itself, as the person who asks in \
            each label. Queries that have no answer are left out of the figures; what they find is shown apart.

            Examples:
              spotter bench retrieval
              spotter bench retrieval --without-multilingual
              spotter bench retrieval --labels fixtures/retrieval.jsonl --ablate
              spotter bench retrieval --json | jq '.rows[] | select(.set == "held")'
            """
    )

    @Option(help: "JSON lines to import.") var fixture = "fixtures/studio.jsonl"
    @Option(help: "Labelled queries; repeat it for several files.")
    var labels = [
        "fixtures/retrieval.jsonl", "fixtures/retrieval-lines.jsonl", "fixtures/retrieval-unanswered.jsonl",
    ]
    @Option(help: "The server's clock: what \"last week\" means in a query.") var now = "2026-03-11T13:15:00Z"
    @Flag(help: "Hybrid without each of its ideas, and with each alone.") var ablate = false
    @Flag(help: "Without the second model.") var withoutMultilingual = false
    @Flag(help: "The results of every query.") var verbose = false
    @Flag(help: "One JSON document.") var json = false

    private struct Report: Encodable {
        let models: [String]
        let messages: Int
        let queries: Int
        let rows: [RetrievalRow]
        /// The median score of the best hybrid result, for queries with an answer and for those without.
        let bestScoreWithAnswer: Double
        let bestScoreWithoutAnswer: Double
        let confidence: ConfidenceTable
        /// Sets in which hybrid is worse than meaning alone by more than 0.05 nDCG.
        let hybridBelowDense: [String]
    }

    func run() async throws {
        guard let start = Timestamp(rfc3339: now) else { throw ValidationError("--now takes an RFC 3339 time") }
        do {
            let queries = try labels.flatMap { try LabelledQuery.read($0) }
            let studio = try await RetrievalFixture.open(
                fixture: fixture,
                at: start,
                usesCompanion: !withoutMultilingual
            )
            defer { studio.remove() }
            var rows: [RetrievalRow] = []
            var best: (some: [Double], none: [Double]) = ([], [])
            var confidence = ConfidenceTable()
            for method in methods {
                var measured: [(LabelledQuery, RetrievalMeasure)] = []
                for query in queries {
                    let found = try await studio.search(query, method)
                    if method.name == "hybrid" { confidence.add(found, of: query) }
                    if method.name == "hybrid", let score = found.first?.score {
                        if query.relevant.isEmpty { best.none.append(score) } else { best.some.append(score) }
                    }
                    if verbose, !json { show(query, method, found) }
                    guard !query.relevant.isEmpty else { continue }
                    measured.append((query, RetrievalMeasure(found.map(\.clientMessageId), relevant: query.relevant)))
                }
                rows += RetrievalRow.rows(method.name, measured)
            }
            try await studio.close()
            let report = Report(
                models: studio.models,
                messages: studio.messages,
                queries: queries.count,
                rows: rows,
                bestScoreWithAnswer: Sample(best.some).median.rounded(places: 3),
                bestScoreWithoutAnswer: Sample(best.none).median.rounded(places: 3),
                confidence: confidence,
                hybridBelowDense: RetrievalRow.sets(where: "hybrid", isBelow: "dense", by: 0.05, in: rows)
            )
            if json { return try outputJSON(report) }
            output(
                "\(report.messages) messages, \(report.queries) queries, \(report.models.joined(separator: " and "))"
            )
            for line in RetrievalRow.table(rows) { output(line) }
            output(
                """
                best hybrid score, median: \(report.bestScoreWithAnswer) where there's an answer, \
                \(report.bestScoreWithoutAnswer) where there's none
                """
            )
            for line in report.confidence.lines { output(line) }
            let worse = report.hybridBelowDense
            output(
                "hybrid below dense by more than 0.05 nDCG in: \(worse.isEmpty ? "no set" : worse.joined(separator: ", "))"
            )
        } catch {
            throw fail(error)
        }
    }

    private func show(_ query: LabelledQuery, _ method: RetrievalMethod, _ found: [SearchResult]) {
        output("\(query.id) \(method.name): \(query.query)")
        for (rank, result) in found.enumerated() {
            let grade = query.relevant[result.clientMessageId].map { "\($0)" } ?? "-"
            output(
                "   \(rank + 1). [\(grade)] \(result.clientMessageId) \(result.score.rounded(places: 3)) \(result.text.prefix(80))"
            )
        }
    }

    private var methods: [RetrievalMethod] {
        var methods: [RetrievalMethod] = [
            .init("text", .text), .init("dense", .semantic), .init("hybrid", .hybrid),
        ]
        guard ablate else { return methods }
        for idea in RetrievalMethod.Idea.allCases {
            methods.append(.init("hybrid - \(idea.rawValue)", .hybrid, idea.removed(from: RankingOptions())))
        }
        for idea in RetrievalMethod.Idea.allCases {
            methods.append(.init("dense + \(idea.rawValue)", .hybrid, idea.only(of: RankingOptions())))
        }
        return methods
    }
}
