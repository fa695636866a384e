import ArgumentParser
import Dispatch
import Foundation
import Terminal

/// Starts the command that the arguments name.
@main
enum Main {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Before there are threads: those of the runtime make calls that the confined worker may not.
        if arguments.first == MediaWorkerCommand.configuration.commandName {
            MediaWorkerCommand.main(Array(arguments.dropFirst()))
        }
        if arguments.first == DocumentWorkerCommand.configuration.commandName {
            DocumentWorkerCommand.main(Array(arguments.dropFirst()))
        }
        Task {
            do {
                try await run(arguments)
            } catch {
                end(with: error, arguments)
            }
            exit(0)
        }
        dispatchMain()
    }

    private static func run(_ arguments: [String]) async throws {
        if let script = try CompletionScripts.requested(by: arguments) { return TTY.write(script + "\n") }
        if let fault = UnknownCommand.first(in: arguments, of: Spotter.self) {
            throw ValidationError(fault.description)
        }
        try CommandClock.check()
        var command = try await Spotter.asyncParseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    /// Ends the process: 0 when help was asked for, 64 when the arguments are wrong, else 1.
    private static func end(with error: any Error, _ arguments: [String]) -> Never {
        guard Spotter.exitCode(for: error) == .validationFailure else { Spotter.exit(withError: error) }
        var sentence = Spotter.message(for: error)
        if sentence.hasPrefix("Error: ") { sentence.removeFirst("Error: ".count) }
        // Someone who mistyped one word isn't helped by the list of all options.
        let command = CommandPath.names(in: arguments, of: Spotter.self).joined(separator: " ")
        if sentence.last.map({ !".?!".contains($0) }) ?? false { sentence += "." }
        let meant = MeantCommand.by(arguments, sentence, of: Spotter.self)
        sentence += meant.map { " Did you mean '\($0)'?" } ?? ""
        TTY.printToStandardError("spotter: \(TerminalText.block(sentence)) See '\(command) --help'.")
        exit(ExitCode.validationFailure.rawValue)
    }
}
