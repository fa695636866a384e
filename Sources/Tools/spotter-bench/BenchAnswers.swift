import ArgumentParser
import Assistant
import Benchmarks
import BuiltInAnswers
import CommandLineSupport
import Domain
import Foundation
import LanguageModels
import ServerHarness
import SpotterAPI

/// Measures the answers of the assistant, without a language model or with one: labelled questions over an example world.
struct BenchAnswers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answers",
        abstract: "How often the assistant cites what answers, and says so only when it does.",
        discussion: """
            Imports a world into a temporary folder, embeds it, and asks the built-in assistant, or the language model of
            --model, each question as the person who asks in its label.

            "cited": a message that answers is cited. "told" and "right": the share told as an answer, and how much of
            it is right. "none", "told" and "silent": questions that nothing answers, the share of them that is told as
            an answer all the same, and the share for which nothing is shown.

            A model costs what its provider takes for some 600 questions with their messages; its key is read from
            SPOTTER_LLM_API_KEY. Questions that it fails at count as asked, and are told at the end.

            Examples:
              spotter bench answers
              spotter bench answers --fixture world.jsonl --labels questions.jsonl
              spotter bench answers --signals signals.jsonl
              spotter bench answers --messages 100000
              spotter bench answers --model llama3 --model-url http://127.0.0.1:11434/v1
            """
    )

    @Option(help: "JSON lines to import.") var fixture = "fixtures/studio.jsonl"
    @Option(help: "Labelled questions; repeat it for several files.")
    var labels = ["fixtures/questions-studio.jsonl", "fixtures/unanswerable-studio.jsonl"]
    @Option(help: "The world's present.") var now = "2026-03-11T13:15:00Z"
    @Option(help: "A language model to ask, by its server's name for it.") var model: String?
    @Option(help: "Its server's address; without it, that of SPOTTER_LLM_BASE_URL.") var modelURL: String?
    @Option(help: "The route by which it's asked: chat, responses or gemini.") var modelAPI = ModelAPI.chat.rawValue
    @Option(help: "A file for what each grade rests on, for scripts/calibrate-answers.") var signals: String?
    @Option(help: "Conversations to have instead, as JSON lines with \"id\" and \"turns\"; their answers are printed.")
    var conversations: String?
    @Option(help: "Who has those conversations, unless a line says it in \"as\".") var user = "alex@example.com"
    @Option(help: "Measure how long answers take over HTTP instead, with as many made-up messages.") var messages: Int?
    @Option(help: "Chats that those are spread over.") var chats = 500
    @Option(help: "How often each of their questions is asked.") var rounds = 10
    @Flag(help: "With --messages: how long it takes until a language model's server has the request.") var untilModel =
        false
    @Flag(help: "Each question with its answer.") var verbose = false
    @Flag(help: "One JSON document.") var json = false

    private struct Report: Encodable {
        let messages: Int
        let model: String
        /// Questions that the built-in assistant answered in the model's place, because it failed.
        let failed: Int
        let inputTokens: Int
        let outputTokens: Int
        let rows: [AnswersRow]
        let medianMilliseconds: Double
        let p95Milliseconds: Double
    }

    /// A line of `--signals`.
    private struct Line: Encodable {
        let id: String
        let split: String
        let kind: String
        let isAnswerable: Bool
        let isCited: Bool
        let signals: AnswerSignals?
        let tense: String
        let asksWho: Bool
        let hits: [AnswerExamination.Hit]
        let essential: [String]
        let forbidden: [String]
        let people: Int
    }

    func run() async throws {
        guard let start = Timestamp(rfc3339: now) else { throw ValidationError("--now takes an RFC 3339 time") }
        guard messages.map({ (1...10_000_000).contains($0) }) ?? true, (1...100_000).contains(chats),
            (1...1_000).contains(rounds)
        else { throw ValidationError("--messages 1-10000000, --chats 1-100000, --rounds 1-1000") }
        do {
            if let messages { return try await measureLatency(messages: messages) }
            if let conversations { return try await talk(conversations, at: start) }
            let questions = try labels.flatMap { try LabelledQuestion.read($0) }
            let measured = try measuredModel()
            let world = try await AnswersWorld.open(fixture: fixture, at: start, model: measured)
            defer { world.remove() }
            if let signals { try await write(signals, questions, world) }
            var asked: [AskedQuestion] = []
            for question in questions {
                let (answer, milliseconds) = try await world.ask(question)
                asked.append(AskedQuestion(label: question, answer: answer, milliseconds: milliseconds))
                if verbose, !json { show(asked[asked.count - 1]) }
            }
            try await world.close()
            let times = Sample(asked.map(\.milliseconds))
            let report = Report(
                messages: world.world.messages,
                model: measured?.name ?? AssistantService.builtInName,
                failed: measured.map { model in asked.count { $0.answer.model != model.name } } ?? 0,
                inputTokens: asked.reduce(0) { $0 + $1.answer.usage.inputTokens },
                outputTokens: asked.reduce(0) { $0 + $1.answer.usage.outputTokens },
                rows: AnswersRow.rows(asked),
                medianMilliseconds: times.median.rounded(places: 1),
                p95Milliseconds: times.quantile(0.95).rounded(places: 1)
            )
            if json { return try outputJSON(report) }
            output("\(report.messages) messages, \(questions.count) questions, \(report.model)")
            for line in AnswersRow.table(report.rows) { output(line) }
            output("an answer takes \(report.medianMilliseconds) ms, p95 \(report.p95Milliseconds) ms")
            guard measured != nil else { return }
            output(
                "\(report.inputTokens) tokens read, \(report.outputTokens) written, \(report.failed) questions failed"
            )
        } catch {
            throw fail(error)
        }
    }

    /// The model of `--model`; `nil` without one.
    private func measuredModel() throws -> MeasuredModel? {
        guard let model else { return nil }
        let environment = ProcessInfo.processInfo.environment
        guard let address = modelURL ?? environment["SPOTTER_LLM_BASE_URL"], !address.isEmpty else {
            throw ValidationError("--model needs its server's address: --model-url or SPOTTER_LLM_BASE_URL.")
        }
        guard let api = ModelAPI(rawValue: modelAPI) else {
            throw ValidationError("--model-api takes \(ModelAPI.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let key = environment["SPOTTER_LLM_API_KEY"].map { Secret($0) }
        return try MeasuredModel(model, at: address, api: api, apiKey: key)
    }

    private func measureLatency(messages: Int) async throws {
        let executable = SpotterExecutable(path: try SpotterPath.find())
        let latency = AnswerLatency(executable: executable, messages: messages, chats: chats) { note($0) }
        let reports = try await latency.run(rounds: rounds, untilModel: untilModel)
        if json { return try outputJSON(reports) }
        output(
            "\(messages) messages in \(chats) chats of one user, with made-up vectors; milliseconds \(untilModel ? "until a model has the request" : "over HTTP")"
        )
        for report in reports {
            let kind = report.kind.padding(toLength: 10, withPad: " ", startingAt: 0)
            let times = "p50 \(report.p50Ms), p95 \(report.p95Ms), first p95 \(report.firstP95Ms)"
            output("\(kind) \(times), processor time \(report.cpuMs) over \(report.questions) questions")
            if verbose { output("           slowest \(report.slowestMs): \(report.slowest)") }
        }
    }

    private struct Conversation: Decodable {
        let id: String
        let turns: [String]
        let `as`: String?
    }

    /// What became of a conversation's last turn, with `--json`.
    private struct LastAnswer: Encodable {
        let id: String
        let kind: AnswerKind
        let text: String
        let cited: [String]
    }

    private func talk(_ path: String, at start: Timestamp) async throws {
        let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
        let world = try await AnswersWorld.open(fixture: fixture, at: start)
        defer { world.remove() }
        for line in lines {
            let conversation = try JSONDecoder().decode(Conversation.self, from: Data(line.utf8))
            let answers = try await world.talk(conversation.turns, as: conversation.as ?? user)
            if json, let last = answers.last {
                let cited = last.citations.map(\.clientMessageId)
                let line = LastAnswer(id: conversation.id, kind: last.kind, text: last.text, cited: cited)
                output(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
                continue
            }
            for (turn, answer) in zip(conversation.turns, answers) {
                output("\(conversation.id) > \(turn)")
                output("     [\(answer.kind.rawValue)]")
                for line in answer.text.split(separator: "\n") { output("     \(line)") }
            }
        }
        try await world.close()
    }

    private func write(_ path: String, _ questions: [LabelledQuestion], _ world: AnswersWorld) async throws {
        var text = Data()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        for question in questions {
            let examination = try await world.examine(question)
            let line = Line(
                id: question.id,
                split: question.split,
                kind: question.kind,
                isAnswerable: question.isAnswerable,
                isCited: examination.shortlist.contains(where: question.essential.contains),
                signals: examination.signals,
                tense: examination.tense,
                asksWho: examination.asksWho,
                hits: examination.hits,
                essential: question.essential.sorted(),
                forbidden: question.forbidden.sorted(),
                people: question.people.count
            )
            text += try encoder.encode(line) + [0x0A]
        }
        try text.write(to: URL(filePath: path))
    }

    private func show(_ asked: AskedQuestion) {
        let mark = asked.label.isAnswerable ? (asked.isRight ? "+" : asked.isCited ? "~" : "-") : "0"
        output("\(mark) \(asked.label.id) [\(asked.answer.kind.rawValue)] \(asked.label.question)")
        for line in asked.answer.text.split(separator: "\n") { output("      \(line)") }
        let cited = asked.answer.citations.map(\.clientMessageId).joined(separator: " ")
        output("      cited \(cited); wanted \(asked.label.essential.sorted().joined(separator: " "))")
    }
}
