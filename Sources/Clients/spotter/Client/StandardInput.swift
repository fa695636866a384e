import ArgumentParser
import Foundation
import Terminal

/// Texts that a command takes from standard input.
enum StandardInput {
    /// Longer input is cut here: no message and no question is that long.
    private static let maxBytes = 1 << 20

    /// The words of the command line; for `-`, or without words where another program writes here, standard input.
    /// - Throws: `ValidationError` if there are no words and nobody writes.
    static func text(_ words: [String], missing: String) throws -> String {
        if words == ["-"] || (words.isEmpty && !TTY.inputIsTerminal) { return try read(missing) }
        guard !words.isEmpty else { throw ValidationError(missing) }
        return words.joined(separator: " ")
    }

    /// The whole input without line breaks at its end.
    private static func read(_ missing: String) throws -> String {
        var text = ""
        while let line = readLine(strippingNewline: false), text.utf8.count < maxBytes { text += line }
        while text.last?.isNewline == true { text.removeLast() }
        guard !text.isEmpty else { throw ValidationError("\(missing) Standard input is empty.") }
        return text
    }
}
