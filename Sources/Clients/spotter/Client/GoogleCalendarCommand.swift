import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct GoogleCalendarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "google",
        abstract: "Copies your calendar into yours at Google, as it changes.",
        discussion: """
            Prints an address to open in a browser. Google asks there whether the server may change your events, and leads \
            to a page with a code, which you give here. What is here goes there within some seconds, and nothing comes \
            back. `spotter calendar push` says how it goes, and with --stop takes the permission back.

            EXAMPLES
              spotter calendar google
            """
    )

    @OptionGroup var options: ClientOptions

    @Flag(help: "Read the code from the first line of standard input.")
    var codeStdin = false

    func run() async throws {
        try await ClientOutput.reporting {
            let api = try options.session().api
            let begun = try await api.beginGoogleCalendar()
            Questions.say("Open this address in a browser, allow it, and come back with the code:")
            Questions.say(TerminalText.line(begun.url))
            let line = codeStdin ? readLine() : TTY.inputIsTerminal ? TTY.ask("Code: ", isSecret: false) : nil
            guard let code = line?.trimmed, !code.isEmpty else {
                throw ValidationError("no code was given: type it, or give it with --code-stdin.")
            }
            let request = ConnectGoogleCalendarRequest(state: begun.state, code: Secret(code))
            try CalendarPushCommand.show(try await api.connectGoogleCalendar(request), options)
        }
    }
}
