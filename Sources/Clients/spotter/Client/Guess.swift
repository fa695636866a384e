import Domain
import Terminal

/// Somebody, or a group, of whose name the user gave only a part. What can't be taken back asks first.
struct Guess {
    /// What the user gave.
    let text: String
    /// Whether the user said `--yes`.
    let isAccepted: Bool

    /// Asks on the terminal, as `Send to Bea Chen? [y/N]`.
    /// - Throws: `SpotterError` if the answer isn't yes, or nobody can be asked.
    func confirm(_ action: String, _ name: String) throws {
        guard !isAccepted else { return }
        let name = TerminalText.line(name)
        guard TTY.inputIsTerminal else {
            throw SpotterError.invalid(
                "'\(text)' is only a part of '\(name)', and nobody can be asked here: nothing was done. "
                    + "Give the whole name, or --yes."
            )
        }
        let reply = TTY.ask("\(action) \(name)? [y/N] ")?.trimmed.lowercased() ?? ""
        guard reply == "y" || reply == "yes" else { throw SpotterError.invalid("nothing was done") }
    }
}
