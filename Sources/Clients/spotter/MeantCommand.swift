import ArgumentParser

/// What somebody means who gives an option as a word, or a subcommand as an option: `contacts add` for `contacts --add`,
/// `group --add` for `group add`.
enum MeantCommand {
    /// - Parameter sentence: what was said of the arguments. The word must be what it is about.
    /// - Returns: the command that was meant; `nil` if something else is wrong.
    static func by(_ arguments: [String], _ sentence: String, of root: any ParsableCommand.Type) -> String? {
        let path = CommandPath.commands(in: arguments, of: root)
        guard let command = path.last, arguments.indices.contains(path.count - 1) else { return nil }
        let word = arguments[path.count - 1]
        guard sentence.contains("'\(word)'"), !sentence.contains("Did you mean") else { return nil }
        let names = path.map { CommandPath.name(of: $0) }.joined(separator: " ")
        if word.hasPrefix("--") {
            let name = String(word.dropFirst(2))
            return CommandPath.subcommand(name, of: command) == nil ? nil : "\(names) \(name)"
        }
        return options(of: command, root).contains("--\(word)") ? "\(names) --\(word)" : nil
    }

    /// As its help lists them.
    private static func options(
        of command: any ParsableCommand.Type,
        _ root: any ParsableCommand.Type
    ) -> Set<Substring> {
        let rows = root.helpMessage(for: command, columns: 120).split(separator: "\n").map { $0.drop { $0 == " " } }
        let words = rows.filter { $0.hasPrefix("-") }.flatMap { $0.split { " ,/".contains($0) } }
        return Set(words.filter { $0.hasPrefix("--") })
    }
}
