import ArgumentParser
import Domain
import SpotterClient
import Terminal

/// A command's passwords: asked for on the terminal, where nobody sees them, or lines of standard input.
struct PasswordInput: ParsableArguments {
    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    func password(_ question: String) throws -> Secret {
        if passwordStdin {
            guard let line = readLine(), !line.isEmpty else {
                throw ValidationError("there's no password on standard input.")
            }
            return Secret(line)
        }
        guard TTY.inputIsTerminal else {
            throw ValidationError("standard input isn't a terminal: give the password with --password-stdin.")
        }
        guard let line = TTY.ask(question, isSecret: true), !line.isEmpty else {
            throw ValidationError("no password was given.")
        }
        return Secret(line)
    }

    /// On a terminal it is asked for twice, until both are the same, because nobody sees what is typed.
    func newPassword() throws -> Secret {
        while true {
            let first = try password("New password: ")
            guard !passwordStdin else { return first }
            if try password("The same again: ").reveal() == first.reveal() { return first }
            Questions.say("These aren't the same. Once more.")
        }
    }
}
