import ArgumentParser
import CommandLineSupport
import Domain

/// Answers `--generate-completion-script`, which ArgumentParser would do in a way that isn't safe in bash.
enum CompletionScripts {
    private static let option = "--generate-completion-script"

    /// - Returns: the script that the arguments ask for; `nil` if they don't ask for bash's.
    /// - Throws: `SpotterError` if it can't be made safe.
    static func requested(by arguments: [String]) throws -> String? {
        guard let place = arguments.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else {
            return nil
        }
        let next = place + 1
        let value =
            arguments[place] == option
            ? (next < arguments.count ? arguments[next] : nil) : String(arguments[place].dropFirst(option.count + 1))
        let shell = value.map { CompletionShell(rawValue: $0) } ?? CompletionShell.autodetected()
        guard shell == .bash else { return nil }
        guard let script = CompletionScript.bash(Spotter.completionScript(for: .bash)) else {
            throw SpotterError(
                .internalError,
                "this version of ArgumentParser makes a completion script that isn't safe"
            )
        }
        return script
    }
}
