import Domain
import Foundation
import SpotterClient
import Terminal

/// Questions on the terminal, one line each. They end with the input: nobody is asked twice who has gone.
enum Questions {
    struct Ended: Error, CustomStringConvertible { let description = "nothing was entered, so nothing was done" }

    /// Asks until there is an answer.
    /// - Parameter usual: what an empty answer means.
    static func text(_ question: String, usual: String? = nil) throws -> String {
        let shown = usual.map { "\(question) [\($0)]: " } ?? "\(question): "
        while true {
            guard let answer = TTY.ask(shown)?.trimmed else { throw Ended() }
            if !answer.isEmpty { return answer }
            if let usual { return usual }
        }
    }

    /// - Returns: `nil` for an empty answer.
    static func optional(_ question: String) throws -> String? {
        guard let answer = TTY.ask("\(question): ")?.trimmed else { throw Ended() }
        return answer.isEmpty ? nil : answer
    }

    static func isYes(_ question: String, usually: Bool) throws -> Bool {
        while true {
            guard let answer = TTY.ask("\(question) [\(usually ? "Y/n" : "y/N")] ")?.trimmed.lowercased() else {
                throw Ended()
            }
            if answer.isEmpty { return usually }
            if "yes".hasPrefix(answer) { return true }
            if "no".hasPrefix(answer) { return false }
        }
    }

    static func password(_ question: String) throws -> Secret {
        while true {
            guard let answer = TTY.ask("\(question): ", isSecret: true) else { throw Ended() }
            if !answer.isEmpty { return Secret(answer) }
        }
    }

    /// Asks twice, because nobody sees what is typed, and again until both are the same.
    static func newPassword() throws -> Secret {
        while true {
            let first = try password("New password")
            let second = try password("The same again")
            if first.reveal() == second.reveal() { return first }
            say("These aren't the same. Once more.")
        }
    }

    static func say(_ text: String) { TTY.printToStandardError(text) }

    /// Repeats what a person can mend, such as a wrong password, until it succeeds or they leave.
    /// - Throws: what isn't theirs to mend.
    static func again<Result>(_ body: () async throws -> Result) async throws -> Result {
        while true {
            do {
                return try await body()
            } catch let error as ClientError where error.code != nil {
                say("\(TerminalText.line("\(error)")) Try again, or leave with Ctrl-C.")
            }
        }
    }
}
