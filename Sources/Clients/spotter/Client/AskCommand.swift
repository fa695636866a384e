import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

struct AskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask the assistant.",
        discussion: """
            Prints the answer as it comes, then the messages that it rests on. What it offers to do is only done when you \
            say yes to it: here, with --yes, or later with `spotter confirm ID`. What it had to guess for it, such as \
            morning or evening, is shown, and --yes doesn't do it. The exit status is 1 if the assistant can't do \
            what was asked. Without a question, or for -, it is read from standard input.

            EXAMPLES
              spotter ask "What did Priya say about her EpiPen?"
              spotter ask "Schedule a call with Sara on Thursday at 3 pm"
              spotter ask --yes "Remind me tomorrow at 9am to write Sara's plan"
              spotter ask --json "When is my next session with Sara?" | jq -r .text
              echo "What did Priya say about her EpiPen?" | spotter ask -
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("Go on with an earlier conversation.", valueName: "id"))
    var conversation: String?

    @Option(help: "A model that the server offers.")
    var model: String?

    @Option(help: ArgumentHelp("The zone in which times are meant; by default your account's.", valueName: "zone"))
    var timezone: String?

    @Flag(inversion: .prefixedNo, help: "Search the web, or never; by default if the question needs it.")
    var web: Bool?

    @Flag(inversion: .prefixedNo, help: "Speak the answer, or don't; by default as `spotter voice --speak` says.")
    var speak: Bool?

    @Flag(name: .shortAndLong, help: "Confirm what it offers to do, unless it had to guess.")
    var yes = false

    @Argument(help: "The question; - reads it from standard input.")
    var question: [String] = []

    func run() async throws {
        try await ClientOutput.reporting {
            let words = try StandardInput.text(
                question,
                missing: "Ask something, such as: spotter ask \"How is Sara?\"."
            )
            let session = try options.session()
            let question = AssistantQuery(
                message: words,
                conversationId: try conversation.map(Self.conversationId),
                timezone: timezone ?? session.me.timezone,
                model: model,
                webSearch: web
            )
            if options.json {
                let answer = try await session.api.ask(question)
                let outcomes = yes ? try await confirm(answer.proposals, session.api) : []
                try ClientOutput.document(Document(answer: answer, outcomes: outcomes))
                try check(answer)
                if yes, answer.proposals.contains(where: Self.isGuess) { throw ExitCode.failure }
            } else {
                try await talk(question, session.api)
            }
        }
    }

    static func conversationId(_ text: String) throws -> ConversationID {
        guard let id = ConversationID(text) else {
            throw ClientError.refused(.invalid("'\(text.prefix(64))' is not the id of a conversation."), requestId: nil)
        }
        return id
    }

    /// The answer and the results of `--yes`.
    private struct Document: Encodable {
        let answer: AssistantAnswer
        let outcomes: [ProposalOutcome]

        private enum Key: String, CodingKey { case outcomes }

        func encode(to encoder: any Encoder) throws {
            try answer.encode(to: encoder)
            guard !outcomes.isEmpty else { return }
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(outcomes, forKey: .outcomes)
        }
    }

    /// Whether something of it was guessed, which its user should see before it is done.
    private static func isGuess(_ proposal: Proposal) -> Bool { proposal.isPending && !proposal.doubts.isEmpty }

    private func confirm(_ proposals: [Proposal], _ api: SpotterHTTP) async throws -> [ProposalOutcome] {
        var outcomes: [ProposalOutcome] = []
        for proposal in proposals where proposal.isPending && !Self.isGuess(proposal) {
            outcomes.append(try await api.confirm(proposal: proposal.id.description))
        }
        return outcomes
    }

    private func talk(_ question: AssistantQuery, _ api: SpotterHTTP) async throws {
        guard let answer = try await show(api.askStreaming(question)) else { return }
        try await say(answer, api)
        let report = AnswerFormatter(time: LocalTime(), style: ClientOutput.style)
        if !answer.citations.isEmpty { ClientOutput.lines([""] + report.citations(answer.citations, of: answer.text)) }
        if !answer.webSources.isEmpty { ClientOutput.lines([""] + report.pages(answer.webSources)) }
        if let needs = answer.needs, !AnswerFormatter.repeats(needs, in: answer.text) {
            ClientOutput.lines([""] + report.needs(needs))
        }
        let pending = answer.proposals.filter(\.isPending)
        var isDone = true
        for proposal in pending {
            // The answer has said it already, unless there are several to tell apart. With `--yes` it hasn't.
            let isSaid = !yes && pending.count == 1 && answer.text.contains(proposal.summary)
            if yes ? Self.isGuess(proposal) : !isSaid { ClientOutput.lines(["", report.proposal(proposal)]) }
            if try await !offer(proposal, api, report) { isDone = false }
        }
        try check(answer)
        if yes, !isDone { throw ExitCode.failure }
    }

    /// Speaks an answer whose user wants that, by a program of this machine. Nobody listens to what goes into a file.
    private func say(_ answer: AssistantAnswer, _ api: SpotterHTTP) async throws {
        guard !answer.text.isEmpty else { return }
        let speaker = await Speaker.chosen(by: speak, onTerminal: TTY.outputIsTerminal) { try await api.voice().voice }
        guard let speaker, try await !speaker.say(answer.text), speak == true else { return }
        TTY.printToStandardError("Nothing here speaks: install espeak-ng, or name a program in \(Speaker.variable).")
    }

    /// Prints the answer as it comes. With `--yes` it is printed when it is whole, because what it says of actions that
    /// wait isn't true any more then.
    private func show(_ events: AsyncThrowingStream<AssistantEvent, any Error>) async throws -> AssistantAnswer? {
        var text = AnswerAccumulator(style: ClientOutput.style)
        for try await event in events {
            if case .webSearch(let search) = event { TTY.printToStandardError(TerminalText.line(search.text)) }
            let piece = text.feed(event)
            if !yes { TTY.write(piece) }
        }
        guard yes, let answer = text.answer else {
            TTY.write("\n")
            return text.answer
        }
        var whole = AnswerAccumulator(style: ClientOutput.style)
        var rest = answer
        rest.text = AnswerFormatter.text(whenDone: answer)
        if !rest.text.isEmpty { TTY.write(whole.feed(.completed(rest)) + "\n") }
        return answer
    }

    /// - Throws: `ExitCode.failure` if the assistant can't do what was asked, or couldn't do at once what should be.
    private func check(_ answer: AssistantAnswer) throws {
        if answer.kind == .unable { throw ExitCode.failure }
        if yes, answer.needs != nil { throw ExitCode.failure }
    }

    /// - Returns: whether it was confirmed.
    private func offer(_ proposal: Proposal, _ api: SpotterHTTP, _ report: AnswerFormatter) async throws -> Bool {
        var isConfirmed = yes && !Self.isGuess(proposal)
        if !isConfirmed {
            guard TTY.inputIsTerminal, TTY.outputIsTerminal else {
                TTY.printToStandardError("Not done. To do it: spotter confirm \(proposal.id)")
                return false
            }
            let reply = TTY.ask("Do it? [y/N] ")?.trimmed.lowercased() ?? ""
            isConfirmed = reply == "y" || reply == "yes"
        }
        guard isConfirmed else {
            TTY.printToStandardError("Not done. `spotter confirm \(proposal.id)` does it later.")
            return false
        }
        ClientOutput.lines([report.outcome(try await api.confirm(proposal: proposal.id.description))])
        return true
    }
}
