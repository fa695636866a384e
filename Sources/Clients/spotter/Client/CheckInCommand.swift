import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

struct CheckInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-in",
        abstract: "Questions that clients are asked at times of their own.",
        discussion: """
            A trainer makes a form and says whom it is for and when, on each client's own clock. A client answers in the \
            chat, here step by step, or in the web app. What isn't answered is reminded of once. Numbers and scales with \
            a measure are values of `spotter progress`.

            EXAMPLES
              spotter check-in
              spotter check-in new Sunday sara --when "every Sunday at 18:00" \\
                --ask "number weight kg: Weight" --ask "scale energy: Energy"
              spotter check-in answer
            """,
        subcommands: [Show.self, New.self, Answer.self, Pause.self, Resume.self, Delete.self],
        defaultSubcommand: Show.self
    )

    fileprivate static func names(_ client: LoggedInClient) async throws -> [UserID: String] {
        let contacts = try await client.api.contacts()
        return Dictionary(contacts.map { ($0.userId, $0.displayName) }) { first, _ in first }
    }

    /// The trainer's check-in of this number or title.
    fileprivate static func find(_ text: String, _ client: LoggedInClient) async throws -> CheckIn {
        try CheckInText.find(text, among: try await client.api.checkIns())
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "What is asked, and what was answered.",
            discussion: """
                EXAMPLES
                  spotter check-in show
                  spotter check-in show sara
                """
        )
        @OptionGroup var options: ClientOptions
        @Argument(help: "Only what this client was asked.", completion: .people) var who: String?

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let person = if let who { try await client.contact(who) } else { nil as Contact? }
                let found = try await client.api.askedCheckIns(of: person?.userId, limit: 20)
                if options.json { return try ClientOutput.document(found) }
                let names = try await CheckInCommand.names(client)
                let forms = person == nil ? try await client.api.checkIns() : []
                let lines =
                    CheckInText.lines(forms, names: names)
                    + CheckInText.lines(found.asked, names: names, me: client.me.id)
                ClientOutput.lines(lines.isEmpty ? ["There are no check-ins yet."] : lines)
            }
        }
    }

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new",
            abstract: "Ask clients some questions, once or again and again.",
            discussion: """
                --ask takes number, scale, choice, text or photo, then a measure, a unit, the ends of a scale or the \
                choices, and after a colon the question. A question mark behind the kind lets the answer be left out. \
                --when takes words, on each client's own clock.

                EXAMPLES
                  spotter check-in new Sunday sara --when "every Sunday at 18:00" \\
                    --ask "number weight kg: Weight" --ask "scale 1-5: How was it?"
                  spotter check-in new Evening sara --when "every day at 20:00" \\
                    --ask "choice all/some/none: Sessions" --ask "photo?: A picture"
                """
        )
        @OptionGroup var options: ClientOptions
        @Option(help: ArgumentHelp("Such as \"every Sunday at 18:00\".", valueName: "time")) var when: String
        @Option(help: ArgumentHelp("A question.", valueName: "question")) var ask: [String]
        @Option(help: ArgumentHelp("Not at these hours of the client, such as 21:00-07:00.", valueName: "hours"))
        var quiet: String?
        @Option(help: ArgumentHelp("Remind after so many hours, 0 for never.", valueName: "hours")) var remind: Int?
        @Argument(help: "What it is called.") var title: String
        @Argument(help: "Which clients.", completion: .people) var who: [String]

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                var clients: [UserID] = []
                for name in who { clients.append(try await client.contact(name).userId) }
                let own = try await client.api.measureKinds().map(\.name)
                let made = try await client.api.createCheckIn(
                    NewCheckInRequest(
                        title: title,
                        questions: try ask.map { try CheckInText.question($0, own: own) },
                        clientIds: clients,
                        when: when,
                        quietHours: try quiet.map { try ScheduleCommand.quietHours($0) },
                        remindAfterHours: remind
                    )
                )
                if options.json { return try ClientOutput.document(CheckInResponse(checkIn: made)) }
                ClientOutput.lines(CheckInText.lines([made], names: try await CheckInCommand.names(client)))
            }
        }
    }

    struct Answer: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "answer",
            abstract: "Answer what you were asked, step by step.",
            discussion: """
                An empty line leaves a question out. All answers are one message of the chat.

                EXAMPLES
                  spotter check-in answer
                """
        )
        @OptionGroup var options: ClientOptions
        @Argument(help: "Whose questions; the newest if left out.", completion: .people) var who: String?

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let person = if let who { try await client.contact(who) } else { nil as Contact? }
                let open = try await client.api.askedCheckIns(state: .open).asked.filter {
                    $0.clientId == client.me.id && $0.trainerId == person?.userId ?? $0.trainerId
                }
                guard let asked = open.first else { return ClientOutput.lines(["You aren't asked anything now."]) }
                let answers = try await answers(to: asked, client)
                guard !answers.isEmpty else { return ClientOutput.lines(["Nothing was answered."]) }
                let answered: AskedCheckIn
                do {
                    answered = try await client.api.answer(checkIn: asked.id, answers)
                } catch {
                    // What was typed isn't lost with the refusal.
                    let wasLost = (error as? ClientError)?.isUnreachable == true
                    TTY.printToStandardError(
                        wasLost
                            ? "It isn't known whether this was sent. See `spotter chat`; it can be sent there as it is:"
                            : "This wasn't sent; it can be sent in the chat as it is:"
                    )
                    for line in CheckInText.typed(answers) { TTY.printToStandardError(line) }
                    throw error
                }
                if options.json { return try ClientOutput.document(AskedCheckInResponse(asked: answered)) }
                let names = try await CheckInCommand.names(client)
                ClientOutput.lines(CheckInText.lines([answered], names: names, me: client.me.id))
            }
        }

        /// Asks for each open question on standard error, again until the line can be an answer or is empty.
        private func answers(
            to asked: AskedCheckIn,
            _ client: LoggedInClient
        ) async throws -> [CheckInAnswersRequest.Answer] {
            let done = Set(asked.answers.map(\.question))
            TTY.printToStandardError(TerminalText.line(asked.title))
            var answers: [CheckInAnswersRequest.Answer] = []
            for (index, question) in asked.questions.enumerated() where !done.contains(index + 1) {
                TTY.printToStandardError(CheckInText.prompt(question, number: index + 1))
                while let line = readLine()?.trimmed, !line.isEmpty {
                    if let answer = try await answer(line, to: question, number: index + 1, client) {
                        answers.append(answer)
                        break
                    }
                    TTY.printToStandardError("That isn't an answer. Try again, or leave it out with an empty line.")
                }
            }
            return answers
        }

        private func answer(
            _ line: String,
            to question: CheckInQuestion,
            number: Int,
            _ client: LoggedInClient
        ) async throws -> CheckInAnswersRequest.Answer? {
            guard question.kind == .photo else { return CheckInText.answer(line, to: question, number: number) }
            // An id names one file for good, and another attempt may bring another picture.
            let upload = try await client.api.upload(path: line, clientMediaId: UUID().uuidString) { _, _ in }
            return .init(question: number, mediaId: upload.id)
        }
    }

    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause",
            abstract: "Ask nothing more until it is resumed.",
            discussion: """
                NUMBER is the number in `spotter check-in`, or the title.

                EXAMPLES
                  spotter check-in pause 1
                """
        )
        @OptionGroup var options: ClientOptions
        @Argument(help: "Which one.") var number: String

        func run() async throws { try await CheckInCommand.set(paused: true, number, options) }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "Ask again, from the next time on.",
            discussion: """
                EXAMPLES
                  spotter check-in resume 1
                """
        )
        @OptionGroup var options: ClientOptions
        @Argument(help: "Which one.") var number: String

        func run() async throws { try await CheckInCommand.set(paused: false, number, options) }
    }

    fileprivate static func set(paused: Bool, _ number: String, _ options: ClientOptions) async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let id = try await find(number, client).id
            let changed = try await client.api.change(checkIn: id, UpdateCheckInRequest(isPaused: paused))
            if options.json { return try ClientOutput.document(CheckInResponse(checkIn: changed)) }
            ClientOutput.lines(CheckInText.lines([changed], names: try await names(client)))
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a check-in with what it has asked; messages and values stay.",
            discussion: """
                EXAMPLES
                  spotter check-in delete 1
                """
        )
        @OptionGroup var options: ClientOptions
        @Argument(help: "Which one.") var number: String

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                try await client.api.delete(checkIn: try await CheckInCommand.find(number, client).id)
            }
        }
    }
}
