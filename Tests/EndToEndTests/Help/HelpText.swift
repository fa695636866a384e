import Foundation
import Testing

/// What the program says of its commands, by the same source from which it prints `--help`.
struct HelpText: Decodable {
    struct Command: Decodable {
        let commandName: String
        let discussion: String?
        let subcommands: [Command]?
        let shouldDisplay: Bool?
    }

    let command: Command

    static func read() async throws -> HelpText {
        let run = try await SpotterCommand.run(["--experimental-dump-help"])
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(HelpText.self, from: Data(run.output.utf8))
    }

    /// The words of each command that people see, with its discussion.
    var commands: [(words: [String], discussion: String)] { Self.commands(command, []) }

    private static func commands(_ command: Command, _ above: [String]) -> [(words: [String], discussion: String)] {
        let words = above + [command.commandName]
        let below = (command.subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }
        return [(words, command.discussion ?? "")] + below.flatMap { commands($0, words) }
    }

    /// The indented lines that run `spotter`, continued lines joined, remarks after wide gaps cut off.
    static func examples(in discussion: String) -> [String] {
        var examples: [String] = []
        var begun = ""
        for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("  ") else {
                begun = ""
                continue
            }
            let text = begun + line.trimmingCharacters(in: .whitespaces)
            if text.hasSuffix("\\") {
                begun = String(text.dropLast())
                continue
            }
            begun = ""
            let example = text.firstRange(of: "    ").map { String(text[..<$0.lowerBound]) } ?? text
            if example.contains(#/(^|\| |=\S* )spotter( |$)/#) { examples.append(example) }
        }
        return examples
    }
}
