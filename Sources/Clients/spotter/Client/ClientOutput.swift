import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

/// Output of the client's commands. Results go to standard output, as JSON or as text for people; everything else goes
/// to standard error. Control characters are removed from other people's text, because they could drive the terminal.
enum ClientOutput {
    static var style: Style {
        Style(isTerminal: TTY.outputIsTerminal, environment: ProcessInfo.processInfo.environment)
    }

    static func lines(_ lines: [String]) { TTY.write(lines.map { $0 + "\n" }.joined()) }

    /// One JSON document on several lines.
    static func document(_ value: some Encodable) throws { try write(value, [.prettyPrinted]) }

    /// One JSON object on one line, for streams.
    static func record(_ value: some Encodable) throws { try write(value, []) }

    /// What follows comes from the local copy, and may be old.
    static func offline(_ reason: ClientError) {
        TTY.printToStandardError("note: \(TerminalText.line("\(reason)")); this is what this machine has.")
    }

    /// The user has become a trainer's client.
    static func newTrainer(_ trainer: Contact, json: Bool) throws {
        if json { return try document(ContactResponse(contact: trainer)) }
        lines(["You're now a client of \(TerminalText.line(trainer.displayName))."])
    }

    private static func write(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws {
        TTY.write(TerminalText.json(try json(value, formatting)) + "\n")
    }

    /// Runs a command's work. An error is printed as one line, and ends the command with the status of `ClientExit`.
    static func reporting<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch {
            TTY.printToStandardError("spotter: \(TerminalText.line(ErrorText.of(error)))")
            throw ClientExit.status(of: error)
        }
    }
}
