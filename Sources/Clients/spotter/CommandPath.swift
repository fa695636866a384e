import ArgumentParser
import Domain

/// The commands that the first arguments name, from the root down.
enum CommandPath {
    /// `spotter admin user` for `admin user list-all --json`.
    static func names(in arguments: [String], of root: any ParsableCommand.Type) -> [String] {
        commands(in: arguments, of: root).map { name(of: $0) }
    }

    static func commands(
        in arguments: [String],
        of root: any ParsableCommand.Type
    ) -> [any ParsableCommand.Type] {
        var path = [root]
        var command = root
        for argument in arguments {
            guard let next = subcommand(argument, of: command) else { break }
            command = next
            path.append(next)
        }
        return path
    }

    static func subcommand(
        _ name: String,
        of command: any ParsableCommand.Type
    ) -> (any ParsableCommand.Type)? {
        command.configuration.subcommands.first {
            self.name(of: $0) == name || $0.configuration.aliases.contains(name)
        }
    }

    static func name(of command: any ParsableCommand.Type) -> String {
        command._commandName
    }
}

/// A word where a command should stand, and none of that name exists.
struct UnknownCommand: Equatable, CustomStringConvertible {
    let word: String
    let suggestion: String?

    var description: String {
        "'\(word.prefix(64))' isn't a command." + (suggestion.map { " Did you mean '\($0)'?" } ?? "")
    }

    /// The first one; `nil` if the arguments lead to a command.
    static func first(in arguments: [String], of root: any ParsableCommand.Type) -> UnknownCommand? {
        // `help` takes the names of commands, too.
        let words = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        let path = CommandPath.commands(in: words, of: root)
        guard let command = path.last, words.count >= path.count else { return nil }
        let word = words[path.count - 1]
        let isPlain = !word.hasPrefix("-") && word != "help"
        guard isPlain, !command.configuration.subcommands.isEmpty || arguments.first == "help" else { return nil }
        let shown = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        let names = shown.map { CommandPath.name(of: $0) }
        let suggestion = EditDistance.nearest(to: word, among: names)
        let before = path.dropFirst().map { CommandPath.name(of: $0) } + (suggestion.map { [$0] } ?? [])
        return UnknownCommand(word: word, suggestion: suggestion == nil ? nil : before.joined(separator: " "))
    }
}
